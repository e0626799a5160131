"""The client for asyncio.

Requests are sent by the same code as the other client's, in threads: connections, TLS and what is asked again are those
of the standard library and written once. A task that is cancelled stops waiting; its request is finished all the same.
Streams are asynchronous to the bottom.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self, TypeVar

from . import decision as decisions
from .client import DEFAULT_URL, Answer, Client, RateLimit, from_env
from .http import Clock
from .live import AccountStream, MarketStream
from .wire.async_methods import AsyncMethods
from .wire.operations import Name, NameV3

#: Requests under way at once; the others wait their turn.
MOST_AT_ONCE = 32

T = TypeVar("T")


class AsyncClient(AsyncMethods):
    """As `Client`, with everything awaited."""

    def __init__(self, url: str = DEFAULT_URL, **options: Any) -> None:
        self._client = Client(url, **options)
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "outcry")

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ, **options: Any) -> Self:
        """OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET, OUTCRY_PASSPHRASE, OUTCRY_LOG_KEY; the options go before them."""
        return cls(**(from_env(env) | options))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the connections when the requests under way are done."""
        await asyncio.to_thread(self._threads.shutdown)
        self._client.close()

    @property
    def clock(self) -> Clock:
        return self._client.clock

    @property
    def rate_limit(self) -> RateLimit | None:
        return self._client.rate_limit

    def _run(self, do: Callable[[], T]) -> "asyncio.Future[T]":
        return asyncio.get_running_loop().run_in_executor(self._threads, do)

    async def _ask(self, name: str, fields: Mapping[str, Any]) -> Any:
        return (await self.call(name, fields)).data  # type: ignore[arg-type]

    async def call(self, name: Name, fields: Mapping[str, Any] | bytes | str | None = None, **how: Any) -> Answer:
        return await self._run(lambda: self._client.call(name, fields, **how))

    async def v3(self, name: NameV3, fields: Mapping[str, Any] | bytes | str | None = None, **how: Any) -> Any:
        return await self._run(lambda: self._client.v3(name, fields, **how))

    async def get(self, path: str, **query: Any) -> Answer:
        return await self._run(lambda: self._client.get(path, **query))

    async def post(self, path: str, body: Mapping[str, Any] | bytes | str) -> Answer:
        return await self._run(lambda: self._client.post(path, body))

    async def pages(self, name: Name, **query: Any) -> AsyncIterator[Any]:
        pages = self._client.pages(name, **query)
        while (page := await self._run(lambda: next(pages, None))) is not None:
            yield page

    async def decide(self, log: decisions.DecisionLog, order: Mapping[str, Any]) -> decisions.Decision:
        return await self._run(lambda: self._client.decide(log, order))

    def market(self, *channels: str) -> MarketStream:
        """Public channels: `async for event in client.market("trades.cmt_btcusdt")`."""
        return MarketStream(self._client, channels)

    def account(self) -> AccountStream:
        """The account of the key as it changes."""
        return AccountStream(self._client)

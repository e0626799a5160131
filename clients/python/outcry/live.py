"""Public and private channels over WebSockets, as docs/push.md has them: opened again when they break, snapshots and
numbers checked, what was missed said. The library `websockets` is only imported when a stream is opened."""

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .errors import ApiError, envelope_of
from .http import STALE
from .signing import signed_headers

if TYPE_CHECKING:
    from .client import Client

PUBLIC_PATH = "/v2/ws/public"
PRIVATE_PATH = "/v2/ws/private"
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 15.0
#: After so long without a break the next one begins anew with the shortest wait.
GOOD_AFTER_S = 30.0
PING_EVERY_S = 20.0
FINAL = ("FILLED", "CANCELED")
PRIVATE_CHANNELS = ("account", "positions", "orders", "fill")


class Missed(Exception):
    """A message of the account is missing."""


class Connection:
    """One socket, opened again whenever it breaks."""

    def __init__(self, client: "Client", path: str) -> None:
        self._client, self._path = client, path
        self._socket: Any = None
        self._breaks: tuple[type[Exception], ...] = (OSError,)

    async def send(self, message: Mapping[str, Any]) -> None:
        if self._socket is not None:
            # On a socket that broke nothing is sent: the next one subscribes anew.
            with suppress(*self._breaks):
                await self._socket.send(json.dumps(message))

    async def subscribe(self, channels: Iterable[str]) -> None:
        for channel in channels:
            await self.send({"event": "subscribe", "channel": channel})

    async def restart(self) -> None:
        """Ends this connection; the next one is opened."""
        if self._socket is not None:
            await self._socket.close()

    async def messages(self) -> AsyncGenerator[Mapping[str, Any] | None, None]:
        """Messages; None for each time it was opened. ApiError when the exchange does not let it in."""
        attempt = 0
        while True:
            opened = time.monotonic()
            try:
                async with aclosing(self._once()) as messages:
                    async for message in messages:
                        yield message
            except OSError:
                pass
            attempt = 0 if time.monotonic() - opened > GOOD_AFTER_S else attempt + 1
            wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** max(0, attempt - 1))
            await asyncio.sleep(wait * random.uniform(0.8, 1.2))

    async def _once(self) -> AsyncGenerator[Mapping[str, Any] | None, None]:
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

        self._breaks = (OSError, ConnectionClosed)
        url = "ws" + self._client.url.removeprefix("http") + self._path
        try:
            async with connect(
                url,
                additional_headers=self._headers(),
                max_size=None,
                compression=None,
                ping_interval=PING_EVERY_S,
                ping_timeout=PING_EVERY_S,
            ) as self._socket:
                yield None
                async for text in self._socket:
                    message = json.loads(text)
                    if message.get("event") == "ping":
                        await self.send({"event": "pong", "time": message["time"]})
                    elif message.get("event") == "error":
                        raise ApiError(400, {}, message)
                    else:
                        yield message
        except InvalidStatus as error:
            await self._refused(error.response)
        except (ConnectionClosed, InvalidHandshake):
            pass
        finally:
            self._socket = None

    def _headers(self) -> dict[str, str]:
        if self._path == PUBLIC_PATH:
            return {}
        if self._client.credentials is None:
            raise ValueError("an account needs api_key, secret and passphrase")
        return signed_headers(self._client.credentials, self._client.login_stamp(self._path), "", self._path)

    async def _refused(self, response: Any) -> None:
        """Returns when it can be tried again."""
        error = ApiError(response.status_code, response.headers, envelope_of(response.body or b""))
        if error.code in STALE:
            await asyncio.to_thread(self._client.clock.sync)
        elif error.status == 429 or error.status >= 500:
            await asyncio.sleep(error.retry_after or 0)
        else:
            raise error


class _Stream:
    """An asynchronous iterator over events, which may be used in an `async with`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._iterator: Any = None

    def _events(self) -> AsyncGenerator[Any, None]:
        raise NotImplementedError

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        if self._iterator is None:
            self._iterator = self._events()
        return await anext(self._iterator)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the connection for good; called by the task that iterates."""
        if self._iterator is not None:
            await self._iterator.aclose()


@dataclass(frozen=True)
class Book:
    """The levels of a contract at one moment, best first; price and size are exact texts."""

    bids: tuple[tuple[str, str], ...]
    asks: tuple[tuple[str, str], ...]
    #: No change is missing. False: it is empty until the next snapshot.
    is_complete: bool


class Levels:
    """A book as the depth channel sends it: a snapshot, then changes, each from the version the one before ended at."""

    def __init__(self) -> None:
        self._sides: dict[str, dict[str, str]] = {"bids": {}, "asks": {}}
        self._version: str | None = None

    def apply(self, depth: Mapping[str, Any]) -> bool:
        """False when a change before it is missing."""
        is_snapshot = depth["depthType"] == "SNAPSHOT"
        if is_snapshot or depth["startVersion"] != self._version:
            self._sides = {"bids": {}, "asks": {}}
            self._version = None
        if not is_snapshot and self._version is None:
            return False
        for name, side in self._sides.items():
            for level in depth[name]:
                if float(level["size"]) == 0:
                    side.pop(level["price"], None)
                else:
                    side[level["price"]] = level["size"]
        self._version = depth["endVersion"]
        return True

    def book(self) -> Book:
        bids = sorted(self._sides["bids"].items(), key=lambda level: -float(level[0]))
        asks = sorted(self._sides["asks"].items(), key=lambda level: float(level[0]))
        return Book(tuple(bids), tuple(asks), self._version is not None)


@dataclass(frozen=True)
class MarketEvent:
    channel: str
    #: What the channel carries (docs/push.md), as it was sent.
    data: list[Any]
    #: It takes the place of all that was told before.
    is_snapshot: bool
    #: Something before it was missed: trades to read over HTTP; of other channels it is made good by a snapshot.
    is_gap: bool
    #: Of a depth channel: the book with this message in it.
    book: Book | None = None


class MarketStream(_Stream):
    """Public channels. Subscribed anew after a break, and when a message is missing."""

    def __init__(self, client: "Client", channels: Iterable[str]) -> None:
        super().__init__(Connection(client, PUBLIC_PATH))
        self._channels = list(dict.fromkeys(channels))
        if not self._channels:
            raise ValueError("name at least one channel, such as ticker.cmt_btcusdt")
        self._levels: dict[str, Levels] = {}
        self._ends: dict[str, Any] = {}
        self._missed: set[str] = set()
        #: The newest book of each depth channel.
        self.books: dict[str, Book] = {}

    async def _events(self) -> AsyncGenerator[MarketEvent, None]:
        is_first = True
        async with aclosing(self._connection.messages()) as messages:
            async for message in messages:
                if message is None:
                    if not is_first:
                        self._missed.update(self._channels)
                    is_first = False
                    self._levels.clear()
                    await self._connection.subscribe(self._channels)
                elif (event := await self._heard(message)) is not None:
                    yield event

    async def _heard(self, message: Mapping[str, Any]) -> MarketEvent | None:
        if message.get("event") != "payload":
            return None
        channel, data = message["channel"], message["data"]
        kind = channel.split(".")[0]
        is_snapshot = message.get("type") == "snapshot"
        is_gap = channel in self._missed or bool(message.get("dropped"))
        book = None
        if kind == "depth":
            levels = self._levels.setdefault(channel, Levels())
            is_snapshot = data[0]["depthType"] == "SNAPSHOT"
            is_whole = levels.apply(data[0])
            book = self.books[channel] = levels.book()
        else:
            is_whole = kind != "activity" or is_snapshot or data[0]["startId"] == self._ends.get(channel)
        if not is_whole:
            self._missed.add(channel)
            await self._connection.send({"event": "unsubscribe", "channel": channel})
            await self._connection.subscribe([channel])
            return MarketEvent(channel, data, False, True, book) if book is not None else None
        if kind == "activity":
            self._ends[channel] = data[0]["endId"]
        self._missed.discard(channel)
        return MarketEvent(channel, data, is_snapshot, is_gap, book)


@dataclass(frozen=True)
class AccountEvent:
    #: account, positions, orders or fill
    channel: str
    #: Snapshot, OrderUpdate, PositionFundingSettle, CollateralUpdate, SettingUpdate, LiquidateStart, LiquidateFinish
    kind: str
    #: The number of this change of the account.
    version: int
    #: `order`, `position`, `collateral`, `setting` or `orderFillTransaction`: rows as they were sent.
    data: Mapping[str, list[dict[str, Any]]]
    #: Changes before it were not told: the snapshots have what they led to; fills are to be read over HTTP.
    is_gap: bool


class AccountStream(_Stream):
    """The account of the key. Its state is what the exchange shows while `is_live`."""

    def __init__(self, client: "Client") -> None:
        super().__init__(Connection(client, PRIVATE_PATH))
        self._seen: dict[str, int] = {}
        #: The number of the last change that was taken in.
        self.version = 0
        #: Orders that can still change and plan orders that wait, by id.
        self.orders: dict[str, dict[str, Any]] = {}
        #: Open positions by id.
        self.positions: dict[str, dict[str, Any]] = {}
        #: A row for each part of the margin.
        self.collateral: dict[tuple[str, ...], dict[str, Any]] = {}

    @property
    def is_live(self) -> bool:
        return len(self._seen) == len(PRIVATE_CHANNELS)

    async def _events(self) -> AsyncGenerator[AccountEvent, None]:
        async with aclosing(self._connection.messages()) as messages:
            async for message in messages:
                if message is None:
                    self._seen.clear()
                    await self._connection.subscribe(PRIVATE_CHANNELS)
                elif message.get("event") == "payload":
                    try:
                        event = self._heard(message["channel"], message["msg"])
                    except Missed:
                        await self._connection.restart()
                    else:
                        if event is not None:
                            yield event

    def _heard(self, channel: str, news: Mapping[str, Any]) -> AccountEvent | None:
        kind, version, data = news["msgEvent"], news["version"], news["data"]
        is_gap = False
        if kind == "Snapshot":
            is_gap = 0 < self.version < version
            self._begin(channel)
        else:
            seen = self._seen.get(channel)
            if seen is None or version <= seen:
                return None
            if news["previousVersion"] > seen:
                raise Missed
        self._seen[channel] = version
        # After a break the number from before it stands until every channel has begun: each says what it missed.
        if self.is_live:
            self.version = max(self._seen.values())
        self._take(data)
        return AccountEvent(channel, kind, version, data, is_gap)

    def _begin(self, channel: str) -> None:
        state: Any = {"orders": self.orders, "positions": self.positions, "account": self.collateral}.get(channel)
        if state is not None:
            state.clear()

    def _take(self, data: Mapping[str, list[dict[str, Any]]]) -> None:
        for row in data.get("collateral", []):
            parts = ("coinId", "marginMode", "crossContractId", "isolatedPositionId")
            self.collateral[tuple(row[part] for part in parts)] = row
        for row in data.get("position", []):
            _keep(self.positions, row, float(row["size"]) != 0)
        for row in data.get("order", []):
            _keep(self.orders, row, row["status"] not in FINAL)


def _keep(rows: dict[str, dict[str, Any]], row: dict[str, Any], is_kept: bool) -> None:
    if is_kept:
        rows[row["id"]] = row
    else:
        rows.pop(row["id"], None)

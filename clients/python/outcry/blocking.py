"""Streams for programs without asyncio: the stream runs in a thread of its own, and its events wait to be taken."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar


class Stream(Protocol):
    def __aiter__(self) -> Any: ...


S = TypeVar("S", bound=Stream)

#: Events that nobody took; beyond it reading stops, and the exchange ends the connection of a slow reader.
MOST_WAITING = 10_000
_END = object()


class Blocking(Generic[S]):
    """Iterate over it for events; `close` it, or use it in a `with`. `stream` is the stream itself, whose state may
    already be further than the event that was taken last."""

    def __init__(self, make: Callable[[], S]) -> None:
        self.stream = make()
        self._events: queue.Queue[Any] = queue.Queue(MOST_WAITING)
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="outcry-stream", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._task = self._loop.create_task(self._take())
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    async def _take(self) -> None:
        end: Any = _END
        try:
            async for event in self.stream:
                await self._put(event)
        except Exception as error:
            end = error
        await self._put(end)

    async def _put(self, event: Any) -> None:
        while not self._is_closed:
            try:
                return self._events.put_nowait(event)
            except queue.Full:
                await asyncio.sleep(0.05)

    def __iter__(self) -> Iterator[Any]:
        while (event := self.next()) is not None:
            yield event

    def next(self, timeout: float | None = None) -> Any:
        """The next event, None when the stream was closed. queue.Empty after `timeout` seconds without one."""
        event = _END if self._is_closed else self._events.get(timeout=timeout)
        if isinstance(event, Exception):
            raise event
        return None if event is _END else event

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        task = self._task
        if task is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(task.cancel)
        if threading.current_thread() is not self._thread:
            self._thread.join(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

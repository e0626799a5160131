"""One request over HTTP, asked again as often as that is safe.

A request is asked again when nothing was executed (429, 503), and when no one knows (no answer, 500). Then it is the
very same request, byte for byte and with the same timestamp: the exchange carries a signed request out once and answers
its copies like the first. A copy is too old after 30 s. From then on only a request that names what it makes
(`client_oid`), or only reads, is signed again; for any other it stays unknown, and that is raised.
"""

import http.client
import random
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import ApiError, NoAnswer, envelope_of
from .signing import Credentials, Stamps, signed_headers

COPY_WITHIN_MS = 25_000
FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 4.0
#: Told to wait longer than this, the caller hears it and decides.
LONGEST_RETRY_AFTER_S = 30.0
IDLE_CONNECTIONS = 8
#: The codes of a timestamp that is off; the second is that of /capi/v3.
STALE = ("40008", "-1046")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    #: Exactly as it goes into the URL and is signed.
    query: str
    body: bytes
    headers: Mapping[str, str]
    #: Asking twice is the same as asking once, however long ago the first time was.
    is_repeatable: bool
    timeout: float


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport:
    """Connections to one exchange, kept open between requests. May be used by many threads."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("the URL of an exchange is such as http://127.0.0.1:8080")
        self.prefix = parts.path.rstrip("/")
        self._host, self._port = parts.hostname, parts.port
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if self._tls is not None:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    def send(self, request: Request, headers: Mapping[str, str]) -> Reply:
        """One attempt. OSError or http.client.HTTPException when no answer came."""
        with self._lock:
            kept = self._idle.pop() if self._idle else None
        connection = kept or self._connect(request.timeout)
        try:
            return self._exchange(connection, request, headers)
        except (ConnectionError, http.client.BadStatusLine):
            connection.close()
            if kept is None:
                raise
        except BaseException:
            connection.close()
            raise
        # The server ended a connection that had been idle. The same signed bytes are carried out once at most.
        connection = self._connect(request.timeout)
        try:
            return self._exchange(connection, request, headers)
        except BaseException:
            connection.close()
            raise

    def _exchange(
        self, connection: http.client.HTTPConnection, request: Request, headers: Mapping[str, str]
    ) -> Reply:
        connection.timeout = request.timeout
        if connection.sock is not None:
            connection.sock.settimeout(request.timeout)
        target = self.prefix + request.path + ("?" + request.query if request.query else "")
        connection.request(request.method, target, request.body or None, dict(headers))
        response = connection.getresponse()
        reply = Reply(response.status, response.headers, response.read())  # type: ignore[arg-type]
        with self._lock:
            is_kept = not response.will_close and len(self._idle) < IDLE_CONNECTIONS
            if is_kept:
                self._idle.append(connection)
        if not is_kept:
            connection.close()
        return reply

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class Clock:
    """The server's time as this machine knows it. Requests are stamped with it; off by 30 s, they are refused."""

    def __init__(self, now_ms: Callable[[], float], ask: Callable[[], float]) -> None:
        self._now_ms, self._ask = now_ms, ask
        #: How many ms the server is ahead of this machine; 0 until it was measured.
        self.offset_ms = 0.0

    def now_ms(self) -> int:
        return round(self._now_ms() + self.offset_ms)

    def sync(self) -> float:
        """Measures the offset by the quickest of three answers, and returns it."""
        samples = []
        for _ in range(3):
            asked = self._now_ms()
            server = self._ask()
            answered = self._now_ms()
            samples.append((answered - asked, server - (asked + answered) / 2))
        self.offset_ms = min(samples)[1]
        return self.offset_ms


class Http:
    """Signs, sends and asks again."""

    def __init__(
        self, transport: Transport, clock: Clock, credentials: Credentials | None, locale: str, retries: int
    ) -> None:
        self._transport, self._clock, self._credentials = transport, clock, credentials
        self._locale, self._retries = locale, retries
        self._stamps = Stamps()
        #: Lets so many seconds of exchange time pass when a rate is used up; in lockstep another one.
        self.pass_time: Callable[[float], None] = time.sleep

    def send(self, request: Request) -> Reply:
        """ApiError when the exchange refuses, NoAnswer when no one knows."""
        stamped: tuple[int, dict[str, str]] | None = None
        is_unknown = False
        attempt = 0
        while True:
            stamped = stamped or self._stamp(request)
            try:
                return self._attempt(request, stamped[1])
            except (ApiError, OSError, http.client.HTTPException) as error:
                verdict = verdict_on(error)
                if verdict == "final":
                    raise
                is_unknown = is_unknown or verdict == "unknown"
                is_bound = is_unknown and not request.is_repeatable
                wait = wait_after(error, attempt) if attempt < self._retries else None
                is_late = wait is not None and self._clock.now_ms() + wait * 1_000 - stamped[0] > COPY_WITHIN_MS
                if wait is None or (is_bound and (verdict == "stale" or is_late)):
                    may_have_happened = is_unknown and request.method != "GET"
                    if isinstance(error, ApiError) and not may_have_happened:
                        raise
                    raise NoAnswer(f"{request.method} {request.path}", may_have_happened, error) from error
                if verdict == "stale":
                    self._clock.sync()
                elif isinstance(error, ApiError) and error.status == 429:
                    self.pass_time(wait)
                else:
                    time.sleep(wait)
                if not is_bound:
                    stamped = None
                attempt += 1

    def _stamp(self, request: Request) -> tuple[int, dict[str, str]]:
        now = self._clock.now_ms()
        change = (request.method, request.path, request.query, request.body)
        at = now if request.method == "GET" else self._stamps.of(change, now)
        headers = {"locale": self._locale, **request.headers}
        if request.method != "GET":
            headers["Content-Type"] = "application/json"
        if self._credentials is not None:
            of = (request.method, request.path, request.query, request.body)
            headers |= signed_headers(self._credentials, str(at), *of)
        return at, headers

    def _attempt(self, request: Request, headers: Mapping[str, str]) -> Reply:
        reply = self._transport.send(request, headers)
        if not 200 <= reply.status < 300:
            raise ApiError(reply.status, reply.headers, envelope_of(reply.body))
        return reply


def verdict_on(error: Exception) -> str:
    """The consequence of an attempt for the next one: not executed, unknown, stale or final."""
    if not isinstance(error, ApiError):
        return "not executed" if isinstance(error, ConnectionRefusedError) else "unknown"
    if error.status == 429 or (error.status == 503 and error.code == "503"):
        return "not executed"
    if error.code in STALE:
        return "stale"
    # 500 of the exchange, and whatever a proxy says when it lost the connection to it.
    return "unknown" if error.status >= 500 else "final"


def wait_after(error: Exception, attempt: int) -> float | None:
    """Seconds until the next attempt; None: too long to wait for."""
    told = error.retry_after if isinstance(error, ApiError) else None
    if told is not None:
        return told if told <= LONGEST_RETRY_AFTER_S else None
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0**attempt) * random.uniform(0.8, 1.2)


def is_named(fields: Mapping[str, Any]) -> bool:
    """Whether a request names what it makes, so that the exchange knows it again; a batch when all its rows do."""
    rows = fields.get("orderDataList")
    if isinstance(rows, (list, tuple)):
        return all(row.get("client_oid") not in (None, "") for row in rows)
    return any(fields.get(name) not in (None, "") for name in ("client_oid", "clientOrderId"))

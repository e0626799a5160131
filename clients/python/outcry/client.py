"""The client that waits for its answers. May be used by many threads."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from . import decision as decisions
from .blocking import Blocking
from .http import Clock, Http, Request, Transport, is_named
from .live import AccountStream, MarketStream
from .signing import Credentials, Stamps, log_signer
from .wire.methods import Methods
from .wire.operations import OPERATIONS, OPERATIONS_V3, Name, NameV3

DEFAULT_URL = "http://127.0.0.1:8080"
RETRIES = 4
TIMEOUT_S = 10.0
FILE_TIMEOUT_S = 600.0
OF_THE_KEY = {"api_key": "OUTCRY_KEY", "secret": "OUTCRY_SECRET", "passphrase": "OUTCRY_PASSPHRASE"}


@dataclass(frozen=True)
class Answer:
    """An answer with the headers it came with."""

    data: Any
    headers: Mapping[str, str]


@dataclass(frozen=True)
class RateLimit:
    """The weights of the last answer that told them: used and allowed, of this address and of this account."""

    ip_used: int | None
    ip_limit: int | None
    uid_used: int | None
    uid_limit: int | None

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> "RateLimit | None":
        names = ("IP-Used", "IP-Limit", "UID-Used", "UID-Limit")
        values = [headers.get(f"X-RateLimit-{name}") for name in names]
        if values[0] is None:
            return None
        return cls(*(None if one is None else int(one) for one in values))


def from_env(env: Mapping[str, str]) -> dict[str, Any]:
    """URL and key as the environment says them. ValueError names what is missing, and no value."""
    found: dict[str, Any] = {"url": env.get("OUTCRY_URL") or DEFAULT_URL}
    missing = [name for name in OF_THE_KEY.values() if not env.get(name)]
    if env.get("OUTCRY_LOG_KEY"):
        found["log_key"] = env["OUTCRY_LOG_KEY"]
    if len(missing) == len(OF_THE_KEY):
        return found
    if missing:
        raise ValueError(f"a key has three parts, and not set is {', '.join(missing)}")
    return found | {part: env[name] for part, name in OF_THE_KEY.items()}


class Client(Methods):
    """Every operation of /capi/v2 is a method under its own name; its fields are keywords.

        client = Client("http://127.0.0.1:8080", api_key=…, secret=…, passphrase=…)
        client.placeOrder(symbol="cmt_btcusdt", client_oid="mine-1", size="0.01", type=1, order_type=0, match_price=1)

    Without a key it asks what is public. ApiError is the exchange's refusal, NoAnswer means that no one knows.
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        api_key: str | None = None,
        secret: str | None = None,
        passphrase: str | None = None,
        log_key: str | None = None,
        locale: str = "en-US",
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        now_ms: Callable[[], float] = lambda: time.time() * 1_000,
    ) -> None:
        """`retries`: how often a request is asked again at most; `timeout`: seconds of one attempt.

        `log_key`: the private key of your team, which signs every AI log that is uploaded.
        """
        self.url = url.rstrip("/")
        self.credentials: Credentials | None = None
        if api_key is not None and secret is not None and passphrase is not None:
            self.credentials = Credentials(api_key, secret, passphrase)
        elif (api_key, secret, passphrase) != (None, None, None):
            raise ValueError("a key has three parts: api_key, secret, passphrase")
        self._sign_log = None if log_key is None else log_signer(log_key)
        self._timeout = timeout
        self._transport = Transport(self.url)
        self.clock = Clock(now_ms, lambda: self.marketTime()["timestamp"])
        self._http = Http(self._transport, self.clock, self.credentials, locale, retries)
        self._logins = Stamps()
        #: The weights used and allowed, as the last answer told them.
        self.rate_limit: RateLimit | None = None

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ, **options: Any) -> Self:
        """OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET, OUTCRY_PASSPHRASE, OUTCRY_LOG_KEY; the options go before them."""
        return cls(**(from_env(env) | options))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections that are kept open."""
        self._transport.close()

    def _ask(self, name: str, fields: Mapping[str, Any]) -> Any:
        return self.call(name, fields).data  # type: ignore[arg-type]

    def call(self, name: Name, fields: Mapping[str, Any] | bytes | str | None = None, **how: Any) -> Answer:
        """An operation of /capi/v2 with the headers of its answer. A body may be its exact bytes.

        `headers`: more headers to send; `timeout`: seconds of one attempt.
        """
        operation = OPERATIONS[name]
        if operation.is_file:
            how = {"timeout": max(self._timeout, FILE_TIMEOUT_S), **how}
        return self._send(operation.method, operation.path, fields, operation.takes_body, **how)

    def v3(self, name: NameV3, fields: Mapping[str, Any] | bytes | str | None = None, **how: Any) -> Any:
        """An operation of /capi/v3 by its name, in the words of that dialect."""
        operation = OPERATIONS_V3[name]
        return self._send(operation.method, operation.path, fields, operation.takes_body, **how).data

    def get(self, path: str, **query: Any) -> Answer:
        """Any GET, for what this client does not know."""
        return self._send("GET", path, query, False)

    def post(self, path: str, body: Mapping[str, Any] | bytes | str, **how: Any) -> Answer:
        """Any POST; text and bytes are sent as they are."""
        return self._send("POST", path, body, True, **how)

    def on_used_rate(self, pass_time: Callable[[float], None]) -> None:
        """Lets so many seconds pass where a rate is used up (429), instead of sleeping."""
        self._http.pass_time = pass_time

    def pages(self, name: Name, **query: Any) -> Iterator[Any]:
        """The pages of a list, each asked for when it is wanted."""
        cursor: str | None = None
        while True:
            answer = self.call(name, query if cursor is None else {**query, "cursor": cursor})
            yield answer.data
            cursor = answer.headers.get("X-Next-Cursor")
            if cursor is None:
                return

    def decide(self, log: decisions.DecisionLog, order: Mapping[str, Any]) -> decisions.Decision:
        """Uploads a decision, then places its order bound to it by hash (grade A).

        A log that is a dict quotes the newest beacon as `input.beacon`, unless it has one; bytes go out as they are.
        The same bytes are one decision: asked again with them, nothing is stored or placed twice. DecisionFailed says
        what had happened.
        """
        beacon = self.aiBeacon() if decisions.needs_beacon(log) else None
        made = decisions.begun(log, order, beacon)
        try:
            made = decisions.logged(made, self.call("uploadAiLog", made.body).headers)
        except Exception as error:
            raise decisions.DecisionFailed("log", made, error) from error
        try:
            answer = self.call("placeOrder", {**order, "client_oid": made.client_oid})
        except Exception as error:
            raise decisions.DecisionFailed("order", made, error) from error
        return decisions.placed(made, answer.data["order_id"], answer.headers)

    def market(self, *channels: str) -> Blocking[MarketStream]:
        """Public channels, such as "depth.cmt_btcusdt.15", over a socket that is kept open (docs/push.md)."""
        return Blocking(lambda: MarketStream(self, channels))

    def account(self) -> Blocking[AccountStream]:
        """The account of the key as it changes, over a socket that is kept open."""
        return Blocking(lambda: AccountStream(self))

    def login_stamp(self, path: str) -> str:
        """A timestamp for one handshake: a signature lets in once."""
        return str(self._logins.of(path, self.clock.now_ms()))

    def _send(
        self,
        method: str,
        path: str,
        fields: Mapping[str, Any] | bytes | str | None,
        takes_body: bool,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Answer:
        query, body = "", b""
        if isinstance(fields, (bytes, str)):
            body = fields.encode() if isinstance(fields, str) else fields
        elif takes_body:
            body = json.dumps(fields or {}, default=_plain, allow_nan=False, separators=(",", ":")).encode()
        else:
            query = urlencode({name: _word(one) for name, one in (fields or {}).items() if one is not None})
        is_upload = method == "POST" and path.endswith("/order/uploadAiLog")
        # A pass is known again by its barrier.
        is_repeatable = method == "GET" or is_upload or path.startswith("/capi/v2/rehearsal/")
        if is_upload and self._sign_log is not None:
            headers = {"AI-LOG-SIGNATURE": self._sign_log(body), **(headers or {})}
        if isinstance(fields, Mapping):
            is_repeatable = is_repeatable or is_named(fields)
        how = Request(method, path, query, body, headers or {}, is_repeatable, timeout or self._timeout)
        reply = self._http.send(how)
        self.rate_limit = RateLimit.of(reply.headers) or self.rate_limit
        kind = reply.headers.get("Content-Type") or ""
        if kind.startswith("application/json"):
            return Answer(json.loads(reply.body), reply.headers)
        return Answer(reply.body.decode() if kind.startswith("text/") else reply.body, reply.headers)


def _plain(value: Any) -> str:
    """What JSON does not have: a Decimal as exact text."""
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is no value of a request")


def _word(value: Any) -> Any:
    """A value in a query: true and false in the exchange's spelling, decimals exact."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if isinstance(value, Decimal) else value

"""The signature of a request, and the timestamps that make equal requests different ones."""

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Credentials:
    """A key. What is secret is not shown when it is printed."""

    api_key: str
    secret: str = field(repr=False)
    passphrase: str = field(repr=False)


def sign(secret: str, timestamp: str, method: str, path: str, query: str = "", body: bytes = b"") -> str:
    """ACCESS-SIGN: HMAC-SHA256 over timestamp, method, path, query and body, base64. A socket signs without method."""
    target = path + ("?" + query if query else "")
    message = (timestamp + method + target).encode() + body
    return base64.b64encode(hmac.new(secret.encode(), message, hashlib.sha256).digest()).decode()


def signed_headers(
    credentials: Credentials, timestamp: str, method: str, path: str, query: str = "", body: bytes = b""
) -> dict[str, str]:
    """All headers of a signed request but Content-Type."""
    return {
        "ACCESS-KEY": credentials.api_key,
        "ACCESS-SIGN": sign(credentials.secret, timestamp, method, path, query, body),
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-PASSPHRASE": credentials.passphrase,
    }


def log_signer(key: str) -> Callable[[bytes], str]:
    """What signs AI logs for a team: its private key is 32 bytes of Ed25519 as base64, as `outcry ailog key` makes it.

    Needs the library `cryptography` (the extra `sign`). ValueError when the key is none; it does not show it.
    """
    try:
        seed = base64.b64decode(key, validate=True)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise ValueError("a key for AI logs is 32 bytes as base64, as `outcry ailog key` makes it")
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise RuntimeError("signing AI logs needs the library: pip install 'outcry-client[sign]'") from error
    own = Ed25519PrivateKey.from_private_bytes(seed)

    def sign_log(body: bytes) -> str:
        """AI-LOG-SIGNATURE of an upload with this body."""
        return base64.b64encode(own.sign(b"outcry/ailog/v1\n" + hashlib.sha256(body).digest())).decode()

    return sign_log


class Stamps:
    """Timestamps of changes that are all meant, epoch ms.

    Equal ones of one moment are a millisecond apart: with one timestamp the exchange would take the later for a copy of
    the first, and answer it without carrying it out.
    """

    #: A stamp further ahead than this, ms, was given before the clock was set back.
    CLOCK_WENT_BACK = 1_000

    def __init__(self) -> None:
        self._given: dict[object, int] = {}
        self._latest = 0
        self._lock = threading.Lock()

    def of(self, change: object, now: int) -> int:
        with self._lock:
            if now > self._latest or now < self._latest - self.CLOCK_WENT_BACK:
                self._given.clear()
                self._latest = now
            at = max(now, self._given.get(change, 0) + 1)
            self._given[change] = at
            self._latest = max(self._latest, at)
            return at

"""The errors a caller can get."""

import json
from collections.abc import Mapping
from typing import Any


class OutcryError(Exception):
    """All errors of this package."""


class ApiError(OutcryError):
    """The exchange said no.

    `code` is text in both dialects: "40015"; of /capi/v3 "-1054". `hint` says what helps, `token` names the reason.
    """

    def __init__(self, status: int, headers: Mapping[str, str], envelope: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(envelope.get("code", status))
        self.message = str(envelope.get("msg", ""))
        self.hint: str | None = envelope.get("hint")
        self.token: str | None = envelope.get("token")
        self.request_id = headers.get("X-Request-Id")
        after = headers.get("Retry-After", "")
        #: Seconds to wait before it is asked again.
        self.retry_after = float(after) if after.isdigit() else None
        super().__init__(f"{self.code} {self.message}" + (f" ({self.hint})" if self.hint else ""))


class NoAnswer(OutcryError):
    """Nothing that could be understood came back, after all attempts.

    With `may_have_happened` a write may have been carried out: look it up by its `client_oid` before you send it under
    another one.
    """

    def __init__(self, what: str, may_have_happened: bool, cause: BaseException | None) -> None:
        self.may_have_happened = may_have_happened
        maybe = ", it may have been carried out" if may_have_happened else ""
        super().__init__(f"{what}: no answer{maybe} ({cause})")


def envelope_of(text: bytes) -> Mapping[str, Any]:
    """The fields of an error, or none when the answer is not the exchange's own."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

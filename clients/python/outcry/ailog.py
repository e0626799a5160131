"""AI logs: the bytes of one, checked against the limits of the exchange before they are sent.

A log is stored and hashed as it is sent, so its bytes are made once. They have one form: UTF-8, keys in order, no
blanks. Equal decisions then have equal bytes, in this process and in another.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

MOST_LEVELS = 32
MOST_VALUES = 20_000
LONGEST_KEY = 256
LONGEST_STRING = 524_288
LONGEST_NUMBER = 64
LONGEST_STAGE = 256
LONGEST_MODEL = 128
LONGEST_EXPLANATION = 10_000


def log_body(
    stage: str,
    model: str,
    input: Mapping[str, Any],
    output: Mapping[str, Any],
    explanation: str | None = None,
    order_id: int | str | None = None,
) -> bytes:
    """The bytes of a log. ValueError or TypeError says what the exchange would refuse, and where it is.

    A Decimal becomes text, exactly. `order_id` belongs to a log that is uploaded after its order.
    """
    _check_name("stage", stage, LONGEST_STAGE)
    _check_name("model", model, LONGEST_MODEL)
    for name, value in (("input", input), ("output", output)):
        if not isinstance(value, Mapping):
            raise TypeError(f"{name} is a JSON object, and this is a {type(value).__name__}")
    if explanation is not None and len(explanation) > LONGEST_EXPLANATION:
        raise ValueError(f"explanation has {len(explanation)} characters, at most {LONGEST_EXPLANATION} are allowed")
    log: dict[str, Any] = {"stage": stage, "model": model, "input": input, "output": output}
    if explanation is not None:
        log["explanation"] = explanation
    if order_id is not None:
        log["orderId"] = str(order_id)
    return canonical(log)


def canonical(value: Mapping[str, Any]) -> bytes:
    """JSON in one form: UTF-8, keys in order, no blanks; checked as `log_body` is."""
    checked = _Checker().check(value, "$", 1)
    return json.dumps(checked, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def client_oid_of(body: bytes) -> str:
    """The `client_oid` that binds an order to a log: of its hash, for grade A."""
    return "ai1-" + hashlib.sha256(body).hexdigest()[:32]


def _check_name(name: str, value: str, longest: int) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is text, and this is a {type(value).__name__}")
    if not 1 <= len(value.strip()) <= longest:
        raise ValueError(f"{name} has 1 to {longest} characters, this one has {len(value.strip())}")


class _Checker:
    """Copies a value as JSON has it. Every refusal names the place, such as $.input.rsi[3]."""

    def __init__(self) -> None:
        self._values = 0

    def check(self, value: Any, at: str, level: int) -> Any:
        self._values += 1
        if self._values > MOST_VALUES:
            raise ValueError(f"a log has at most {MOST_VALUES} values")
        if isinstance(value, str):
            return self._text(value, at, LONGEST_STRING)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, Decimal):
            if not value.is_finite():
                raise ValueError(f"{at} is {value}, which JSON does not have: send None, or leave it out")
            return format(value, "f")
        if isinstance(value, (int, float)):
            return self._number(value, at)
        if isinstance(value, Mapping):
            self._level(at, level)
            return {self._key(key, at): self.check(one, f"{at}.{key}", level + 1) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            self._level(at, level)
            return [self.check(one, f"{at}[{place}]", level + 1) for place, one in enumerate(value)]
        raise TypeError(f"{at} is a {type(value).__name__}, which JSON does not have: make it text or a number")

    def _level(self, at: str, level: int) -> None:
        if level > MOST_LEVELS:
            raise ValueError(f"{at} is level {level}, a log has at most {MOST_LEVELS}")

    def _key(self, key: Any, at: str) -> str:
        if not isinstance(key, str):
            raise TypeError(f"a key in {at} is a {type(key).__name__}, keys are text")
        return self._text(key, f"the key {key[:20]!r} in {at}", LONGEST_KEY)

    def _number(self, value: int | float, at: str) -> int | float:
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{at} is {value}, which JSON does not have: send None, or leave it out")
        if len(repr(value)) > LONGEST_NUMBER:
            raise ValueError(f"{at} has more than {LONGEST_NUMBER} digits: send it as text")
        return value

    def _text(self, value: str, at: str, longest: int) -> str:
        if len(value) > longest:
            raise ValueError(f"{at} has {len(value)} characters, at most {longest} are allowed")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{at} has half of a surrogate pair, which is no text") from None
        return value

"""A decision and its order, bound by hash: what `decide` takes, gives and raises.

The log goes first, and the order's `client_oid` is the log's hash, so the order itself commits to the bytes that were
uploaded. That is the link of grade A; with the beacon quoted it is evidence level 3 (docs/evidence.md).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NotRequired, TypeAlias, TypedDict

from .ailog import client_oid_of, log_body
from .errors import ApiError, NoAnswer, OutcryError


class Log(TypedDict):
    """An AI log without the id of its order, which does not exist yet."""

    stage: str
    model: str
    input: Mapping[str, Any]
    output: Mapping[str, Any]
    explanation: NotRequired[str | None]


#: A log, or its exact bytes.
DecisionLog: TypeAlias = Log | bytes | str


@dataclass(frozen=True)
class Decision:
    """A log and what became of it."""

    #: Exactly as uploaded and hashed: keep it, and give it to `decide` to try again.
    body: bytes
    body_sha256: str
    client_oid: str
    #: The id of the log, its place in the published log; None while it isn't known to be stored.
    log_index: int | None = None
    #: Such as NO_DECISION; most mean that the log doesn't say what the order does.
    warnings: tuple[str, ...] = ()
    #: None while it isn't known to be placed.
    order_id: str | None = None
    #: An earlier request with the same body placed the order: an earlier call, or the first try of this one.
    is_repeat: bool = False


class DecisionFailed(OutcryError):
    """The decision was not carried out; the reason is its `__cause__`.

    `at` is "log": nothing was placed; or "order": the log is stored and stays. With `may_have_happened` the order may
    have been placed: `decide(failed.decision.body, order)` finds out, and places it once at most.
    """

    def __init__(self, at: str, decision: Decision, cause: Exception) -> None:
        self.at = at
        self.decision = decision
        is_known = isinstance(cause, ApiError) or (isinstance(cause, NoAnswer) and not cause.may_have_happened)
        self.may_have_happened = at == "order" and not is_known
        said = "nothing was placed" if at == "log" else f"logged as {decision.log_index}, not placed"
        super().__init__(f"{said}: {cause}")


def begun(log: DecisionLog, order: Mapping[str, Any], beacon: str | None) -> Decision:
    """The decision with the bytes of its log. TypeError when the order has a `client_oid` of its own."""
    if "client_oid" in order:
        raise TypeError("the order has a client_oid of its own; decide makes it of the log: leave it out")
    if isinstance(log, str):
        body = log.encode()
    elif isinstance(log, bytes):
        body = log
    else:
        asked = {"beacon": beacon, **log["input"]}
        body = log_body(log["stage"], log["model"], asked, log["output"], log.get("explanation"))
    return Decision(body, hashlib.sha256(body).hexdigest(), client_oid_of(body))


def needs_beacon(log: DecisionLog) -> bool:
    return not isinstance(log, (bytes, str)) and "beacon" not in log["input"]


def logged(decision: Decision, headers: Mapping[str, str]) -> Decision:
    warnings = tuple(one for one in headers.get("AI-LOG-WARNINGS", "").split(",") if one)
    return replace(decision, log_index=int(headers["AI-LOG-INDEX"]), warnings=warnings)


def placed(decision: Decision, order_id: str, headers: Mapping[str, str]) -> Decision:
    return replace(decision, order_id=order_id, is_repeat=headers.get("Idempotent-Replay") == "true")

"""Requests and answers of /activity.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from decimal import Decimal
from typing import Any, List, NotRequired, TypedDict


class ActivityRequest(TypedDict):
    # Id of the contest
    contest: NotRequired[Decimal | float | str | None]
    # Only this team; with contest
    team: NotRequired[Decimal | float | str | None]
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Only what is newer than the item with this id
    after: NotRequired[Decimal | float | str | None]
    # Only what is older than the item with this id
    before: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]


class ActivityAnswerListDecisions(TypedDict):
    action: str
    symbol: str | None
    size: str | None
    price: str | None


class ActivityAnswerListLinks(TypedDict):
    # Of a log: the order it is linked to
    orderId: NotRequired[str]
    # Of an order: the log that decides about it
    index: NotRequired[float]
    # hash, named, orderId; opening: of the order that opened its position
    how: str
    # Time of the log less that of the order
    deltaMs: NotRequired[float]


class ActivityAnswerList(TypedDict):
    # Its place: for before and after
    id: str
    # Epoch ms
    t: float
    # log, order, fill or liquidation; phase, outage, verdict or notice concern all
    kind: str
    contest: NotRequired[str | None]
    team: NotRequired[str | None]
    # Of the team, of an account of the demo, or the title of the contest
    name: NotRequired[str]
    # Of its leaf; fills have none
    index: NotRequired[float]
    orderId: NotRequired[str]
    symbol: NotRequired[str]
    # 1 to 4
    type: NotRequired[str]
    size: NotRequired[str]
    # null: an order at market
    price: NotRequired[str | None]
    # TAKER or MAKER
    role: NotRequired[str]
    # Of a fill: the position it opened or closed
    positionId: NotRequired[str]
    # Of a liquidation: FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE
    liquidateType: NotRequired[str]
    # Of a fill
    value: NotRequired[str]
    # Cost positive, that of a liquidation included
    fee: NotRequired[str]
    # Gross: fees are not deducted
    realised: NotRequired[str]
    stage: NotRequired[str]
    model: NotRequired[str]
    decisions: NotRequired[List[ActivityAnswerListDecisions]]
    # The reason, as it was sent, as JSON: what its key opens
    explanation: NotRequired[str]
    # What the model was given, as it was sent, as JSON: what its key opens
    input: NotRequired[str]
    # What it answered, as it was sent, as JSON: what its key opens
    output: NotRequired[str]
    # JCS text
    header: NotRequired[str | None]
    # Open header and texts, base64
    keys: NotRequired[dict[str, Any]]
    links: NotRequired[List[ActivityAnswerListLinks]]
    # A, B, C, D, U or X
    grade: NotRequired[str]
    # Of an order: epoch ms until when a log still covers it
    lateUntil: NotRequired[float]
    # Of what concerns all: the phase; cause, from and to; team, outcome, rules and reason; the words of a notice
    text: NotRequired[str]
    # What its leaf says: phase; team, name, state, frozen, by and reason; cause, from and to; logSize and
    # reportSha256; outcome, rules and text; of a notice text and pinned, or which notice was changed and how
    says: NotRequired[dict[str, Any]]
    # Epoch ms; until then it is sealed, and all but kind, time and leaf is left out
    opensAt: NotRequired[float]


class ActivityAnswer(TypedDict):
    list: List[ActivityAnswerList]
    nextPage: bool

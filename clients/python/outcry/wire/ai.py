"""Requests and answers of /ai.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, List, NotRequired, TypeAlias, TypedDict


class AiLogsRequest(TypedDict):
    # Logs that carry or are linked to this order
    orderId: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    startTime: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    endTime: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # Page from 0; shifts when new items arrive
    page: NotRequired[Decimal | float | str | None]
    # Opaque place from the header X-Next-Cursor; beats page
    cursor: NotRequired[Decimal | float | str | None]


class AiLogsAnswerListDecisions(TypedDict):
    action: str
    symbol: str | None
    size: str | None
    price: str | None


class AiLogsAnswerListLinks(TypedDict):
    orderId: str
    # hash, named or orderId
    how: str


class AiLogsAnswerList(TypedDict):
    # Leaf index, which is its id
    index: float
    # Epoch ms
    receivedAt: float
    orderId: str | None
    stage: str
    model: str
    # Bytes of the body
    size: float
    bodySha256: str
    decisions: List[AiLogsAnswerListDecisions]
    links: List[AiLogsAnswerListLinks]
    warnings: List[str]
    # Of the request that uploaded it, W3C Trace Context
    traceparent: str | None


class AiLogsAnswer(TypedDict):
    list: List[AiLogsAnswerList]
    nextPage: bool


class AiLogRequest(TypedDict):
    # Leaf index of the log
    index: Decimal | float | str


class AiLogAnswer(TypedDict):
    # Leaf index, which is its id
    index: float
    # Epoch ms
    receivedAt: float
    orderId: str | None
    stage: str
    model: str
    # Bytes of the body
    size: float
    bodySha256: str
    decisions: List[AiLogsAnswerListDecisions]
    links: List[AiLogsAnswerListLinks]
    warnings: List[str]
    # JCS text
    header: str | None
    # The five field keys, base64
    keys: dict[str, Any] | None
    # The request body as received
    body: str | None
    # JCS text of the leaf
    entry: str
    # Leaf hash, hex
    leaf: str


class AiProofRequest(TypedDict):
    # Leaf index, of a log, an order, an allowlist change or a step of your case
    index: Decimal | float | str


AiProofAnswer: TypeAlias = str


class AiBeaconRequest(TypedDict):
    pass


AiBeaconAnswer: TypeAlias = str


class AiLeavesRequest(TypedDict):
    # Only these: ailog, order, account, minute, case, key, ruleset, contest, …
    kind: NotRequired[Decimal | float | str | None]
    # Only the one with this hash, 64 hexadecimal digits
    leaf: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # Page from 0; shifts when new items arrive
    page: NotRequired[Decimal | float | str | None]
    # Opaque place from the header X-Next-Cursor; beats page
    cursor: NotRequired[Decimal | float | str | None]


class AiLeavesRow(TypedDict):
    index: float
    # Kind
    k: str
    # Epoch ms
    t: float


AiLeavesAnswer: TypeAlias = List[AiLeavesRow]


class AiOrdersRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    startTime: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    endTime: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # Page from 0; shifts when new items arrive
    page: NotRequired[Decimal | float | str | None]
    # Opaque place from the header X-Next-Cursor; beats page
    cursor: NotRequired[Decimal | float | str | None]


class AiOrdersRowLink(TypedDict):
    # Of the log
    index: float
    # hash, named, orderId; opening: of the order that opened its position
    how: str
    deltaMs: float


class AiOrdersRow(TypedDict):
    orderId: str
    # Of its leaf
    index: float
    symbol: str
    type: str
    size: str
    placedAt: float
    # A, B, C, D, U or X
    grade: str
    # Epoch ms: until when a log still covers it
    lateUntil: float
    # 0 to 5; null without a log
    level: float | None
    link: AiOrdersRowLink | None
    # Of the request that placed it, W3C Trace Context
    traceparent: str | None


AiOrdersAnswer: TypeAlias = List[AiOrdersRow]


class AiCoverageRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    startTime: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    endTime: NotRequired[Decimal | float | str | None]


class AiCoverageAnswerGrades(TypedDict):
    A: float
    B: float
    C: float
    D: float
    U: float
    X: float


class AiCoverageAnswerOpenDeadlines(TypedDict):
    # Until then a log gives grade B
    B: float
    # Until then C
    C: float


class AiCoverageAnswerOpen(TypedDict):
    orderId: str
    symbol: str
    type: str
    placedAt: float
    # The later of the two
    deadline: float
    deadlines: AiCoverageAnswerOpenDeadlines


class AiCoverageAnswer(TypedDict):
    counted: float
    covered: float
    # Millionths
    coveredPpm: float
    grades: AiCoverageAnswerGrades
    open: List[AiCoverageAnswerOpen]
    uncovered: List[AiCoverageAnswerOpen]


AiAllowlistRequest: TypeAlias = AiBeaconRequest


class AiAllowlistAnswerChanges(TypedDict):
    # Leaf index
    index: float
    # Epoch ms
    t: float
    allowed: bool
    reason: str


class AiAllowlistAnswer(TypedDict):
    uid: float
    allowed: bool
    changes: List[AiAllowlistAnswerChanges]


class AiValidateRequest(TypedDict):
    # The order the log belongs to, 1 to 2^63−1; null or absent for none
    orderId: NotRequired[Decimal | float | str | None]
    # Stage of the decision, 1 to 256 characters
    stage: str
    # Model name and version, 1 to 128 characters
    model: str
    # What the model was given
    input: Mapping[str, Any]
    # What it answered
    output: Mapping[str, Any]
    # At most 10 000 characters
    explanation: NotRequired[str | None]


class AiValidateAnswer(TypedDict):
    ok: bool
    error: dict[str, Any] | None
    warnings: List[str]
    decisions: List[AiLogsAnswerListDecisions]
    bodySha256: str
    clientOid: str
    link: dict[str, Any] | None
    grade: str | None

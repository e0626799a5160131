"""Requests and answers of /order.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, List, Literal, NotRequired, TypeAlias, TypedDict
from .enums import OrderType, Execution, PriceKind, MarginMode, PositionMode, TriggerType


class PlaceOrderRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = -
    client_oid: Decimal | float | str
    # Size in base coin
    size: Decimal | float | str
    # 1 open long, 2 open short, 3 close long, 4 close short
    type: Literal["1", "2", "3", "4", 1, 2, 3, 4] | OrderType
    # 0 normal, 1 post-only, 2 FOK, 3 IOC
    order_type: Literal["0", "1", "2", "3", 0, 1, 2, 3] | Execution
    # 0 limit, 1 market
    match_price: Literal["0", "1", 0, 1] | PriceKind
    # Limit price; required for limit orders, ignored for market orders
    price: NotRequired[Decimal | float | str | None]
    # Preset take profit, opening orders only
    presetTakeProfitPrice: NotRequired[Decimal | float | str | None]
    # Preset stop loss, opening orders only
    presetStopLossPrice: NotRequired[Decimal | float | str | None]
    # 1 cross, 3 isolated
    marginMode: NotRequired[Literal["1", "3", 1, 3] | MarginMode | None]
    # 1 combined, 2 separated
    separatedMode: NotRequired[Literal["1", "2", 1, 2] | PositionMode | None]
    # Closing orders: only this position is closed
    positionId: NotRequired[Decimal | float | str | None]


class PlaceOrderAnswer(TypedDict):
    client_oid: str
    order_id: str


class BatchOrdersRequestOrderDataList(TypedDict):
    # Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = -
    client_oid: Decimal | float | str
    # Size in base coin
    size: Decimal | float | str
    # 1 open long, 2 open short, 3 close long, 4 close short
    type: Literal["1", "2", "3", "4", 1, 2, 3, 4] | OrderType
    # 0 normal, 1 post-only, 2 FOK, 3 IOC
    order_type: Literal["0", "1", "2", "3", 0, 1, 2, 3] | Execution
    # 0 limit, 1 market
    match_price: Literal["0", "1", 0, 1] | PriceKind
    # Limit price; required for limit orders, ignored for market orders
    price: NotRequired[Decimal | float | str | None]
    # Preset take profit, opening orders only
    presetTakeProfitPrice: NotRequired[Decimal | float | str | None]
    # Preset stop loss, opening orders only
    presetStopLossPrice: NotRequired[Decimal | float | str | None]
    # 1 cross, 3 isolated
    marginMode: NotRequired[Literal["1", "3", 1, 3] | MarginMode | None]
    # 1 combined, 2 separated
    separatedMode: NotRequired[Literal["1", "2", 1, 2] | PositionMode | None]
    # Closing orders: only this position is closed
    positionId: NotRequired[Decimal | float | str | None]


class BatchOrdersRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # 1 cross, 3 isolated
    marginMode: NotRequired[Literal["1", "3", 1, 3] | MarginMode | None]
    # 1 combined, 2 separated
    separatedMode: NotRequired[Literal["1", "2", 1, 2] | PositionMode | None]
    # 1 to 20 rows of placeOrder's fields without symbol; a mode in a row wins
    orderDataList: Sequence[BatchOrdersRequestOrderDataList]


class BatchOrdersAnswerOrderInfo(TypedDict):
    # Empty for a row that failed
    order_id: str
    client_oid: str
    result: bool
    # Empty for an order
    error_code: str
    # Empty for an order
    error_message: str


class BatchOrdersAnswer(TypedDict):
    order_info: List[BatchOrdersAnswerOrderInfo]
    result: bool


class CancelOrderRequest(TypedDict):
    # Id of the order; wins over clientOid
    orderId: NotRequired[Decimal | float | str | None]
    # Your id of the order
    clientOid: NotRequired[Decimal | float | str | None]


class CancelOrderAnswer(TypedDict):
    order_id: str
    client_oid: str
    result: bool
    err_msg: str | None


class CancelBatchOrdersRequest(TypedDict):
    # Orders by id; with cids 1 to 50 in all
    ids: NotRequired[Sequence[Decimal | float | str] | None]
    # Orders by your id, after those by id
    cids: NotRequired[Sequence[Decimal | float | str] | None]


class CancelBatchOrdersAnswerCancelOrderResultList(TypedDict):
    # Why it was not cancelled; empty when it was
    err_msg: str
    order_id: str
    client_oid: str
    result: bool


class CancelBatchOrdersAnswer(TypedDict):
    result: bool
    orderIds: List[str]
    clientOids: List[str]
    cancelOrderResultList: List[CancelBatchOrdersAnswerCancelOrderResultList]
    failInfos: List[CancelBatchOrdersAnswerCancelOrderResultList]


class CancelAllOrdersRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # normal working orders, triggered plan orders among them; plan untriggered plan orders, take profits and stop
    # losses among them
    cancelOrderType: Literal["normal", "plan"]


class CancelAllOrdersRow(TypedDict):
    orderId: float
    success: bool


CancelAllOrdersAnswer: TypeAlias = List[CancelAllOrdersRow]


DetailRequest: TypeAlias = CancelOrderRequest


class DetailAnswer(TypedDict):
    symbol: str
    size: str
    client_oid: str
    createTime: str
    filled_qty: str
    fee: str
    order_id: str
    price: str
    price_avg: str
    # pending, open, filled, canceling, canceled or untriggered
    status: str
    type: str
    # normal, postOnly, fok or ioc
    order_type: str
    totalProfits: str
    contracts: float
    filledQtyContracts: float
    presetTakeProfitPrice: str | None
    presetStopLossPrice: str | None
    cancelReason: str | None
    cancelDetail: str | None
    updateTime: str
    triggerPrice: str | None
    # Of the request behind it, W3C Trace Context; left out without one
    traceparent: NotRequired[str]


class HistoryRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Rows
    pageSize: NotRequired[Decimal | float | str | None]
    # Created since: 1 to 90 days ago, or epoch ms, inclusive; 0: however long ago
    createDate: NotRequired[Decimal | float | str | None]
    # Created until: epoch ms, inclusive
    endCreateDate: NotRequired[Decimal | float | str | None]
    # Page from 0; shifts when new items arrive
    page: NotRequired[Decimal | float | str | None]
    # Opaque place from the header X-Next-Cursor; beats page
    cursor: NotRequired[Decimal | float | str | None]


HistoryAnswer: TypeAlias = List[DetailAnswer]


class CurrentRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Only this order
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


CurrentAnswer: TypeAlias = List[DetailAnswer]


FillsRequest: TypeAlias = CurrentRequest


class FillsAnswerList(TypedDict):
    tradeId: float
    orderId: float
    symbol: str
    marginMode: str
    separatedMode: str
    # LONG or SHORT
    positionSide: str
    # BUY or SELL
    orderSide: str
    fillSize: str
    fillValue: str
    # Cost positive
    fillFee: str
    liquidateFee: str
    # Gross: fees are not deducted
    realizePnl: str
    # OPEN_LONG, OPEN_SHORT, CLOSE_LONG or CLOSE_SHORT
    direction: str
    # NONE, FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE
    liquidateType: str
    # The same as direction
    legacyOrdeDirection: str
    # Epoch ms
    createdTime: float
    # 0 with the tick’s decimals: closed against another position, for a value and without a price
    fillPrice: str
    # TAKER or MAKER
    role: str
    # The position it opened or closed; left out of combined ones
    positionId: NotRequired[float]
    # Of the request behind it, W3C Trace Context; left out without one
    traceparent: NotRequired[str]


class FillsAnswer(TypedDict):
    list: List[FillsAnswerList]
    nextFlag: bool
    totals: float


class ClosePositionsRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Only this position
    positionId: NotRequired[Decimal | float | str | None]


class ClosePositionsRow(TypedDict):
    positionId: float
    successOrderId: float
    errorMessage: str
    success: bool


ClosePositionsAnswer: TypeAlias = List[ClosePositionsRow]


class PlanOrderRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Your id of the order; assigned when not given
    client_oid: NotRequired[Decimal | float | str | None]
    # Size in base coin
    size: Decimal | float | str
    # 1 open long, 2 open short, 3 close long, 4 close short
    type: Literal["1", "2", "3", "4", 1, 2, 3, 4] | OrderType
    # 0 limit, 1 market
    match_type: Literal["0", "1", 0, 1] | PriceKind
    # Limit price; required for match_type 0, ignored for 1
    execute_price: NotRequired[Decimal | float | str | None]
    # Price that fires it
    trigger_price: Decimal | float | str
    # 1 cross, 3 isolated
    marginMode: NotRequired[Literal["1", "3", 1, 3] | MarginMode | None]
    # 1 combined, 2 separated
    separatedMode: NotRequired[Literal["1", "2", 1, 2] | PositionMode | None]
    # Closing orders: only this position is closed
    positionId: NotRequired[Decimal | float | str | None]
    # Preset take profit, opening orders only
    presetTakeProfitPrice: NotRequired[Decimal | float | str | None]
    # Preset stop loss, opening orders only
    presetStopLossPrice: NotRequired[Decimal | float | str | None]
    # 1 last price, 3 mark price
    triggerPriceType: NotRequired[Literal["1", "3", 1, 3] | TriggerType | None]


PlanOrderAnswer: TypeAlias = PlaceOrderAnswer


class CancelPlanRequest(TypedDict):
    # Id of the plan order; missing is 40017
    orderId: NotRequired[Decimal | float | str | None]


CancelPlanAnswer: TypeAlias = CancelOrderAnswer


CurrentPlanRequest: TypeAlias = CurrentRequest


class CurrentPlanRow(TypedDict):
    symbol: str
    size: str
    client_oid: str
    createTime: str
    filled_qty: str
    fee: str
    order_id: str
    # Execution limit; 0 with the tick’s decimals: market
    price: str
    price_avg: str
    # -1 canceled, 0 pending, 1 partly filled, 2 filled
    status: str
    # 1 to 10
    type: str
    # 0 limit execution, 3 market execution
    order_type: str
    totalProfits: str
    triggerPrice: str
    # empty or 1: last price, 3: mark price
    triggerPriceType: str
    # 0 until triggered
    triggerTime: str
    presetTakeProfitPrice: str | None
    presetStopLossPrice: str | None
    # profit_plan, loss_plan or normal_plan
    planType: str
    # long or short
    positionSide: str
    # The opening order of a preset
    parentOrderId: str | None
    cancelReason: str | None
    cancelDetail: str | None
    updateTime: str
    # Of the request behind it, W3C Trace Context; left out without one
    traceparent: NotRequired[str]


CurrentPlanAnswer: TypeAlias = List[CurrentPlanRow]


class HistoryPlanRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Epoch ms, inclusive, on the creation time
    startTime: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive, on the creation time
    endTime: NotRequired[Decimal | float | str | None]
    # 1 open long, 2 open short, 3 close long, 4 close short
    delegateType: NotRequired[Literal["1", "2", "3", "4", 1, 2, 3, 4] | OrderType | None]
    # Rows
    pageSize: NotRequired[Decimal | float | str | None]
    # Page from 0; shifts when new items arrive
    page: NotRequired[Decimal | float | str | None]
    # Opaque place from the header X-Next-Cursor; beats page
    cursor: NotRequired[Decimal | float | str | None]


class HistoryPlanAnswer(TypedDict):
    list: List[CurrentPlanRow]
    nextPage: bool


class PlaceTpSlOrderRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = -
    clientOrderId: Decimal | float | str
    # profit_plan take profit, loss_plan stop loss
    planType: Literal["profit_plan", "loss_plan"]
    # Price that fires it
    triggerPrice: Decimal | float | str
    # Limit price; market when not given or zero
    executePrice: NotRequired[Decimal | float | str | None]
    # Size in base coin
    size: Decimal | float | str
    # long or short
    positionSide: Literal["long", "short"]
    # Ignored: the position has its mode
    marginMode: NotRequired[Literal["1", "3", 1, 3] | MarginMode | None]
    # 1 last price, 3 mark price
    triggerPriceType: NotRequired[Literal["1", "3", 1, 3] | TriggerType | None]
    # This position of the side; the oldest when not given
    positionId: NotRequired[Decimal | float | str | None]


PlaceTpSlOrderAnswer: TypeAlias = List[CancelAllOrdersRow]


class ModifyTpSlOrderRequest(TypedDict):
    # Id of the plan order
    orderId: Decimal | float | str
    # Price that fires it
    triggerPrice: Decimal | float | str
    # Limit price; market when not given or zero
    executePrice: NotRequired[Decimal | float | str | None]
    # 1 last price, 3 mark price
    triggerPriceType: NotRequired[Literal["1", "3", 1, 3] | TriggerType | None]


class ModifyTpSlOrderAnswer(TypedDict):
    code: str
    msg: str
    # Epoch ms
    requestTime: float
    data: None


class UploadAiLogRequest(TypedDict):
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


class UploadAiLogAnswer(TypedDict):
    code: str
    msg: str
    # Epoch ms
    requestTime: float
    data: str

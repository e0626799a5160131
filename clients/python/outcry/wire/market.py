"""Requests and answers of /market.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from decimal import Decimal
from typing import List, Literal, NotRequired, TypeAlias, TypedDict


class MarketTimeRequest(TypedDict):
    pass


class MarketTimeAnswer(TypedDict):
    # Seconds with 3 decimals
    epoch: str
    iso: str
    # Epoch ms
    timestamp: float


class ContractsRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]


class ContractsRow(TypedDict):
    symbol: str
    underlying_index: str
    quote_currency: str
    coin: str
    contract_val: str
    delivery: List[str]
    # Decimals of a size
    size_increment: str
    # Decimals of a price
    tick_size: str
    forwardContractFlag: bool
    priceEndStep: float
    minLeverage: float
    maxLeverage: float
    buyLimitPriceRatio: str
    sellLimitPriceRatio: str
    makerFeeRate: str
    takerFeeRate: str
    minOrderSize: str
    maxOrderSize: str
    maxPositionSize: str
    marketOpenLimitSize: str
    stepSize: str
    minPrice: str
    contractId: float
    # TRADING, HALTED or DELISTED: orders only while TRADING
    state: str
    # Epoch ms; candles before it are a simulated past. 0: there is none
    simulatedUntil: float
    # median: the mark is that of index, book and trades. index: it is the index alone, as a live contest may fix
    markSource: str


ContractsAnswer: TypeAlias = List[ContractsRow]


class DepthRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Levels per side, 1 to 200; others clamp
    limit: NotRequired[Decimal | float | str | None]


class DepthAnswer(TypedDict):
    asks: List[List[str]]
    bids: List[List[str]]
    timestamp: str


TickersRequest: TypeAlias = MarketTimeRequest


class TickersRow(TypedDict):
    symbol: str
    # Before the first trade where the simulated past ended, else the index price
    last: str
    best_ask: str
    best_bid: str
    # Of the last 1440 candles of a minute, as all figures of 24 hours
    high_24h: str
    low_24h: str
    # In USDT
    volume_24h: str
    timestamp: str
    # Since the open of the first of them, a fraction to 6 decimals
    priceChangePercent: str
    # In base coin
    base_volume: str
    markPrice: str
    indexPrice: str


TickersAnswer: TypeAlias = List[TickersRow]


class TickerRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str


TickerAnswer: TypeAlias = TickersRow


class TradesRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # desc: newest first (default), asc: the same rows, oldest first
    sort: NotRequired[Literal["desc", "asc"] | None]


class TradesRow(TypedDict):
    # Grows with every trade; the same as on the channel trades.{symbol}
    ticketId: str
    # Epoch ms
    time: float
    price: str
    # In base coin
    size: str
    # In USDT
    value: str
    symbol: str
    isBestMatch: bool
    isBuyerMaker: bool
    contractVal: str


TradesAnswer: TypeAlias = List[TradesRow]


class HeadlinesRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]


class HeadlinesRow(TypedDict):
    # Its time and its place among those of that time
    id: str
    # Epoch ms, a whole second
    time: float
    # The contract it is about; null: all of them
    symbol: str | None
    # What there is to read
    text: str


HeadlinesAnswer: TypeAlias = List[HeadlinesRow]


class CandlesRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w
    granularity: Literal["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w"]
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # LAST trades (default), MARK mark price, INDEX index price
    priceType: NotRequired[Literal["LAST", "MARK", "INDEX"] | None]
    # desc: newest first, the candle of now at the top (default, unless the operator set otherwise); asc: oldest
    # first
    sort: NotRequired[Literal["desc", "asc"] | None]


CandlesAnswer: TypeAlias = List[List[str]]


class HistoryCandlesRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w
    granularity: Literal["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w"]
    # Epoch ms, inclusive, of the opening. Alone: the first candles from there; with endTime it only cuts off
    startTime: NotRequired[Decimal | float | str | None]
    # Epoch ms, inclusive: the latest candles that open until then
    endTime: NotRequired[Decimal | float | str | None]
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # LAST trades (default), MARK mark price, INDEX index price
    priceType: NotRequired[Literal["LAST", "MARK", "INDEX"] | None]
    # desc: newest first, the candle of now at the top (default, unless the operator set otherwise); asc: oldest
    # first
    sort: NotRequired[Literal["desc", "asc"] | None]


HistoryCandlesAnswer: TypeAlias = List[List[str]]


class IndexRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # INDEX (default) or MARK
    priceType: NotRequired[Literal["INDEX", "MARK"] | None]


class IndexAnswer(TypedDict):
    symbol: str
    # The price asked for; zero when there is none
    index: str
    timestamp: str


OpenInterestRequest: TypeAlias = TickerRequest


class OpenInterestRow(TypedDict):
    symbol: str
    # Open on each side, in base coin
    base_volume: str
    # Its worth at the mark price, in USDT
    target_volume: str
    timestamp: str


OpenInterestAnswer: TypeAlias = List[OpenInterestRow]


FundingTimeRequest: TypeAlias = TickerRequest


class FundingTimeAnswer(TypedDict):
    symbol: str
    # Epoch ms; 0 when the contract is delisted
    fundingTime: float


class GetHistoryFundRateRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # Rows
    limit: NotRequired[Decimal | float | str | None]
    # desc: newest first (default), asc: the same rows, oldest first
    sort: NotRequired[Literal["desc", "asc"] | None]


class GetHistoryFundRateRow(TypedDict):
    symbol: str
    # A fraction; positive: longs pay
    fundingRate: str
    # Epoch ms of the settlement
    fundingTime: float


GetHistoryFundRateAnswer: TypeAlias = List[GetHistoryFundRateRow]


CurrentFundRateRequest: TypeAlias = ContractsRequest


class CurrentFundRateRow(TypedDict):
    symbol: str
    # A fraction; positive: longs pay
    fundingRate: str
    # Minutes between settlements
    collectCycle: float
    # Epoch ms
    timestamp: float


CurrentFundRateAnswer: TypeAlias = List[CurrentFundRateRow]

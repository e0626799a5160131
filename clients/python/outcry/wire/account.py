"""Requests and answers of /account.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import List, Literal, NotRequired, TypeAlias, TypedDict
from .enums import MarginMode, PositionMode


class GetAccountsRequest(TypedDict):
    pass


class GetAccountsAnswerAccountDefaultFeeSetting(TypedDict):
    is_set_fee_rate: bool
    taker_fee_rate: str
    maker_fee_rate: str
    is_set_fee_discount: bool
    fee_discount: str
    is_set_taker_maker_fee_discount: bool
    taker_fee_discount: str
    maker_fee_discount: str


class GetAccountsAnswerAccountFeeSetting(TypedDict):
    symbol: str
    is_set_fee_rate: bool
    taker_fee_rate: str
    maker_fee_rate: str
    is_set_fee_discount: bool
    fee_discount: str
    is_set_taker_maker_fee_discount: bool
    taker_fee_discount: str
    maker_fee_discount: str


class GetAccountsAnswerAccountModeSetting(TypedDict):
    symbol: str
    marginMode: str
    separatedMode: str
    positionMode: str


class GetAccountsAnswerAccountLeverageSetting(TypedDict):
    symbol: str
    isolated_long_leverage: str
    isolated_short_leverage: str
    cross_leverage: str


class GetAccountsAnswerAccount(TypedDict):
    defaultFeeSetting: GetAccountsAnswerAccountDefaultFeeSetting
    feeSetting: List[GetAccountsAnswerAccountFeeSetting]
    modeSetting: List[GetAccountsAnswerAccountModeSetting]
    leverageSetting: List[GetAccountsAnswerAccountLeverageSetting]
    # Orders created in 60 s; 0: no limit of the account’s own
    createOrderRateLimitPerMinute: float
    createOrderDelayMilliseconds: float
    # Epoch ms; 0 before anything happened to the account
    createdTime: float
    # Epoch ms, when its money changed last
    updatedTime: float


class GetAccountsAnswerCollateral(TypedDict):
    coin: str
    # 2 = USDT
    coin_id: float
    # SHARED or ISOLATED
    marginMode: str
    crossSymbol: str | None
    # 0 when SHARED
    isolatedPositionId: float
    # Collateral: an open position has taken its whole value out, or put it in
    amount: str
    pending_deposit_amount: str
    pending_withdraw_amount: str
    pending_transfer_in_amount: str
    pending_transfer_out_amount: str
    is_liquidating: bool
    # amount plus signed open values
    legacy_amount: str
    # These count all there ever was, upwards
    cum_deposit_amount: str
    cum_withdraw_amount: str
    cum_transfer_in_amount: str
    cum_transfer_out_amount: str
    cum_margin_move_in_amount: str
    cum_margin_move_out_amount: str
    # Values of fills, without fees
    cum_position_open_long_amount: str
    cum_position_open_short_amount: str
    cum_position_close_long_amount: str
    cum_position_close_short_amount: str
    # Cost positive
    cum_position_fill_fee_amount: str
    cum_position_liquidate_fee_amount: str
    # Paid less received
    cum_position_funding_amount: str
    cum_order_fill_fee_income_amount: str
    cum_order_liquidate_fee_income_amount: str
    # Epoch ms
    created_time: float
    # Epoch ms
    updated_time: float


class GetAccountsAnswer(TypedDict):
    account: GetAccountsAnswerAccount
    collateral: List[GetAccountsAnswerCollateral]
    version: str | None


AccountsRequest: TypeAlias = GetAccountsRequest


class AccountsAnswerPosition(TypedDict):
    # New for every term, from open to fully closed
    id: float
    account_id: float
    # 2 = USDT
    coin_id: float
    contract_id: float
    symbol: str
    # LONG or SHORT
    side: str
    # SHARED or ISOLATED
    margin_mode: str
    # COMBINED or SEPARATED
    separated_mode: str
    # 0 when combined
    separated_open_order_id: float
    leverage: str
    size: str
    open_value: str
    open_fee: str
    funding_fee: str
    marginSize: str
    isolated_margin: str
    is_auto_append_isolated_margin: bool
    cum_open_size: str
    cum_open_value: str
    cum_open_fee: str
    cum_close_size: str
    cum_close_value: str
    cum_close_fee: str
    cum_funding_fee: str
    cum_liquidate_fee: str
    created_match_sequence_id: float
    updated_match_sequence_id: float
    # Epoch ms
    created_time: float
    # Epoch ms
    updated_time: float
    contractVal: str
    # null while the contract has no valid mark price
    unrealizePnl: str | None
    # 0: no price can liquidate it
    liquidatePrice: str | None


class AccountsAnswer(TypedDict):
    account: GetAccountsAnswerAccount
    collateral: List[GetAccountsAnswerCollateral]
    version: str | None
    position: List[AccountsAnswerPosition]


class GetAccountRequest(TypedDict):
    # The margin coin, USDT
    coin: Decimal | float | str


GetAccountAnswer: TypeAlias = GetAccountsAnswer


AssetsRequest: TypeAlias = GetAccountsRequest


class AssetsRow(TypedDict):
    coinName: str
    # For new orders, of the cross part
    available: str
    # Over all parts
    equity: str
    # Held by working opening orders
    frozen: str
    unrealizePnl: str


AssetsAnswer: TypeAlias = List[AssetsRow]


class BillsRequest(TypedDict):
    # Coin, USDT
    coin: NotRequired[Decimal | float | str | None]
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]
    # One of the 21 business types
    businessType: NotRequired[Literal["", "deposit", "withdraw", "transfer_in", "transfer_out", "margin_move_in", "margin_move_out", "position_open_long", "position_open_short", "position_close_long", "position_close_short", "position_funding", "order_fill_fee_income", "order_liquidate_fee_income", "start_liquidate", "finish_liquidate", "order_fix_margin_amount", "tracking_follow_pay", "tracking_system_pre_receive", "tracking_follow_back", "tracking_trader_income", "tracking_third_party_share"] | None]
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


class BillsAnswerItems(TypedDict):
    billId: float
    coin: str
    # Empty when no contract is involved
    symbol: str
    # Signed change, net of fillFee
    amount: str
    businessType: str
    # Collateral amount of the part after the change
    balance: str
    # Cost positive
    fillFee: str
    transferReason: str
    # Epoch ms
    ctime: float
    # Epoch ms
    cTime: float
    marginMode: str
    isolatedPositionId: float
    # balance plus signed open values
    legacyBalance: str
    orderId: str | None


class BillsAnswer(TypedDict):
    hasNextPage: bool
    items: List[BillsAnswerItems]


class SettingsRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: NotRequired[Decimal | float | str | None]


class SettingsRowValue(TypedDict):
    isolated_long_leverage: str
    isolated_short_leverage: str
    cross_leverage: str
    # What the account pays as maker; negative: a rebate
    maker_fee_rate: str
    taker_fee_rate: str


SettingsAnswer: TypeAlias = dict[str, SettingsRowValue]


class LeverageRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # 1 cross, 3 isolated
    marginMode: Literal["1", "3", 1, 3] | MarginMode
    # Whole number
    longLeverage: Decimal | float | str
    # Whole number; absent: as longLeverage
    shortLeverage: NotRequired[Decimal | float | str | None]


class LeverageAnswer(TypedDict):
    msg: str
    # Epoch ms
    requestTime: float
    code: str


class AdjustMarginRequest(TypedDict):
    # 2: USDT, the only coin
    coinId: NotRequired[Decimal | float | str | None]
    # Id of the position
    isolatedPositionId: Decimal | float | str
    # USDT to add; negative: to remove; at most 8 decimals
    collateralAmount: Decimal | float | str


AdjustMarginAnswer: TypeAlias = LeverageAnswer


class ModifyAutoAppendMarginRequest(TypedDict):
    # Id of the position
    positionId: Decimal | float | str
    # true or false
    autoAppendMargin: bool | Literal["true", "false", "1", "0", 1, 0]


ModifyAutoAppendMarginAnswer: TypeAlias = LeverageAnswer


AllPositionRequest: TypeAlias = GetAccountsRequest


AllPositionAnswer: TypeAlias = List[AccountsAnswerPosition]


class SinglePositionRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str


SinglePositionAnswer: TypeAlias = List[AccountsAnswerPosition]


class ChangeHoldModelRequest(TypedDict):
    # Trading pair, such as cmt_btcusdt
    symbol: Decimal | float | str
    # 1 cross, 3 isolated
    marginMode: Literal["1", "3", 1, 3] | MarginMode
    # 1 combined (default), 2 separated
    separatedMode: NotRequired[Literal["1", "2", 1, 2] | PositionMode | None]


ChangeHoldModelAnswer: TypeAlias = LeverageAnswer


ApiKeyRequest: TypeAlias = GetAccountsRequest


class ApiKeyAnswerLimits(TypedDict):
    # USDT; null: any
    orderValue: str | None
    # USDT, per contract; null: any
    positionValue: str | None
    # USDT a UTC day; null: any
    dayLoss: str | None
    reduceOnly: bool
    # Contracts it may open in; null: any
    symbols: List[str] | None
    # Epoch ms; null: it does not expire
    until: float | None
    # Epoch ms; null: it is not stopped
    stoppedAt: float | None
    # USDT, below 0 a gain; null without dayLoss
    lossToday: str | None
    # USDT an order may still take; 0 once the day is spent; null without dayLoss
    lossLeft: str | None


class ApiKeyAnswer(TypedDict):
    uid: float
    label: str
    # trade implies read
    permission: str
    # Epoch ms; null: never
    expiresAt: float | None
    # Addresses it may come from; empty: any
    ips: List[str]
    # What it may do at most; null: whatever its account may
    limits: ApiKeyAnswerLimits | None


RefusalsRequest: TypeAlias = GetAccountsRequest


class RefusalsRow(TypedDict):
    # Epoch ms at which it was received
    t: float
    operation: str
    code: str
    token: str | None
    # In the language of its answer
    msg: str
    hint: str | None
    # The X-Request-Id of its answer
    requestId: str


RefusalsAnswer: TypeAlias = List[RefusalsRow]


class ApiKeyLimitsRequest(TypedDict):
    # Most an opening order may be worth, USDT
    orderValue: NotRequired[Decimal | float | str | None]
    # Most a position may be worth, USDT, per contract
    positionValue: NotRequired[Decimal | float | str | None]
    # Most the account may lose in a UTC day, USDT
    dayLoss: NotRequired[Decimal | float | str | None]
    # It may close and not open
    reduceOnly: NotRequired[bool | Literal["true", "false", "1", "0", 1, 0] | None]
    # Contracts it may open in
    symbols: NotRequired[Sequence[Decimal | float | str] | None]
    # Epoch ms: from then on it trades no more
    until: NotRequired[Decimal | float | str | None]


ApiKeyLimitsAnswer: TypeAlias = LeverageAnswer


class ApiKeyStopRequest(TypedDict):
    # Close all positions of the account too
    close: NotRequired[bool | Literal["true", "false", "1", "0", 1, 0] | None]


ApiKeyStopAnswer: TypeAlias = LeverageAnswer

/**
 * Requests and answers of /account.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest, ContractsRequest, TickerRequest } from './market.ts';

export type GetAccountsRequest = MarketTimeRequest;

export interface GetAccountsAnswerAccountDefaultFeeSetting {
  readonly is_set_fee_rate: boolean;
  readonly taker_fee_rate: string;
  readonly maker_fee_rate: string;
  readonly is_set_fee_discount: boolean;
  readonly fee_discount: string;
  readonly is_set_taker_maker_fee_discount: boolean;
  readonly taker_fee_discount: string;
  readonly maker_fee_discount: string;
}

export interface GetAccountsAnswerAccountFeeSetting {
  readonly symbol: string;
  readonly is_set_fee_rate: boolean;
  readonly taker_fee_rate: string;
  readonly maker_fee_rate: string;
  readonly is_set_fee_discount: boolean;
  readonly fee_discount: string;
  readonly is_set_taker_maker_fee_discount: boolean;
  readonly taker_fee_discount: string;
  readonly maker_fee_discount: string;
}

export interface GetAccountsAnswerAccountModeSetting {
  readonly symbol: string;
  readonly marginMode: string;
  readonly separatedMode: string;
  readonly positionMode: string;
}

export interface GetAccountsAnswerAccountLeverageSetting {
  readonly symbol: string;
  readonly isolated_long_leverage: string;
  readonly isolated_short_leverage: string;
  readonly cross_leverage: string;
}

export interface GetAccountsAnswerAccount {
  readonly defaultFeeSetting: GetAccountsAnswerAccountDefaultFeeSetting;
  readonly feeSetting: readonly GetAccountsAnswerAccountFeeSetting[];
  readonly modeSetting: readonly GetAccountsAnswerAccountModeSetting[];
  readonly leverageSetting: readonly GetAccountsAnswerAccountLeverageSetting[];
  /** Orders created in 60 s; 0: no limit of the account’s own */ readonly createOrderRateLimitPerMinute: number;
  readonly createOrderDelayMilliseconds: number;
  /** Epoch ms; 0 before anything happened to the account */ readonly createdTime: number;
  /** Epoch ms, when its money changed last */ readonly updatedTime: number;
}

export interface GetAccountsAnswerCollateral {
  readonly coin: string;
  /** 2 = USDT */ readonly coin_id: number;
  /** SHARED or ISOLATED */ readonly marginMode: string;
  readonly crossSymbol: string | null;
  /** 0 when SHARED */ readonly isolatedPositionId: number;
  /** Collateral: an open position has taken its whole value out, or put it in */ readonly amount: string;
  readonly pending_deposit_amount: string;
  readonly pending_withdraw_amount: string;
  readonly pending_transfer_in_amount: string;
  readonly pending_transfer_out_amount: string;
  readonly is_liquidating: boolean;
  /** amount plus signed open values */ readonly legacy_amount: string;
  /** These count all there ever was, upwards */ readonly cum_deposit_amount: string;
  readonly cum_withdraw_amount: string;
  readonly cum_transfer_in_amount: string;
  readonly cum_transfer_out_amount: string;
  readonly cum_margin_move_in_amount: string;
  readonly cum_margin_move_out_amount: string;
  /** Values of fills, without fees */ readonly cum_position_open_long_amount: string;
  readonly cum_position_open_short_amount: string;
  readonly cum_position_close_long_amount: string;
  readonly cum_position_close_short_amount: string;
  /** Cost positive */ readonly cum_position_fill_fee_amount: string;
  readonly cum_position_liquidate_fee_amount: string;
  /** Paid less received */ readonly cum_position_funding_amount: string;
  readonly cum_order_fill_fee_income_amount: string;
  readonly cum_order_liquidate_fee_income_amount: string;
  /** Epoch ms */ readonly created_time: number;
  /** Epoch ms */ readonly updated_time: number;
}

export interface GetAccountsAnswer {
  readonly account: GetAccountsAnswerAccount;
  readonly collateral: readonly GetAccountsAnswerCollateral[];
  readonly version: string | null;
}

export type AccountsRequest = MarketTimeRequest;

export interface AccountsAnswerPosition {
  /** New for every term, from open to fully closed */ readonly id: number;
  readonly account_id: number;
  /** 2 = USDT */ readonly coin_id: number;
  readonly contract_id: number;
  readonly symbol: string;
  /** LONG or SHORT */ readonly side: string;
  /** SHARED or ISOLATED */ readonly margin_mode: string;
  /** COMBINED or SEPARATED */ readonly separated_mode: string;
  /** 0 when combined */ readonly separated_open_order_id: number;
  readonly leverage: string;
  readonly size: string;
  readonly open_value: string;
  readonly open_fee: string;
  readonly funding_fee: string;
  readonly marginSize: string;
  readonly isolated_margin: string;
  readonly is_auto_append_isolated_margin: boolean;
  readonly cum_open_size: string;
  readonly cum_open_value: string;
  readonly cum_open_fee: string;
  readonly cum_close_size: string;
  readonly cum_close_value: string;
  readonly cum_close_fee: string;
  readonly cum_funding_fee: string;
  readonly cum_liquidate_fee: string;
  readonly created_match_sequence_id: number;
  readonly updated_match_sequence_id: number;
  /** Epoch ms */ readonly created_time: number;
  /** Epoch ms */ readonly updated_time: number;
  readonly contractVal: string;
  /** null while the contract has no valid mark price */ readonly unrealizePnl: string | null;
  /** 0: no price can liquidate it */ readonly liquidatePrice: string | null;
}

export interface AccountsAnswer {
  readonly account: GetAccountsAnswerAccount;
  readonly collateral: readonly GetAccountsAnswerCollateral[];
  readonly version: string | null;
  readonly position: readonly AccountsAnswerPosition[];
}

export interface GetAccountRequest {
  /** The margin coin, USDT */ readonly coin: string | number;
}

export type GetAccountAnswer = GetAccountsAnswer;

export type AssetsRequest = MarketTimeRequest;

export interface AssetsRow {
  readonly coinName: string;
  /** For new orders, of the cross part */ readonly available: string;
  /** Over all parts */ readonly equity: string;
  /** Held by working opening orders */ readonly frozen: string;
  readonly unrealizePnl: string;
}

export type AssetsAnswer = readonly AssetsRow[];

export interface BillsRequest {
  /** Coin, USDT */ readonly coin?: string | number | null | undefined;
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** One of the 21 business types */
  readonly businessType?: '' | 'deposit' | 'withdraw' | 'transfer_in' | 'transfer_out' | 'margin_move_in' | 'margin_move_out' | 'position_open_long' | 'position_open_short' | 'position_close_long' | 'position_close_short' | 'position_funding' | 'order_fill_fee_income' | 'order_liquidate_fee_income' | 'start_liquidate' | 'finish_liquidate' | 'order_fix_margin_amount' | 'tracking_follow_pay' | 'tracking_system_pre_receive' | 'tracking_follow_back' | 'tracking_trader_income' | 'tracking_third_party_share' | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface BillsAnswerItems {
  readonly billId: number;
  readonly coin: string;
  /** Empty when no contract is involved */ readonly symbol: string;
  /** Signed change, net of fillFee */ readonly amount: string;
  readonly businessType: string;
  /** Collateral amount of the part after the change */ readonly balance: string;
  /** Cost positive */ readonly fillFee: string;
  readonly transferReason: string;
  /** Epoch ms */ readonly ctime: number;
  /** Epoch ms */ readonly cTime: number;
  readonly marginMode: string;
  readonly isolatedPositionId: number;
  /** balance plus signed open values */ readonly legacyBalance: string;
  readonly orderId: string | null;
}

export interface BillsAnswer {
  readonly hasNextPage: boolean;
  readonly items: readonly BillsAnswerItems[];
}

export type SettingsRequest = ContractsRequest;

export interface SettingsRowValue {
  readonly isolated_long_leverage: string;
  readonly isolated_short_leverage: string;
  readonly cross_leverage: string;
  /** What the account pays as maker; negative: a rebate */ readonly maker_fee_rate: string;
  readonly taker_fee_rate: string;
}

export type SettingsAnswer = Readonly<Record<string, SettingsRowValue>>;

export interface LeverageRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** 1 cross, 3 isolated */ readonly marginMode: '1' | '3' | 1 | 3;
  /** Whole number */ readonly longLeverage: string | number;
  /** Whole number; absent: as longLeverage */ readonly shortLeverage?: string | number | null | undefined;
}

export interface LeverageAnswer {
  readonly msg: string;
  /** Epoch ms */ readonly requestTime: number;
  readonly code: string;
}

export interface AdjustMarginRequest {
  /** 2: USDT, the only coin */ readonly coinId?: string | number | null | undefined;
  /** Id of the position */ readonly isolatedPositionId: string | number;
  /** USDT to add; negative: to remove; at most 8 decimals */ readonly collateralAmount: string | number;
}

export type AdjustMarginAnswer = LeverageAnswer;

export interface ModifyAutoAppendMarginRequest {
  /** Id of the position */ readonly positionId: string | number;
  /** true or false */ readonly autoAppendMargin: boolean | 'true' | 'false' | '1' | '0' | 1 | 0;
}

export type ModifyAutoAppendMarginAnswer = LeverageAnswer;

export type AllPositionRequest = MarketTimeRequest;

export type AllPositionAnswer = readonly AccountsAnswerPosition[];

export type SinglePositionRequest = TickerRequest;

export type SinglePositionAnswer = readonly AccountsAnswerPosition[];

export interface ChangeHoldModelRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** 1 cross, 3 isolated */ readonly marginMode: '1' | '3' | 1 | 3;
  /** 1 combined (default), 2 separated */ readonly separatedMode?: '1' | '2' | 1 | 2 | null | undefined;
}

export type ChangeHoldModelAnswer = LeverageAnswer;

export type ApiKeyRequest = MarketTimeRequest;

export interface ApiKeyAnswerLimits {
  /** USDT; null: any */ readonly orderValue: string | null;
  /** USDT, per contract; null: any */ readonly positionValue: string | null;
  /** USDT a UTC day; null: any */ readonly dayLoss: string | null;
  readonly reduceOnly: boolean;
  /** Contracts it may open in; null: any */ readonly symbols: readonly string[] | null;
  /** Epoch ms; null: it does not expire */ readonly until: number | null;
  /** Epoch ms; null: it is not stopped */ readonly stoppedAt: number | null;
  /** USDT, below 0 a gain; null without dayLoss */ readonly lossToday: string | null;
  /** USDT an order may still take; 0 once the day is spent; null without dayLoss */ readonly lossLeft: string | null;
}

export interface ApiKeyAnswer {
  readonly uid: number;
  readonly label: string;
  /** trade implies read */ readonly permission: string;
  /** Epoch ms; null: never */ readonly expiresAt: number | null;
  /** Addresses it may come from; empty: any */ readonly ips: readonly string[];
  /** What it may do at most; null: whatever its account may */ readonly limits: ApiKeyAnswerLimits | null;
}

export type RefusalsRequest = MarketTimeRequest;

export interface RefusalsRow {
  /** Epoch ms at which it was received */ readonly t: number;
  readonly operation: string;
  readonly code: string;
  readonly token: string | null;
  /** In the language of its answer */ readonly msg: string;
  readonly hint: string | null;
  /** The X-Request-Id of its answer */ readonly requestId: string;
}

export type RefusalsAnswer = readonly RefusalsRow[];

export interface ApiKeyLimitsRequest {
  /** Most an opening order may be worth, USDT */ readonly orderValue?: string | number | null | undefined;
  /** Most a position may be worth, USDT, per contract */ readonly positionValue?: string | number | null | undefined;
  /** Most the account may lose in a UTC day, USDT */ readonly dayLoss?: string | number | null | undefined;
  /** It may close and not open */
  readonly reduceOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** Contracts it may open in */ readonly symbols?: readonly (string | number)[] | null | undefined;
  /** Epoch ms: from then on it trades no more */ readonly until?: string | number | null | undefined;
}

export type ApiKeyLimitsAnswer = LeverageAnswer;

export interface ApiKeyStopRequest {
  /** Close all positions of the account too */
  readonly close?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
}

export type ApiKeyStopAnswer = LeverageAnswer;

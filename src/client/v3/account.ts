/**
 * Requests and answers of /account.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest, ExchangeInfoRequest, OpenInterestRequest } from './market.ts';

export type BalanceRequest = MarketTimeRequest;

export interface BalanceRow {
  readonly asset: string;
  /** Equity over all parts */ readonly balance: string;
  /** For new orders, of the cross part */ readonly availableBalance: string;
  /** Held by working opening orders */ readonly frozen: string;
  readonly unrealizePnl: string;
}

export type BalanceAnswer = readonly BalanceRow[];

export type AccountConfigRequest = MarketTimeRequest;

export interface AccountConfigAnswer {
  readonly canTrade: boolean;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  readonly dualSidePosition: boolean;
  /** When its money changed last */ readonly updateTime: number;
  readonly uid: string;
}

export type SymbolConfigRequest = ExchangeInfoRequest;

export interface SymbolConfigRow {
  readonly symbol: string;
  /** CROSSED or ISOLATED */ readonly marginType: string;
  /** COMBINED or SEPARATED */ readonly separatedType: string;
  readonly crossLeverage: string;
  readonly isolatedLongLeverage: string;
  readonly isolatedShortLeverage: string;
}

export type SymbolConfigAnswer = readonly SymbolConfigRow[];

export type CommissionRateRequest = OpenInterestRequest;

export interface CommissionRateAnswer {
  readonly symbol: string;
  /** Negative: a rebate */ readonly makerCommissionRate: string;
  readonly takerCommissionRate: string;
}

export interface LeverageRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** CROSSED or ISOLATED */ readonly marginType?: 'CROSSED' | 'ISOLATED' | null | undefined;
  /** Whole number; read unless marginType is ISOLATED */ readonly crossLeverage?: string | number | null | undefined;
  /** Whole number; of the pair the one that is absent stays */
  readonly isolatedLongLeverage?: string | number | null | undefined;
  /** Whole number */ readonly isolatedShortLeverage?: string | number | null | undefined;
}

export interface LeverageAnswer {
  readonly symbol: string;
  /** CROSSED or ISOLATED */ readonly marginType: string;
  readonly crossLeverage: string;
  readonly isolatedLongLeverage: string;
  readonly isolatedShortLeverage: string;
}

export interface MarginTypeRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** CROSSED or ISOLATED */ readonly marginType: 'CROSSED' | 'ISOLATED';
  /** COMBINED or SEPARATED */ readonly separatedType?: 'COMBINED' | 'SEPARATED' | null | undefined;
}

export interface MarginTypeAnswer {
  readonly code: string;
  readonly requestTime: number;
}

export interface PositionMarginRequest {
  /** Id of the position */ readonly isolatedPositionId: string | number;
  /** USDT, above 0, at most 8 decimals */ readonly amount: string | number;
  /** 1: add, 2: remove */ readonly type: string | number;
}

export type PositionMarginAnswer = MarginTypeAnswer;

export interface ModifyAutoAppendMarginRequest {
  /** Id of the position */ readonly positionId: string | number;
  /** true or false */ readonly autoAppendMargin: boolean | 'true' | 'false' | '1' | '0' | 1 | 0;
}

export type ModifyAutoAppendMarginAnswer = MarginTypeAnswer;

export interface IncomeRequest {
  /** USDT */ readonly asset?: string | number | null | undefined;
  /** The same by another name */ readonly currency?: string | number | null | undefined;
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** One of the 21 business types */
  readonly incomeType?: '' | 'deposit' | 'withdraw' | 'transfer_in' | 'transfer_out' | 'margin_move_in' | 'margin_move_out' | 'position_open_long' | 'position_open_short' | 'position_close_long' | 'position_close_short' | 'position_funding' | 'order_fill_fee_income' | 'order_liquidate_fee_income' | 'start_liquidate' | 'finish_liquidate' | 'order_fix_margin_amount' | 'tracking_follow_pay' | 'tracking_system_pre_receive' | 'tracking_follow_back' | 'tracking_trader_income' | 'tracking_third_party_share' | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Only what is older than the bill with this id; from nextKey, and beats page and cursor */
  readonly nextKeyId?: string | number | null | undefined;
  /** The time of that bill */ readonly nextKeyTime?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface IncomeAnswerNextKey {
  readonly nextKeyId: number;
  readonly nextKeyTime: number;
}

export interface IncomeAnswerItems {
  readonly billId: number;
  readonly asset: string;
  /** null when no contract is involved */ readonly symbol: string | null;
  /** Signed change, net of fillFee */ readonly income: string;
  readonly incomeType: string;
  /** Collateral amount of the part after the change */ readonly balance: string;
  /** Cost positive */ readonly fillFee: string;
  readonly time: number;
  readonly transferReason: string;
  /** CROSSED or ISOLATED */ readonly marginType: string;
  readonly isolatedPositionId: number;
  /** balance plus signed open values */ readonly legacyBalance: string;
  readonly orderId: string | null;
}

export interface IncomeAnswer {
  readonly hasNextPage: boolean;
  /** Of the next page; null on the last */ readonly nextKey: IncomeAnswerNextKey | null;
  readonly items: readonly IncomeAnswerItems[];
}

export type AllPositionRequest = MarketTimeRequest;

export interface AllPositionRow {
  /** New for every term, from open to fully closed */ readonly id: number;
  readonly asset: string;
  readonly symbol: string;
  /** LONG or SHORT */ readonly side: string;
  /** CROSSED or ISOLATED */ readonly marginType: string;
  /** COMBINED or SEPARATED */ readonly separatedMode: string;
  /** 0 when combined */ readonly separatedOpenOrderId: number;
  readonly leverage: string;
  readonly size: string;
  readonly openValue: string;
  readonly openFee: string;
  readonly fundingFee: string;
  readonly marginSize: string;
  readonly isolatedMargin: string;
  readonly isAutoAppendIsolatedMargin: boolean;
  readonly cumOpenSize: string;
  readonly cumOpenValue: string;
  readonly cumOpenFee: string;
  readonly cumCloseSize: string;
  readonly cumCloseValue: string;
  readonly cumCloseFee: string;
  readonly cumFundingFee: string;
  readonly cumLiquidateFee: string;
  readonly createdMatchSequenceId: number;
  readonly updatedMatchSequenceId: number;
  readonly createdTime: number;
  readonly updatedTime: number;
  /** null while the contract has no valid mark price */ readonly unrealizePnl: string | null;
  /** 0: no price can liquidate it */ readonly liquidatePrice: string | null;
}

export type AllPositionAnswer = readonly AllPositionRow[];

export type SinglePositionRequest = OpenInterestRequest;

export type SinglePositionAnswer = readonly AllPositionRow[];

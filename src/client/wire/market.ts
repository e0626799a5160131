/**
 * Requests and answers of /market.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */

export type MarketTimeRequest = Readonly<Record<string, never>>;

export interface MarketTimeAnswer {
  /** Seconds with 3 decimals */ readonly epoch: string;
  readonly iso: string;
  /** Epoch ms */ readonly timestamp: number;
}

export interface ContractsRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
}

export interface ContractsRow {
  readonly symbol: string;
  readonly underlying_index: string;
  readonly quote_currency: string;
  readonly coin: string;
  readonly contract_val: string;
  readonly delivery: readonly string[];
  /** Decimals of a size */ readonly size_increment: string;
  /** Decimals of a price */ readonly tick_size: string;
  readonly forwardContractFlag: boolean;
  readonly priceEndStep: number;
  readonly minLeverage: number;
  readonly maxLeverage: number;
  readonly buyLimitPriceRatio: string;
  readonly sellLimitPriceRatio: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly minOrderSize: string;
  readonly maxOrderSize: string;
  readonly maxPositionSize: string;
  readonly marketOpenLimitSize: string;
  readonly stepSize: string;
  readonly minPrice: string;
  readonly contractId: number;
  /** TRADING, HALTED or DELISTED: orders only while TRADING */ readonly state: string;
}

export type ContractsAnswer = readonly ContractsRow[];

export interface DepthRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Levels per side, 1 to 200; others clamp */ readonly limit?: string | number | null | undefined;
}

export interface DepthAnswer {
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
  readonly timestamp: string;
}

export interface TickerRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
}

export interface TickerAnswer {
  readonly symbol: string;
  /** The index price before the first trade */ readonly last: string;
  readonly best_ask: string;
  readonly best_bid: string;
  readonly high_24h: string;
  readonly low_24h: string;
  /** In USDT */ readonly volume_24h: string;
  readonly timestamp: string;
  /** A fraction to 6 decimals */ readonly priceChangePercent: string;
  /** In base coin */ readonly base_volume: string;
  readonly markPrice: string;
  readonly indexPrice: string;
}

export type FundingTimeRequest = TickerRequest;

export interface FundingTimeAnswer {
  readonly symbol: string;
  /** Epoch ms; 0 when the contract is delisted */ readonly fundingTime: number;
}

export interface GetHistoryFundRateRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** desc: newest first (default), asc: the same rows, oldest first */
  readonly sort?: 'desc' | 'asc' | null | undefined;
}

export interface GetHistoryFundRateRow {
  readonly symbol: string;
  /** A fraction; positive: longs pay */ readonly fundingRate: string;
  /** Epoch ms of the settlement */ readonly fundingTime: number;
}

export type GetHistoryFundRateAnswer = readonly GetHistoryFundRateRow[];

export type CurrentFundRateRequest = ContractsRequest;

export interface CurrentFundRateRow {
  readonly symbol: string;
  /** A fraction; positive: longs pay */ readonly fundingRate: string;
  /** Minutes between settlements */ readonly collectCycle: number;
  /** Epoch ms */ readonly timestamp: number;
}

export type CurrentFundRateAnswer = readonly CurrentFundRateRow[];

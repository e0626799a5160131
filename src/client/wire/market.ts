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
  /** Epoch ms; candles before it are a simulated past. 0: there is none */ readonly simulatedUntil: number;
  /** median: the mark is that of index, book and trades. index: it is the index alone, as a live contest may fix */
  readonly markSource: string;
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

export type TickersRequest = MarketTimeRequest;

export interface TickersRow {
  readonly symbol: string;
  /** Before the first trade where the simulated past ended, else the index price */ readonly last: string;
  readonly best_ask: string;
  readonly best_bid: string;
  /** Of the last 1440 candles of a minute, as all figures of 24 hours */ readonly high_24h: string;
  readonly low_24h: string;
  /** In USDT */ readonly volume_24h: string;
  readonly timestamp: string;
  /** Since the open of the first of them, a fraction to 6 decimals */ readonly priceChangePercent: string;
  /** In base coin */ readonly base_volume: string;
  readonly markPrice: string;
  readonly indexPrice: string;
}

export type TickersAnswer = readonly TickersRow[];

export interface TickerRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
}

export type TickerAnswer = TickersRow;

export interface TradesRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** desc: newest first (default), asc: the same rows, oldest first */
  readonly sort?: 'desc' | 'asc' | null | undefined;
}

export interface TradesRow {
  /** Grows with every trade; the same as on the channel trades.{symbol} */ readonly ticketId: string;
  /** Epoch ms */ readonly time: number;
  readonly price: string;
  /** In base coin */ readonly size: string;
  /** In USDT */ readonly value: string;
  readonly symbol: string;
  readonly isBestMatch: boolean;
  readonly isBuyerMaker: boolean;
  readonly contractVal: string;
}

export type TradesAnswer = readonly TradesRow[];

export interface HeadlinesRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface HeadlinesRow {
  /** Its time and its place among those of that time */ readonly id: string;
  /** Epoch ms, a whole second */ readonly time: number;
  /** The contract it is about; null: all of them */ readonly symbol: string | null;
  /** What there is to read */ readonly text: string;
}

export type HeadlinesAnswer = readonly HeadlinesRow[];

export interface CandlesRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w */
  readonly granularity: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '12h' | '1d' | '1w';
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** LAST trades (default), MARK mark price, INDEX index price */
  readonly priceType?: 'LAST' | 'MARK' | 'INDEX' | null | undefined;
  /**
   * desc: newest first, the candle of now at the top (default, unless the operator set otherwise); asc: oldest first
   */
  readonly sort?: 'desc' | 'asc' | null | undefined;
}

export type CandlesAnswer = readonly (readonly [string, string, string, string, string, string, string])[];

export interface HistoryCandlesRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w */
  readonly granularity: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '12h' | '1d' | '1w';
  /** Epoch ms, inclusive, of the opening. Alone: the first candles from there; with endTime it only cuts off */
  readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive: the latest candles that open until then */
  readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** LAST trades (default), MARK mark price, INDEX index price */
  readonly priceType?: 'LAST' | 'MARK' | 'INDEX' | null | undefined;
  /**
   * desc: newest first, the candle of now at the top (default, unless the operator set otherwise); asc: oldest first
   */
  readonly sort?: 'desc' | 'asc' | null | undefined;
}

export type HistoryCandlesAnswer = readonly (readonly [string, string, string, string, string, string, string])[];

export interface IndexRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** INDEX (default) or MARK */ readonly priceType?: 'INDEX' | 'MARK' | null | undefined;
}

export interface IndexAnswer {
  readonly symbol: string;
  /** The price asked for; zero when there is none */ readonly index: string;
  readonly timestamp: string;
}

export type OpenInterestRequest = TickerRequest;

export interface OpenInterestRow {
  readonly symbol: string;
  /** Open on each side, in base coin */ readonly base_volume: string;
  /** Its worth at the mark price, in USDT */ readonly target_volume: string;
  readonly timestamp: string;
}

export type OpenInterestAnswer = readonly OpenInterestRow[];

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

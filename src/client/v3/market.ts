/**
 * Requests and answers of /market.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */

export type MarketTimeRequest = Readonly<Record<string, never>>;

export interface MarketTimeAnswer {
  readonly serverTime: number;
}

export interface ExchangeInfoRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
}

export interface ExchangeInfoAnswerAssets {
  readonly asset: string;
  readonly marginAvailable: boolean;
}

export interface ExchangeInfoAnswerRateLimits {
  /** REQUEST_WEIGHT of an address, or ORDERS of an account */ readonly rateLimitType: string;
  readonly interval: string;
  readonly intervalNum: number;
  readonly limit: number;
}

export interface ExchangeInfoAnswerSymbols {
  readonly symbol: string;
  readonly displaySymbol: string;
  readonly contractType: string;
  readonly underlyingType: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly marginAsset: string;
  /** Decimals of a price */ readonly pricePrecision: number;
  /** Decimals of a size */ readonly quantityPrecision: number;
  readonly baseAssetPrecision: number;
  readonly quotePrecision: number;
  /** Face value; sizes are in base coin, whatever it is */ readonly contractVal: number;
  readonly delivery: readonly string[];
  readonly forwardContractFlag: boolean;
  readonly minLeverage: number;
  readonly maxLeverage: number;
  readonly buyLimitPriceRatio: number;
  readonly sellLimitPriceRatio: number;
  readonly makerFeeRate: number;
  readonly takerFeeRate: number;
  readonly minOrderSize: number;
  readonly maxOrderSize: number;
  readonly maxPositionSize: number;
  readonly marketOpenLimitSize: number;
  readonly stepSize: number;
  readonly tickSize: number;
  readonly minPrice: number;
  readonly contractId: number;
}

export interface ExchangeInfoAnswer {
  readonly assets: readonly ExchangeInfoAnswerAssets[];
  readonly rateLimits: readonly ExchangeInfoAnswerRateLimits[];
  readonly symbols: readonly ExchangeInfoAnswerSymbols[];
}

export type ApiTradingSymbolsRequest = MarketTimeRequest;

export type ApiTradingSymbolsAnswer = readonly string[];

export interface DepthRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Levels of a side: 15 (default) or 200 */ readonly limit?: '15' | '200' | 15 | 200 | null | undefined;
}

export interface DepthAnswer {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
  /** Equal to `u` of the socket at the same moment */ readonly lastUpdateId: number;
}

export type Ticker24hrRequest = ExchangeInfoRequest;

export interface Ticker24hrRow {
  readonly symbol: string;
  readonly priceChange: string;
  /** A fraction to 6 decimals */ readonly priceChangePercent: string;
  readonly lastPrice: string;
  /** 24 hours ago */ readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  /** In base coin */ readonly volume: string;
  readonly quoteVolume: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly openTime: number;
  readonly closeTime: number;
  readonly bidPrice: string;
  /** 0: nobody buys */ readonly bidQty: string;
  readonly askPrice: string;
  readonly askQty: string;
  /** Trades; a simulated past has none */ readonly count: number;
}

export type Ticker24hrAnswer = readonly Ticker24hrRow[];

export type BookTickerRequest = ExchangeInfoRequest;

export interface BookTickerRow {
  readonly symbol: string;
  readonly bidPrice: string;
  /** 0: nobody buys */ readonly bidQty: string;
  readonly askPrice: string;
  readonly askQty: string;
  readonly time: number;
}

export type BookTickerAnswer = readonly BookTickerRow[];

export interface TradesRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface TradesRow {
  /** Grows with every trade */ readonly id: string;
  readonly time: number;
  readonly price: string;
  /** In base coin */ readonly qty: string;
  readonly quoteQty: string;
  readonly isBestMatch: boolean;
  readonly isBuyerMaker: boolean;
  readonly symbol: string;
}

export type TradesAnswer = readonly TradesRow[];

export interface HeadlinesRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface HeadlinesRow {
  /** Its time and its place among those of that time */ readonly id: string;
  /** Epoch ms, a whole second */ readonly time: number;
  /** The contract it is about; null: all of them */ readonly symbol: string | null;
  /** What there is to read */ readonly text: string;
}

export type HeadlinesAnswer = readonly HeadlinesRow[];

export interface KlinesRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Length of a bar: 1m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 1w, 1M */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '8h' | '12h' | '1d' | '1w' | '1M';
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Epoch ms, inclusive, of the opening: the first bars from there */
  readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, of the opening; without startTime the latest bars until then */
  readonly endTime?: string | number | null | undefined;
}

export type KlinesAnswer = readonly (readonly (string | number)[])[];

export type IndexPriceKlinesRequest = KlinesRequest;

export type IndexPriceKlinesAnswer = readonly (readonly (string | number)[])[];

export type MarkPriceKlinesRequest = KlinesRequest;

export type MarkPriceKlinesAnswer = readonly (readonly (string | number)[])[];

export interface HistoryKlinesRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Length of a bar: 1m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 1w, 1M */
  readonly interval: '1m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '8h' | '12h' | '1d' | '1w' | '1M';
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Epoch ms, inclusive, of the opening: the first bars from there */
  readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, of the opening; without startTime the latest bars until then */
  readonly endTime?: string | number | null | undefined;
  /** LAST (default), INDEX or MARK */ readonly priceType?: 'LAST' | 'INDEX' | 'MARK' | null | undefined;
}

export type HistoryKlinesAnswer = readonly (readonly (string | number)[])[];

export interface SymbolPriceRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** INDEX (default), MARK or LAST */ readonly priceType?: 'INDEX' | 'MARK' | 'LAST' | null | undefined;
}

export interface SymbolPriceAnswer {
  readonly symbol: string;
  /** Zero when there is none */ readonly price: string;
  readonly time: number;
}

export interface OpenInterestRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
}

export interface OpenInterestAnswer {
  readonly symbol: string;
  readonly openInterest: string;
  readonly time: number;
}

export type PremiumIndexRequest = ExchangeInfoRequest;

export interface PremiumIndexRow {
  readonly symbol: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  /** Of the latest settlement; before the first as forecastFundingRate */ readonly lastFundingRate: string;
  /** What the coming settlement would have with the samples so far */ readonly forecastFundingRate: string;
  /** Per 8 hours */ readonly interestRate: string;
  /** 0 when the contract is delisted */ readonly nextFundingTime: number;
  readonly time: number;
  /** Minutes between settlements */ readonly collectCycle: number;
}

export type PremiumIndexAnswer = readonly PremiumIndexRow[];

export interface FundingRateRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Epoch ms, inclusive, of the settlement */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, of the settlement */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface FundingRateRow {
  readonly symbol: string;
  /** A fraction; positive: longs pay */ readonly fundingRate: string;
  /** Of the settlement */ readonly fundingTime: number;
  /** At the settlement; zero where it is not kept */ readonly markPrice: string;
}

export type FundingRateAnswer = readonly FundingRateRow[];

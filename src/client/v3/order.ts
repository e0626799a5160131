/**
 * Requests and answers of /order.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { ExchangeInfoRequest } from './market.ts';

export interface PlaceOrderRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** BUY or SELL */ readonly side: 'BUY' | 'SELL';
  /** LONG or SHORT: the position that is opened or closed */ readonly positionSide: 'LONG' | 'SHORT';
  /** LIMIT or MARKET */ readonly type: 'LIMIT' | 'MARKET';
  /** GTC (default), POST_ONLY, FOK or IOC; a market order has no other than IOC and FOK */
  readonly timeInForce?: 'GTC' | 'POST_ONLY' | 'FOK' | 'IOC' | 'PO' | 'GTX' | null | undefined;
  /** Size in base coin */ readonly quantity: string | number;
  /** Limit price; not read of a market order */ readonly price?: string | number | null | undefined;
  /** Your id of the order, 1 to 36 of . A-Z : / a-z 0-9 _ - */ readonly newClientOrderId: string | number;
  /** Take profit made by the first fill, opening orders only */
  readonly tpTriggerPrice?: string | number | null | undefined;
  /** Stop loss made by the first fill, opening orders only */
  readonly slTriggerPrice?: string | number | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly TpWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly SlWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** An opening order with true is refused; a closing one reduces anyway */
  readonly reduceOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** The same as timeInForce POST_ONLY */
  readonly postOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** Closing orders: only this position is closed */ readonly positionId?: string | number | null | undefined;
  /** CROSSED or ISOLATED */ readonly marginType?: 'CROSSED' | 'ISOLATED' | null | undefined;
  /** COMBINED or SEPARATED */ readonly separatedType?: 'COMBINED' | 'SEPARATED' | null | undefined;
}

export interface PlaceOrderAnswer {
  /** Empty when refused */ readonly orderId: string;
  readonly clientOrderId: string;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
  /** Of a refused order: the number of the error */ readonly code?: number;
  readonly msg?: string;
  readonly token?: string;
  readonly hint?: string;
}

export interface CancelOrderRequest {
  /** Id of the order; wins over origClientOrderId */ readonly orderId?: string | number | null | undefined;
  /** Your id of the order */ readonly origClientOrderId?: string | number | null | undefined;
}

export interface CancelOrderAnswer {
  readonly orderId: string;
  readonly origClientOrderId: string;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
  readonly code?: number;
  readonly msg?: string;
  readonly token?: string;
  readonly hint?: string;
}

export type GetOrderRequest = CancelOrderRequest;

export interface GetOrderAnswer {
  readonly avgPrice: string;
  readonly clientOrderId: string;
  readonly cumQuote: string;
  readonly executedQty: string;
  readonly orderId: number;
  readonly origQty: string;
  readonly price: string;
  readonly reduceOnly: boolean;
  /** BUY or SELL */ readonly side: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** NEW, FILLED, CANCELED or UNTRIGGERED; NEW where a part is filled, too */ readonly status: string;
  readonly stopPrice: string;
  readonly symbol: string;
  readonly time: number;
  /** GTC, POST_ONLY, FOK or IOC; IOC of a market order */ readonly timeInForce: string;
  /** LIMIT or MARKET; of a plan order STOP, TAKE_PROFIT, STOP_MARKET or TAKE_PROFIT_MARKET */ readonly type: string;
  readonly updateTime: number;
  /** CONTRACT_PRICE or MARK_PRICE; UNKNOWN_PRICE_TYPE without a trigger */ readonly workingType: string;
  readonly tpTriggerPrice: string | null;
  readonly slTriggerPrice: string | null;
  readonly fee: string;
  readonly realizedPnl: string;
  readonly cancelReason: string | null;
  readonly cancelDetail: string | null;
  /** The type as v2 words it */ readonly legacyType: string;
}

export interface OpenOrdersRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Only orders with greater ids; ignored when it is no id */ readonly orderId?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export type OpenOrdersAnswer = readonly GetOrderAnswer[];

export interface OrderHistoryRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export type OrderHistoryAnswer = readonly GetOrderAnswer[];

export interface UserTradesRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Only this order */ readonly orderId?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface UserTradesRow {
  readonly id: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly buyer: boolean;
  /** Cost positive */ readonly commission: string;
  readonly commissionAsset: string;
  readonly maker: boolean;
  /** 0 with the tick’s decimals: closed against another position, for a value and without a price */
  readonly price: string;
  readonly qty: string;
  readonly quoteQty: string;
  /** Gross: fees are not deducted */ readonly realizedPnl: string;
  /** BUY or SELL */ readonly side: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** Epoch ms */ readonly time: number;
  readonly liquidateFee: string;
  /** NONE, FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE */ readonly liquidateType: string;
}

export type UserTradesAnswer = readonly UserTradesRow[];

export type AllOpenOrdersRequest = ExchangeInfoRequest;

export interface AllOpenOrdersRow {
  readonly orderId: number;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
}

export type AllOpenOrdersAnswer = readonly AllOpenOrdersRow[];

export interface PlaceOrdersRequest {
  /** 1 to 10 rows of the fields of POST /order */ readonly batchOrders: readonly PlaceOrderRequest[];
}

export interface PlaceOrdersRow {
  /** Empty when refused */ readonly orderId: string;
  readonly clientOrderId: string;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
}

export type PlaceOrdersAnswer = readonly PlaceOrdersRow[];

export interface CancelOrdersRequest {
  /** Orders by id; with origClientOrderIdList 1 to 10 in all */
  readonly orderIdList?: readonly (string | number)[] | null | undefined;
  /** Orders by your id, after those by id */
  readonly origClientOrderIdList?: readonly (string | number)[] | null | undefined;
}

export interface CancelOrdersRow {
  readonly orderId: string;
  readonly origClientOrderId: string;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
}

export type CancelOrdersAnswer = readonly CancelOrdersRow[];

export interface ClosePositionsRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Only this position */ readonly positionId?: string | number | null | undefined;
}

export interface ClosePositionsRow {
  readonly positionId: number;
  readonly success: boolean;
  /** 0 when there is none */ readonly successOrderId: number;
  readonly errorMessage: string;
  readonly symbol: string;
  /** Of a failed row: the number of the error */ readonly errorCode?: string;
  /** Of a failed row: its message once more */ readonly errorMsg?: string;
}

export type ClosePositionsAnswer = readonly ClosePositionsRow[];

export interface PlaceAlgoOrderRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** BUY or SELL */ readonly side: 'BUY' | 'SELL';
  /** LONG or SHORT: the position that is opened or closed */ readonly positionSide: 'LONG' | 'SHORT';
  /** How a closing order protects; an opening one follows the price or goes against it, as it must */
  readonly type: 'STOP' | 'STOP_MARKET' | 'TAKE_PROFIT' | 'TAKE_PROFIT_MARKET';
  /** Size in base coin */ readonly quantity: string | number;
  /** Limit price; not read of a _MARKET order */ readonly price?: string | number | null | undefined;
  /** Price that fires it */ readonly triggerPrice: string | number;
  /** Your id of the order, 1 to 36 of . A-Z : / a-z 0-9 _ - */
  readonly clientAlgoId?: string | number | null | undefined;
  /** Take profit made by the first fill, opening orders only */
  readonly presetTakeProfitPrice?: string | number | null | undefined;
  /** Stop loss made by the first fill, opening orders only */
  readonly presetStopLossPrice?: string | number | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly TpWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly SlWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** CONTRACT_PRICE: the last price, MARK_PRICE: the mark */
  readonly workingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** An opening order with true is refused; a closing one reduces anyway */
  readonly reduceOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** Closing orders: this position of the side; the oldest when not given */
  readonly positionId?: string | number | null | undefined;
  /** CROSSED or ISOLATED */ readonly marginType?: 'CROSSED' | 'ISOLATED' | null | undefined;
  /** COMBINED or SEPARATED */ readonly separatedType?: 'COMBINED' | 'SEPARATED' | null | undefined;
}

export type PlaceAlgoOrderAnswer = PlaceOrderAnswer;

export type CancelAlgoOrderRequest = CancelOrderRequest;

export type CancelAlgoOrderAnswer = CancelOrderAnswer;

export interface OpenAlgoOrdersRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Page from 1; 0 is the first too */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface OpenAlgoOrdersRow {
  readonly algoId: number;
  readonly clientAlgoId: string;
  readonly algoType: string;
  /** STOP, TAKE_PROFIT, STOP_MARKET or TAKE_PROFIT_MARKET */ readonly orderType: string;
  readonly symbol: string;
  /** BUY or SELL */ readonly side: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** GTC of a limit execution, IOC of a market execution */ readonly timeInForce: string;
  readonly quantity: string;
  /** UNTRIGGERED, NEW, FILLED or CANCELED */ readonly algoStatus: string;
  /** Its own id once it has fired */ readonly actualOrderId: number | null;
  readonly actualPrice: string;
  readonly triggerPrice: string;
  /** Execution limit; 0 with the tick’s decimals: market */ readonly price: string;
  readonly tpTriggerPrice: string | null;
  readonly tpPrice: string | null;
  readonly slTriggerPrice: string | null;
  readonly slPrice: string | null;
  /** CONTRACT_PRICE with a preset */ readonly tpOrderType: string | null;
  /** CONTRACT_PRICE or MARK_PRICE */ readonly workingType: string;
  readonly closePosition: boolean;
  readonly reduceOnly: boolean;
  readonly createTime: number;
  readonly updateTime: number;
  /** 0 until it has fired */ readonly triggerTime: number;
  /** profit_plan, loss_plan or normal_plan */ readonly planType: string;
  /** The opening order of a preset */ readonly parentOrderId: number | null;
  readonly executedQty: string;
  readonly avgPrice: string;
  readonly fee: string;
  readonly realizedPnl: string;
  readonly cancelReason: string | null;
  readonly cancelDetail: string | null;
}

export type OpenAlgoOrdersAnswer = readonly OpenAlgoOrdersRow[];

export interface AllAlgoOrdersRequest {
  /** Contract, such as BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface AllAlgoOrdersAnswer {
  readonly orders: readonly OpenAlgoOrdersRow[];
  readonly hasMore: boolean;
}

export type AlgoOpenOrdersRequest = ExchangeInfoRequest;

export type AlgoOpenOrdersAnswer = readonly AllOpenOrdersRow[];

export interface PlaceTpSlOrderRequest {
  /** Contract, such as BTCUSDT */ readonly symbol: string | number;
  /** Your id of the order, 1 to 36 of . A-Z : / a-z 0-9 _ - */
  readonly clientAlgoId?: string | number | null | undefined;
  /** TAKE_PROFIT, STOP_LOSS */ readonly planType: 'TAKE_PROFIT' | 'STOP_LOSS';
  /** Price that fires it */ readonly triggerPrice: string | number;
  /** Limit price; market when not given or zero */ readonly executePrice?: string | number | null | undefined;
  /** Size in base coin; when not given or zero, all that none of its kind covers yet */
  readonly quantity?: string | number | null | undefined;
  /** LONG or SHORT: the position that is opened or closed */ readonly positionSide: 'LONG' | 'SHORT';
  /** CONTRACT_PRICE: the last price, MARK_PRICE: the mark */
  readonly triggerPriceType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** This position of the side; the oldest when not given */ readonly positionId?: string | number | null | undefined;
}

export interface PlaceTpSlOrderRow {
  /** 0 when refused */ readonly orderId: number;
  readonly success: boolean;
  /** Empty, or the number of the error */ readonly errorCode: string;
  readonly errorMessage: string;
}

export type PlaceTpSlOrderAnswer = readonly PlaceTpSlOrderRow[];

export interface ModifyTpSlOrderRequest {
  /** Id of the plan order */ readonly orderId: string | number;
  /** Price that fires it */ readonly triggerPrice: string | number;
  /** Limit price; market when not given or zero */ readonly executePrice?: string | number | null | undefined;
  /** CONTRACT_PRICE: the last price, MARK_PRICE: the mark */
  readonly triggerPriceType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
}

export interface ModifyTpSlOrderAnswer {
  readonly success: boolean;
  /** Of a refusal: the number of the error */ readonly errorCode?: string;
  readonly errorMessage?: string;
  /** Of a refused order: the number of the error */ readonly code?: number;
  readonly msg?: string;
  readonly token?: string;
  readonly hint?: string;
}

export interface UploadAiLogRequest {
  /** The order the log belongs to, 1 to 2^63−1; null or absent for none */
  readonly orderId?: string | number | null | undefined;
  /** Stage of the decision, 1 to 256 characters */ readonly stage: string;
  /** Model name and version, 1 to 128 characters */ readonly model: string;
  /** What the model was given */ readonly input: Readonly<Record<string, unknown>>;
  /** What it answered */ readonly output: Readonly<Record<string, unknown>>;
  /** 1 to 10 000 characters */ readonly explanation: string;
}

export interface UploadAiLogAnswer {
  readonly code: string;
  readonly msg: string;
  /** Epoch ms */ readonly requestTime: number;
  readonly data: string;
}

/**
 * Requests and answers of /order.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */

export interface PlaceOrderRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = - */ readonly client_oid: string | number;
  /** Size in base coin */ readonly size: string | number;
  /** 1 open long, 2 open short, 3 close long, 4 close short */ readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  /** 0 normal, 1 post-only, 2 FOK, 3 IOC */ readonly order_type: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
  /** 0 limit, 1 market */ readonly match_price: '0' | '1' | 0 | 1;
  /** Limit price; required for limit orders, ignored for market orders */
  readonly price?: string | number | null | undefined;
  /** Preset take profit, opening orders only */ readonly presetTakeProfitPrice?: string | number | null | undefined;
  /** Preset stop loss, opening orders only */ readonly presetStopLossPrice?: string | number | null | undefined;
  /** 1 cross, 3 isolated */ readonly marginMode?: '1' | '3' | 1 | 3 | null | undefined;
  /** 1 combined, 2 separated */ readonly separatedMode?: '1' | '2' | 1 | 2 | null | undefined;
  /** Closing orders: only this position is closed */ readonly positionId?: string | number | null | undefined;
}

export interface PlaceOrderAnswer {
  readonly client_oid: string;
  readonly order_id: string;
}

export interface BatchOrdersRequestOrderDataList {
  /** Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = - */ readonly client_oid: string | number;
  /** Size in base coin */ readonly size: string | number;
  /** 1 open long, 2 open short, 3 close long, 4 close short */ readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  /** 0 normal, 1 post-only, 2 FOK, 3 IOC */ readonly order_type: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
  /** 0 limit, 1 market */ readonly match_price: '0' | '1' | 0 | 1;
  /** Limit price; required for limit orders, ignored for market orders */
  readonly price?: string | number | null | undefined;
  /** Preset take profit, opening orders only */ readonly presetTakeProfitPrice?: string | number | null | undefined;
  /** Preset stop loss, opening orders only */ readonly presetStopLossPrice?: string | number | null | undefined;
  /** 1 cross, 3 isolated */ readonly marginMode?: '1' | '3' | 1 | 3 | null | undefined;
  /** 1 combined, 2 separated */ readonly separatedMode?: '1' | '2' | 1 | 2 | null | undefined;
  /** Closing orders: only this position is closed */ readonly positionId?: string | number | null | undefined;
}

export interface BatchOrdersRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** 1 cross, 3 isolated */ readonly marginMode?: '1' | '3' | 1 | 3 | null | undefined;
  /** 1 combined, 2 separated */ readonly separatedMode?: '1' | '2' | 1 | 2 | null | undefined;
  /** 1 to 20 rows of placeOrder's fields without symbol; a mode in a row wins */
  readonly orderDataList: readonly BatchOrdersRequestOrderDataList[];
}

export interface BatchOrdersAnswerOrderInfo {
  /** Empty for a row that failed */ readonly order_id: string;
  readonly client_oid: string;
  readonly result: boolean;
  /** Empty for an order */ readonly error_code: string;
  /** Empty for an order */ readonly error_message: string;
}

export interface BatchOrdersAnswer {
  readonly order_info: readonly BatchOrdersAnswerOrderInfo[];
  readonly result: boolean;
}

export interface CancelOrderRequest {
  /** Id of the order; wins over clientOid */ readonly orderId?: string | number | null | undefined;
  /** Your id of the order */ readonly clientOid?: string | number | null | undefined;
}

export interface CancelOrderAnswer {
  readonly order_id: string;
  readonly client_oid: string;
  readonly result: boolean;
  readonly err_msg: string | null;
}

export interface CancelBatchOrdersRequest {
  /** Orders by id; with cids 1 to 50 in all */ readonly ids?: readonly (string | number)[] | null | undefined;
  /** Orders by your id, after those by id */ readonly cids?: readonly (string | number)[] | null | undefined;
}

export interface CancelBatchOrdersAnswerCancelOrderResultList {
  /** Why it was not cancelled; empty when it was */ readonly err_msg: string;
  readonly order_id: string;
  readonly client_oid: string;
  readonly result: boolean;
}

export interface CancelBatchOrdersAnswer {
  readonly result: boolean;
  readonly orderIds: readonly string[];
  readonly clientOids: readonly string[];
  readonly cancelOrderResultList: readonly CancelBatchOrdersAnswerCancelOrderResultList[];
  readonly failInfos: readonly CancelBatchOrdersAnswerCancelOrderResultList[];
}

export interface CancelAllOrdersRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /**
   * normal working orders, triggered plan orders among them; plan untriggered plan orders, take profits and stop losses
   * among them
   */
  readonly cancelOrderType: 'normal' | 'plan';
}

export interface CancelAllOrdersRow {
  readonly orderId: number;
  readonly success: boolean;
}

export type CancelAllOrdersAnswer = readonly CancelAllOrdersRow[];

export type DetailRequest = CancelOrderRequest;

export interface DetailAnswer {
  readonly symbol: string;
  readonly size: string;
  readonly client_oid: string;
  readonly createTime: string;
  readonly filled_qty: string;
  readonly fee: string;
  readonly order_id: string;
  readonly price: string;
  readonly price_avg: string;
  /** pending, open, filled, canceling, canceled or untriggered */ readonly status: string;
  readonly type: string;
  /** normal, postOnly, fok or ioc */ readonly order_type: string;
  readonly totalProfits: string;
  readonly contracts: number;
  readonly filledQtyContracts: number;
  readonly presetTakeProfitPrice: string | null;
  readonly presetStopLossPrice: string | null;
  readonly cancelReason: string | null;
  readonly cancelDetail: string | null;
  readonly updateTime: string;
  readonly triggerPrice: string | null;
  /** Of the request behind it, W3C Trace Context; left out without one */ readonly traceparent?: string;
}

export interface HistoryRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Rows */ readonly pageSize?: string | number | null | undefined;
  /** Created since: 1 to 90 days ago, or epoch ms, inclusive; 0: however long ago */
  readonly createDate?: string | number | null | undefined;
  /** Created until: epoch ms, inclusive */ readonly endCreateDate?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export type HistoryAnswer = readonly DetailAnswer[];

export interface CurrentRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Only this order */ readonly orderId?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export type CurrentAnswer = readonly DetailAnswer[];

export type FillsRequest = CurrentRequest;

export interface FillsAnswerList {
  readonly tradeId: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly marginMode: string;
  readonly separatedMode: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** BUY or SELL */ readonly orderSide: string;
  readonly fillSize: string;
  readonly fillValue: string;
  /** Cost positive */ readonly fillFee: string;
  readonly liquidateFee: string;
  /** Gross: fees are not deducted */ readonly realizePnl: string;
  /** OPEN_LONG, OPEN_SHORT, CLOSE_LONG or CLOSE_SHORT */ readonly direction: string;
  /** NONE, FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE */ readonly liquidateType: string;
  /** The same as direction */ readonly legacyOrdeDirection: string;
  /** Epoch ms */ readonly createdTime: number;
  /** 0 with the tick’s decimals: closed against another position, for a value and without a price */
  readonly fillPrice: string;
  /** TAKER or MAKER */ readonly role: string;
  /** The position it opened or closed; left out of combined ones */ readonly positionId?: number;
  /** Of the request behind it, W3C Trace Context; left out without one */ readonly traceparent?: string;
}

export interface FillsAnswer {
  readonly list: readonly FillsAnswerList[];
  readonly nextFlag: boolean;
  readonly totals: number;
}

export interface ClosePositionsRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Only this position */ readonly positionId?: string | number | null | undefined;
}

export interface ClosePositionsRow {
  readonly positionId: number;
  readonly successOrderId: number;
  readonly errorMessage: string;
  readonly success: boolean;
}

export type ClosePositionsAnswer = readonly ClosePositionsRow[];

export interface PlanOrderRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Your id of the order; assigned when not given */ readonly client_oid?: string | number | null | undefined;
  /** Size in base coin */ readonly size: string | number;
  /** 1 open long, 2 open short, 3 close long, 4 close short */ readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  /** 0 limit, 1 market */ readonly match_type: '0' | '1' | 0 | 1;
  /** Limit price; required for match_type 0, ignored for 1 */
  readonly execute_price?: string | number | null | undefined;
  /** Price that fires it */ readonly trigger_price: string | number;
  /** 1 cross, 3 isolated */ readonly marginMode?: '1' | '3' | 1 | 3 | null | undefined;
  /** 1 combined, 2 separated */ readonly separatedMode?: '1' | '2' | 1 | 2 | null | undefined;
  /** Closing orders: only this position is closed */ readonly positionId?: string | number | null | undefined;
  /** Preset take profit, opening orders only */ readonly presetTakeProfitPrice?: string | number | null | undefined;
  /** Preset stop loss, opening orders only */ readonly presetStopLossPrice?: string | number | null | undefined;
  /** 1 last price, 3 mark price */ readonly triggerPriceType?: '1' | '3' | 1 | 3 | null | undefined;
}

export type PlanOrderAnswer = PlaceOrderAnswer;

export interface CancelPlanRequest {
  /** Id of the plan order; missing is 40017 */ readonly orderId?: string | number | null | undefined;
}

export type CancelPlanAnswer = CancelOrderAnswer;

export type CurrentPlanRequest = CurrentRequest;

export interface CurrentPlanRow {
  readonly symbol: string;
  readonly size: string;
  readonly client_oid: string;
  readonly createTime: string;
  readonly filled_qty: string;
  readonly fee: string;
  readonly order_id: string;
  /** Execution limit; 0 with the tick’s decimals: market */ readonly price: string;
  readonly price_avg: string;
  /** -1 canceled, 0 pending, 1 partly filled, 2 filled */ readonly status: string;
  /** 1 to 10 */ readonly type: string;
  /** 0 limit execution, 3 market execution */ readonly order_type: string;
  readonly totalProfits: string;
  readonly triggerPrice: string;
  /** empty or 1: last price, 3: mark price */ readonly triggerPriceType: string;
  /** 0 until triggered */ readonly triggerTime: string;
  readonly presetTakeProfitPrice: string | null;
  readonly presetStopLossPrice: string | null;
  /** profit_plan, loss_plan or normal_plan */ readonly planType: string;
  /** long or short */ readonly positionSide: string;
  /** The opening order of a preset */ readonly parentOrderId: string | null;
  readonly cancelReason: string | null;
  readonly cancelDetail: string | null;
  readonly updateTime: string;
  /** Of the request behind it, W3C Trace Context; left out without one */ readonly traceparent?: string;
}

export type CurrentPlanAnswer = readonly CurrentPlanRow[];

export interface HistoryPlanRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** 1 open long, 2 open short, 3 close long, 4 close short */
  readonly delegateType?: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4 | null | undefined;
  /** Rows */ readonly pageSize?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface HistoryPlanAnswer {
  readonly list: readonly CurrentPlanRow[];
  readonly nextPage: boolean;
}

export interface PlaceTpSlOrderRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol: string | number;
  /** Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = - */
  readonly clientOrderId: string | number;
  /** profit_plan take profit, loss_plan stop loss */ readonly planType: 'profit_plan' | 'loss_plan';
  /** Price that fires it */ readonly triggerPrice: string | number;
  /** Limit price; market when not given or zero */ readonly executePrice?: string | number | null | undefined;
  /** Size in base coin */ readonly size: string | number;
  /** long or short */ readonly positionSide: 'long' | 'short';
  /** Ignored: the position has its mode */ readonly marginMode?: '1' | '3' | 1 | 3 | null | undefined;
  /** 1 last price, 3 mark price */ readonly triggerPriceType?: '1' | '3' | 1 | 3 | null | undefined;
  /** This position of the side; the oldest when not given */ readonly positionId?: string | number | null | undefined;
}

export type PlaceTpSlOrderAnswer = readonly CancelAllOrdersRow[];

export interface ModifyTpSlOrderRequest {
  /** Id of the plan order */ readonly orderId: string | number;
  /** Price that fires it */ readonly triggerPrice: string | number;
  /** Limit price; market when not given or zero */ readonly executePrice?: string | number | null | undefined;
  /** 1 last price, 3 mark price */ readonly triggerPriceType?: '1' | '3' | 1 | 3 | null | undefined;
}

export interface ModifyTpSlOrderAnswer {
  readonly code: string;
  readonly msg: string;
  /** Epoch ms */ readonly requestTime: number;
  readonly data: null;
}

export interface UploadAiLogRequest {
  /** The order the log belongs to, 1 to 2^63−1; null or absent for none */
  readonly orderId?: string | number | null | undefined;
  /** Stage of the decision, 1 to 256 characters */ readonly stage: string;
  /** Model name and version, 1 to 128 characters */ readonly model: string;
  /** What the model was given */ readonly input: Readonly<Record<string, unknown>>;
  /** What it answered */ readonly output: Readonly<Record<string, unknown>>;
  /** At most 10 000 characters */ readonly explanation?: string | null | undefined;
}

export interface UploadAiLogAnswer {
  readonly code: string;
  readonly msg: string;
  /** Epoch ms */ readonly requestTime: number;
  readonly data: string;
}

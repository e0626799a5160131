/**
 * The dialect of `/capi/v2`, in whose codes and names this folder's neighbours speak: nothing has to be translated. It
 * also answers for paths that belong to no dialect.
 */
import { CODES, messageOf, renderError } from '../words/errors.ts';
import type { Bilingual } from '../words/errors.ts';
import type { Dialect } from '../words/dialect.ts';
import { fieldName } from '../words/field-names.ts';
import { hintForPath } from '../words/path-hints.ts';

const PREFIX = '/capi/v2';

const GUESSES: Readonly<Record<string, string>> = {
  '/order/cancelOrder': 'POST /order/cancel_order',
  '/order/cancel': 'POST /order/cancel_order',
  '/order/cancelById': 'POST /order/cancel_order',
  '/order/cancelAll': 'POST /order/cancelAllOrders',
  '/order/cancel_all': 'POST /order/cancelAllOrders',
  '/order/cancel_orders': 'POST /order/cancel_batch_orders',
  '/order/cancelOrders': 'POST /order/cancel_batch_orders',
  '/order/cancelBatchOrders': 'POST /order/cancel_batch_orders',
  '/order/batch_orders': 'POST /order/batchOrders',
  '/order/placeOrders': 'POST /order/batchOrders',
  '/order/placeBatchOrders': 'POST /order/batchOrders',
  '/order/cancelPlan': 'POST /order/cancel_plan',
  '/order/placePlanOrder': 'POST /order/plan_order',
  '/order/placePlan': 'POST /order/plan_order',
  '/order/plan_orders': 'GET /order/currentPlan',
  '/order/plan/currentPlan': 'GET /order/currentPlan',
  '/order/orders': 'GET /order/current',
  '/order/open_orders': 'GET /order/current',
  '/order/openOrders': 'GET /order/current',
  '/order/currentOrders': 'GET /order/current',
  '/order/historyOrders': 'GET /order/history',
  '/order/trades': 'GET /order/fills',
  '/order/place': 'POST /order/placeOrder',
  '/order/placeTriggerOrder': 'POST /order/plan_order',
  '/order/plan/placePlan': 'POST /order/plan_order',
  '/order/cancelTriggerOrder': 'POST /order/cancel_plan',
  '/order/plan/cancelPlan': 'POST /order/cancel_plan',
  '/order/cancelAllTrigger': 'POST /order/cancelAllOrders',
  '/order/placeTPSL': 'POST /order/placeTpSlOrder',
  '/order/modifyTPSL': 'POST /order/modifyTpSlOrder',
  '/order/closeAllPositions': 'POST /order/closePositions',
  '/time': 'GET /market/time',
  '/products': 'GET /market/contracts',
  '/market/products': 'GET /market/contracts',
  '/market/symbols': 'GET /market/contracts',
  '/market/instruments': 'GET /market/contracts',
  '/market/settlementTime': 'GET /market/funding_time',
  '/market/fundingTime': 'GET /market/funding_time',
  '/market/fundingRate': 'GET /market/currentFundRate',
  '/market/funding_rate': 'GET /market/currentFundRate',
  '/market/historyFundingRate': 'GET /market/getHistoryFundRate',
  '/market/fundingRate/history': 'GET /market/getHistoryFundRate',
  '/market/historyFundRate': 'GET /market/getHistoryFundRate',
  '/market/kline': 'GET /market/candles',
  '/market/klines': 'GET /market/candles',
  '/market/history/klines': 'GET /market/historyCandles',
  '/account/balance': 'GET /account/assets',
  '/account/balances': 'GET /account/assets',
  '/account/autoAddMargin': 'POST /account/modifyAutoAppendMargin',
  '/account/autoMargin': 'POST /account/modifyAutoAppendMargin',
  '/account/adjustPositionMargin': 'POST /account/adjustMargin',
  '/account/setMarginMode': 'POST /account/position/changeHoldModel',
  '/account/modifyPosMode': 'POST /account/position/changeHoldModel',
  '/account/singleAccount': 'GET /account/getAccount',
  '/account/changeLeverage': 'POST /account/leverage',
  '/account/adjustLeverage': 'POST /account/leverage',
  '/account/set-leverage': 'POST /account/leverage',
  '/account/setLeverage': 'POST /account/leverage',
  '/position/openPositions': 'GET /account/position/allPosition',
  '/position/allPosition': 'GET /account/position/allPosition',
  '/position/positions': 'GET /account/position/allPosition',
  '/position/singlePosition': 'GET /account/position/singlePosition',
  '/spr/position/singlePosition': 'GET /account/position/singlePosition',
  '/spr/position/*': 'GET /account/position/allPosition',
  '/account/position/all-position': 'GET /account/position/allPosition',
  '/v1/position': 'GET /account/position/allPosition',
  '/trade/fills': 'GET /order/fills',
  '/ai/upload': 'POST /order/uploadAiLog',
  '/trace/uploadAiLog': 'POST /order/uploadAiLog',
  '/strategy/upload': 'POST /order/uploadAiLog',
};

const NOTES: Readonly<Record<string, Bilingual>> = {
  '/order/closeAllPositions': { en: 'without symbol: it closes every position', zh: '不带symbol时将平掉全部仓位' },
  '/order/cancelAllTrigger': { en: 'with cancelOrderType plan', zh: '并将cancelOrderType设为plan' },
};

const PATHS = {
  prefix: PREFIX,
  guesses: GUESSES,
  notes: NOTES,
  reasons: {},
  close: `POST ${PREFIX}/order/closePositions`,
};

/** Paths whose other method is worth a hint: key `METHOD path`. */
const METHOD_HINTS: Readonly<Record<string, Bilingual>> = {
  'GET /account/leverage': {
    en: 'read it with GET /capi/v2/account/settings',
    zh: '请使用 GET /capi/v2/account/settings 查询',
  },
};

const OTHER_VERSION: Bilingual = {
  en: 'this service speaks /capi/v2 and /capi/v3',
  zh: '本服务使用 /capi/v2 与 /capi/v3',
};

export const V2: Dialect = {
  name: 'v2',
  prefixes: [`${PREFIX}/`],
  methods: 'GET, POST, OPTIONS',
  faceOf: (error, locale) => ({
    http: CODES[error.code].http,
    code: String(error.code),
    msg: messageOf(error, locale),
    hint: error.hint?.[locale],
  }),
  render: renderError,
  fieldName,
  pathHint: (path, known) =>
    /^\/(capi|api)\/v(?![23](\/|$))[0-9]+/.test(path) ? OTHER_VERSION : hintForPath(PATHS, path, known),
  methodHint: (method, path, allowed) =>
    METHOD_HINTS[`${method} ${path.slice(PREFIX.length)}`] ?? { en: `use ${allowed}`, zh: `请使用${allowed}` },
  budgetHeaders: () => [],
};

/**
 * The common wrong guesses and the answers that teach (decision 0005), as data. Paths are written without `/capi/v2`.
 *
 * A hint never leads to any action but the one meant, so that following it does no harm. An unlisted path gets the path
 * it misspells, if there is one; a symbol, the contract of the same coin; a field, the name of the same thing.
 */
import type { Bilingual } from './errors.ts';
import { nearestPath } from './nearest-path.ts';

const PREFIX = '/capi/v2';

/** Guessed path → the path to use. One that ends with `*` stands for all below it that aren't listed. */
const PATH_GUESSES: Readonly<Record<string, string>> = {
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

/** What makes a path do no more and no less than was guessed. */
const PATH_NOTES: Readonly<Record<string, Bilingual>> = {
  '/order/closeAllPositions': { en: 'without symbol: it closes every position', zh: '不带symbol时将平掉全部仓位' },
  '/order/cancelAllTrigger': { en: 'with cancelOrderType plan', zh: '并将cancelOrderType设为plan' },
};

/** Guessed parameter names, by the right one. */
const MISSPELLINGS: Readonly<Record<string, readonly string[]>> = {
  orderId: ['order_id', 'id', 'orderID'],
  client_oid: ['clientOid', 'clientOrderId', 'newClientOrderId'],
  granularity: ['interval', 'period'],
  type: ['side'],
  order_type: ['orderType', 'timeInForce'],
  match_price: ['matchPrice', 'priceType', 'match_type'],
  symbol: ['instId', 'contract', 'pair'],
  size: ['quantity', 'amount', 'volume'],
  longLeverage: ['leverage', 'long_leverage'],
  marginMode: ['margin_mode'],
  execute_price: ['executePrice', 'price'],
  trigger_price: ['triggerPrice', 'stopPrice'],
  triggerPrice: ['trigger_price', 'stopPrice'],
  match_type: ['matchType', 'match_price'],
  ids: ['orderIds', 'order_ids', 'orderId'],
  cids: ['clientOids', 'client_oids', 'clientOid'],
  orderDataList: ['orders', 'order_data_list'],
  cancelOrderType: ['orderType', 'cancel_order_type'],
  clientOrderId: ['client_oid', 'clientOid'],
  planType: ['plan_type'],
  model: ['modelName', 'model_name', 'model_version'],
  positionSide: ['side', 'holdSide', 'position_side'],
};

/** Names sent while another field is missing that means something else, and what to do: by the missing field. */
const CONFUSIONS: Readonly<Record<string, Readonly<Record<string, Bilingual>>>> = {
  stage: {
    aiLog: {
      en: 'you sent aiLog; stage, model, input and output stand at the top level of the body',
      zh: '你发送了aiLog；stage、model、input与output应位于请求体的顶层',
    },
  },
  match_type: {
    trigger_type: {
      en: 'you sent trigger_type, which is not read; match_type is 0 limit or 1 market, triggerPriceType the price that fires it',
      zh: '你发送了trigger_type，该字段不会被读取；match_type为0限价或1市价，triggerPriceType为触发所用的价格',
    },
  },
  planType: {
    trigger_type: {
      en: 'you sent trigger_type, which is not read; planType is profit_plan or loss_plan, triggerPriceType the price that fires it',
      zh: '你发送了trigger_type，该字段不会被读取；planType为profit_plan或loss_plan，triggerPriceType为触发所用的价格',
    },
  },
};

/** The hint for a field that is missing, when another name was sent for it. */
export function nameHint(name: string, sent: readonly string[]): Bilingual | undefined {
  const confusions = CONFUSIONS[name] ?? {};
  const confused = sent.find((one) => Object.hasOwn(confusions, one));
  if (confused !== undefined) return confusions[confused];
  const wrong =
    (MISSPELLINGS[name] ?? []).find((one) => sent.includes(one)) ??
    sent.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
  if (wrong === undefined) return undefined;
  return { en: `you sent ${wrong}; the name is ${name}`, zh: `你发送了${wrong}，正确的名称是${name}` };
}

/** Paths whose other method is worth a hint: key `METHOD path`. */
const METHOD_HINTS: Readonly<Record<string, Bilingual>> = {
  'GET /account/leverage': {
    en: 'read it with GET /capi/v2/account/settings',
    zh: '请使用 GET /capi/v2/account/settings 查询',
  },
};

/** The hint after a 405. */
export function methodHint(method: string, path: string, allowed: string): Bilingual {
  return METHOD_HINTS[`${method} ${path.slice(PREFIX.length)}`] ?? { en: `use ${allowed}`, zh: `请使用${allowed}` };
}

/** The hint after a 404, if there is one. `known` are the full paths served. */
export function pathHint(path: string, known: readonly string[]): Bilingual | undefined {
  if (/^\/(capi|api)\/v(?!2(\/|$))[0-9]+/.test(path))
    return { en: 'this service speaks /capi/v2', zh: '本服务使用 /capi/v2' };
  const [method = '', short = ''] = guess(path).split(' ');
  const single = singleClose(path);
  if (single !== undefined) return single;
  if (known.includes(PREFIX + short)) {
    const use = `${method} ${PREFIX}${short}`;
    const note = listed(PATH_NOTES, path);
    return note === undefined ? { en: `use ${use}`, zh: `请使用 ${use}` } : withNote(use, note);
  }
  const otherCase = known.find((one) => one !== path && one.toLowerCase() === path.toLowerCase());
  if (otherCase !== undefined) {
    const name = otherCase.slice(otherCase.lastIndexOf('/') + 1);
    return { en: `paths are case-sensitive: ${name}`, zh: `路径区分大小写：${name}` };
  }
  const trimmed = `/${path
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`;
  if (trimmed !== path && known.includes(trimmed))
    return { en: `without extra slashes: ${trimmed}`, zh: `请去掉多余的斜杠：${trimmed}` };
  const near = nearestPath(path, known);
  return near === null ? undefined : { en: `did you mean ${near}?`, zh: `是否想访问 ${near}？` };
}

/** For paths that mean one position: the path that exists closes all of them when told neither which nor where. */
function singleClose(path: string): Bilingual | undefined {
  if (!/\/(closePosition|close_position|close_positions|order\/close)$/.test(path)) return undefined;
  return withNote(`POST ${PREFIX}/order/closePositions`, {
    en: 'with symbol or positionId; without them it closes every position',
    zh: '并给出symbol或positionId；否则将平掉全部仓位',
  });
}

function withNote(use: string, note: Bilingual): Bilingual {
  return { en: `use ${use} ${note.en}`, zh: `请使用 ${use} ${note.zh}` };
}

/** `METHOD path` of a listed guess, empty for any other. */
function guess(path: string): string {
  return listed(PATH_GUESSES, path) ?? listed(PATH_GUESSES, `${path.slice(0, path.lastIndexOf('/'))}/*`) ?? '';
}

function listed<Value>(table: Readonly<Record<string, Value>>, path: string): Value | undefined {
  const short = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
  return Object.hasOwn(table, short) ? table[short] : undefined;
}

/** The text around the coin in the names other exchanges use: BTCUSDT, BTC-USDT, CMT_BTCUSDT, btcusdt, BTC-PERP. */
const AROUND_THE_COIN = /^cmt|(usdt?)?(perp|swap|umcbl)?$/g;

function coinOf(symbol: string): string {
  return symbol
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll(AROUND_THE_COIN, '');
}

/** The contract of the coin the caller named in another spelling; another coin, however near, is another trade. */
export function symbolHint(found: string, symbols: readonly string[]): Bilingual {
  const coin = coinOf(found);
  const near = coin === '' ? undefined : symbols.find((symbol) => coinOf(symbol) === coin);
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  if (near === undefined)
    return {
      en: `Unknown symbol '${shown}'; GET /capi/v2/market/contracts lists them`,
      zh: `未知合约'${shown}'，见 GET /capi/v2/market/contracts`,
    };
  return { en: `Unknown symbol '${shown}'; did you mean ${near}?`, zh: `未知合约'${shown}'，是否为${near}？` };
}

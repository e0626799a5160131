/**
 * The common wrong guesses and the answers that teach (decision 0029), as data. Paths are written without
 * `/capi/v2`.
 *
 * An unlisted path gets the nearest known path by edit distance, if one is close.
 */
import { nearestWord } from '../../core/text/edit-distance.ts';
import type { Bilingual } from './errors.ts';

const PREFIX = '/capi/v2';

/** Guessed path → the path to use. */
const PATH_GUESSES: Readonly<Record<string, string>> = {
  '/order/cancelOrder': 'POST /order/cancel_order',
  '/order/cancel': 'POST /order/cancel_order',
  '/order/cancelById': 'POST /order/cancel_order',
  '/order/cancelAll': 'POST /order/cancelAllOrders',
  '/order/cancelPlan': 'POST /order/cancel_plan',
  '/order/plan_orders': 'GET /order/currentPlan',
  '/order/plan/currentPlan': 'GET /order/currentPlan',
  '/order/orders': 'GET /order/current',
  '/order/open_orders': 'GET /order/current',
  '/order/place': 'POST /order/placeOrder',
  '/account/balance': 'GET /account/assets',
  '/account/adjustLeverage': 'POST /account/leverage',
  '/account/set-leverage': 'POST /account/leverage',
  '/account/setLeverage': 'POST /account/leverage',
  '/position/openPositions': 'GET /account/position/allPosition',
  '/position/allPosition': 'GET /account/position/allPosition',
  '/account/position/all-position': 'GET /account/position/allPosition',
  '/v1/position': 'GET /account/position/allPosition',
  '/trade/fills': 'GET /order/fills',
  '/ai/upload': 'POST /order/uploadAiLog',
};

/** Guessed parameter names, by the right one. */
export const MISSPELLINGS: Readonly<Record<string, readonly string[]>> = {
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
  trigger_price: ['triggerPrice'],
  triggerPrice: ['trigger_price', 'stopPrice'],
  match_type: ['matchType', 'match_price'],
  ids: ['orderIds', 'order_ids', 'orderId'],
  cids: ['clientOids', 'client_oids', 'clientOid'],
  orderDataList: ['orders', 'order_data_list'],
  cancelOrderType: ['orderType', 'cancel_order_type'],
  clientOrderId: ['client_oid', 'clientOid'],
  planType: ['plan_type'],
  positionSide: ['side', 'holdSide', 'position_side'],
};

/** Paths whose other method is worth a word: key `METHOD path`. */
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

/** How far a path may be off to be taken for a known one. */
const REACH = 4;

/** The hint after a 404, if there is one. `known` are the full paths served. */
export function pathHint(path: string, known: readonly string[]): Bilingual | undefined {
  if (/^\/(capi|api)\/v(?!2(\/|$))[0-9]+/.test(path))
    return { en: 'this service speaks /capi/v2', zh: '本服务使用 /capi/v2' };
  const [method = '', short = ''] = guess(path).split(' ');
  if (known.includes(PREFIX + short)) {
    return { en: `use ${method} ${PREFIX}${short}`, zh: `请使用 ${method} ${PREFIX}${short}` };
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
  const near = path.length > 200 ? null : nearestWord(path, known, REACH);
  return near === null ? undefined : { en: `did you mean ${near}?`, zh: `是否想访问 ${near}？` };
}

/** `METHOD path` of a listed guess, empty for any other. */
function guess(path: string): string {
  const short = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
  return (Object.hasOwn(PATH_GUESSES, short) ? PATH_GUESSES[short] : undefined) ?? '';
}

/** The contract the caller may have meant by another spelling: BTCUSDT, BTC-USDT, BTC/USDT, CMT_BTCUSDT, btcusdt. */
export function symbolHint(found: string, symbols: readonly string[]): Bilingual {
  const plain = found
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^cmt/, '');
  const exact = symbols.find((symbol) => symbol === `cmt_${plain}` || symbol === `cmt_${plain}usdt`);
  const near = exact ?? nearestWord(found, symbols, 3);
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  if (near === null)
    return {
      en: `Unknown symbol '${shown}'; GET /capi/v2/market/contracts lists them`,
      zh: `未知合约'${shown}'，见 GET /capi/v2/market/contracts`,
    };
  return { en: `Unknown symbol '${shown}'; did you mean ${near}?`, zh: `未知合约'${shown}'，是否为${near}？` };
}

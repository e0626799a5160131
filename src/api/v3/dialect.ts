/** The dialect of `/capi/v3`: upper-case symbols, numbers for errors, three methods a path. */
import type { CommandName } from '../../core/language/commands.ts';
import type { Dialect } from '../words/dialect.ts';
import type { Bilingual } from '../words/errors.ts';
import { hintForPath } from '../words/path-hints.ts';
import { faceOf, renderError } from './words/codes.ts';
import { COUNTERPARTS } from './words/wording.ts';

const PREFIX = '/capi/v3';

/** Guessed path → the path to use; every path of v2 leads to its counterpart. */
const GUESSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(COUNTERPARTS).map(([path, use]) => [`/${path}`, use])),
  '/allOrders': 'GET /order/history',
  '/order/openOrders': 'GET /openOrders',
  '/openOrder': 'GET /openOrders',
  '/orders': 'GET /openOrders',
  '/market/premium-index': 'GET /market/premiumIndex',
  '/account/position': 'GET /account/position/allPosition',
  '/account/positions': 'GET /account/position/allPosition',
  '/positionRisk': 'GET /account/position/allPosition',
  '/position/history': 'GET /userTrades',
  '/order/userTrades': 'GET /userTrades',
  '/exchangeInfo': 'GET /market/exchangeInfo',
  '/time': 'GET /market/time',
  '/order/batchOrders': 'POST /batchOrders',
  '/order/algoOrder': 'POST /algoOrder',
};

const NO_COPY: Bilingual = { en: 'copy trading is not served to callers', zh: '不提供跟单接口' };
const NO_TRAILING: Bilingual = { en: 'trailing orders are not served', zh: '不提供跟踪委托' };
const NO_SPOT: Bilingual = {
  en: "there is no spot market here; in ccxt set options.defaultType to 'swap'",
  zh: "本服务没有现货市场；在ccxt中请将options.defaultType设为'swap'",
};

const PATHS = {
  prefix: PREFIX,
  guesses: GUESSES,
  notes: {},
  reasons: { '/copy/*': NO_COPY, '/trailing/*': NO_TRAILING },
  close: `POST ${PREFIX}/closePositions`,
};

type Names = Readonly<Record<string, string>>;

const ORDER: Names = {
  clientOrderId: 'newClientOrderId',
  execution: 'timeInForce',
  size: 'quantity',
  takeProfit: 'tpTriggerPrice',
  stopLoss: 'slTriggerPrice',
  marginMode: 'marginType',
  positionMode: 'separatedType',
};
const PROTECTION: Names = { clientOrderId: 'clientAlgoId', size: 'quantity', price: 'executePrice' };

/** The names of fields, by command. */
const FIELDS: { readonly [Name in CommandName]?: Names } = {
  placeOrder: ORDER,
  batchOrders: ORDER,
  placePlanOrder: {
    ...ORDER,
    clientOrderId: 'clientAlgoId',
    takeProfit: 'presetTakeProfitPrice',
    stopLoss: 'presetStopLossPrice',
    triggerBy: 'workingType',
  },
  placeTpSlOrder: PROTECTION,
  modifyTpSlOrder: PROTECTION,
  setLeverage: { long: 'isolatedLongLeverage', short: 'isolatedShortLeverage', marginMode: 'marginType' },
  setMarginMode: { marginMode: 'marginType', positionMode: 'separatedType' },
  adjustIsolatedMargin: { positionId: 'isolatedPositionId' },
};

export const V3: Dialect = {
  name: 'v3',
  prefixes: [`${PREFIX}/`, '/api/v3/', '/v3/ws/', '/contract/v3/ws/'],
  methods: 'GET, POST, DELETE, OPTIONS',
  faceOf,
  render: renderError,
  fieldName: (field, command = 'placeOrder') => FIELDS[command]?.[field] ?? field,
  pathHint: (path, known) => (path.startsWith('/api/v3/') ? NO_SPOT : hintForPath(PATHS, path, known)),
  methodHint: (_method, _path, allowed) => ({ en: `use ${allowed}`, zh: `请使用${allowed}` }),
  budgetHeaders: ({ used, budget }) => [
    'X-Used-Weight-10s',
    String(used),
    'X-Remaining-Weight-10s',
    String(Math.max(0, budget - used)),
  ],
};

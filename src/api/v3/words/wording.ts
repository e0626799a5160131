/**
 * Texts that were written in the words of v2, in those of v3: names of contracts, paths and fields. Texts of the rules
 * name a contract as the core does, whoever reads them.
 */
import { symbolText } from './names.ts';

/** The path of v3 for each of v2, both without prefix, with its method. */
export const COUNTERPARTS: Readonly<Record<string, string>> = {
  'market/time': 'GET /market/time',
  'market/contracts': 'GET /market/exchangeInfo',
  'market/depth': 'GET /market/depth',
  'market/tickers': 'GET /market/ticker/24hr',
  'market/ticker': 'GET /market/ticker/24hr',
  'market/trades': 'GET /market/trades',
  'market/candles': 'GET /market/klines',
  'market/historyCandles': 'GET /market/historyKlines',
  'market/index': 'GET /market/symbolPrice',
  'market/open_interest': 'GET /market/openInterest',
  'market/funding_time': 'GET /market/premiumIndex',
  'market/getHistoryFundRate': 'GET /market/fundingRate',
  'market/currentFundRate': 'GET /market/premiumIndex',
  'account/getAccounts': 'GET /account/symbolConfig',
  'account/accounts': 'GET /account/balance',
  'account/getAccount': 'GET /account/accountConfig',
  'account/assets': 'GET /account/balance',
  'account/bills': 'POST /account/income',
  'account/settings': 'GET /account/symbolConfig',
  'account/leverage': 'POST /account/leverage',
  'account/adjustMargin': 'POST /account/positionMargin',
  'account/modifyAutoAppendMargin': 'POST /account/modifyAutoAppendMargin',
  'account/position/allPosition': 'GET /account/position/allPosition',
  'account/position/singlePosition': 'GET /account/position/singlePosition',
  'account/position/changeHoldModel': 'POST /account/marginType',
  'order/placeOrder': 'POST /order',
  'order/batchOrders': 'POST /batchOrders',
  'order/cancel_order': 'DELETE /order',
  'order/cancel_batch_orders': 'DELETE /batchOrders',
  'order/cancelAllOrders': 'DELETE /allOpenOrders',
  'order/detail': 'GET /order',
  'order/history': 'GET /order/history',
  'order/current': 'GET /openOrders',
  'order/fills': 'GET /userTrades',
  'order/closePositions': 'POST /closePositions',
  'order/plan_order': 'POST /algoOrder',
  'order/cancel_plan': 'DELETE /algoOrder',
  'order/currentPlan': 'GET /openAlgoOrders',
  'order/historyPlan': 'GET /allAlgoOrders',
  'order/placeTpSlOrder': 'POST /placeTpSlOrder',
  'order/modifyTpSlOrder': 'POST /modifyTpSlOrder',
  'order/uploadAiLog': 'POST /order/uploadAiLog',
};

const FIELDS: Readonly<Record<string, string>> = {
  client_oid: 'newClientOrderId',
  clientOid: 'origClientOrderId',
  order_type: 'timeInForce',
  match_price: 'type',
  longLeverage: 'isolatedLongLeverage',
  shortLeverage: 'isolatedShortLeverage',
  profit_plan: 'TAKE_PROFIT',
  loss_plan: 'STOP_LOSS',
};

const MARGIN: Readonly<Record<string, string>> = { '1': 'CROSSED', '3': 'ISOLATED' };
const SEPARATED: Readonly<Record<string, string>> = { '1': 'COMBINED', '2': 'SEPARATED' };
/** The words for closing a position, by the type of v2. */
const CLOSES: Readonly<Record<string, string>> = {
  '3': 'SELL with positionSide LONG',
  '4': 'BUY with positionSide SHORT',
};

/** Phrases in texts of the rules that say a code of v2, and v3's phrases. */
const PHRASES: readonly (readonly [RegExp, (...codes: string[]) => string])[] = [
  [
    /marginMode ([13]) while (.*); the request says ([13])/g,
    (_, now = '', why = '', asked = '') => `marginType ${MARGIN[now]} while ${why}; the request says ${MARGIN[asked]}`,
  ],
  [
    /separatedMode ([12]) while (.*); the request says ([12])/g,
    (_, now = '', why = '', asked = '') =>
      `separatedType ${SEPARATED[now]} while ${why}; the request says ${SEPARATED[asked]}`,
  ],
  [/marginMode ([13])/g, (_, now = '') => `marginType ${MARGIN[now]}`],
  [/separatedMode ([12])/g, (_, now = '') => `separatedType ${SEPARATED[now]}`],
  [/type is '([34])'/g, (_, type = '') => `${CLOSES[type]} closes one`],
  [/type ([34])/g, (_, type = '') => `${CLOSES[type]}`],
  [/ is SHARED;/g, () => ' is CROSSED;'],
];

/** Quoted or sent text, a path, a contract, a field. */
const SAID = new RegExp(
  [
    "'[^']*'",
    String.raw`you sent \w+`,
    String.raw`(?:(?:GET|POST) )?\/capi\/v2\/([A-Za-z_/]*[A-Za-z_])`,
    String.raw`\bcmt_[a-z0-9_]+\b`,
    String.raw`\b(?:${Object.keys(FIELDS).join('|')})\b`,
  ].join('|'),
  'g',
);

/** The same text with what v3 calls otherwise called so; what is in quotes, or was sent, is the caller's and stays. */
export function inWordsOfV3(text: string): string {
  const phrased = PHRASES.reduce((so, [phrase, say]) => so.replaceAll(phrase, say), text);
  return phrased.replaceAll(SAID, (found: string, path: string | undefined) => {
    if (path !== undefined) {
      const [method, counterpart] = (COUNTERPARTS[path] ?? '').split(' ');
      return counterpart === undefined ? found : `${method} /capi/v3${counterpart}`;
    }
    if (found.startsWith('cmt_')) return symbolText(found);
    return FIELDS[found] ?? found;
  });
}

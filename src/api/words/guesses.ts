/**
 * The common wrong guesses of names and symbols and the answers that teach (decision 0005), as data: a symbol gets the
 * contract of the same coin, a field the name of the same thing. A hint never leads to any action but the one meant, so
 * that following it does no harm.
 */
import type { Bilingual } from './errors.ts';

/** Guessed parameter names, by the right one. */
const MISSPELLINGS: Readonly<Record<string, readonly string[]>> = {
  orderId: ['order_id', 'id', 'orderID'],
  client_oid: ['clientOid', 'clientOrderId', 'newClientOrderId'],
  granularity: ['interval', 'period'],
  type: ['side'],
  order_type: ['orderType', 'timeInForce'],
  match_price: ['matchPrice', 'priceType', 'match_type'],
  symbol: ['instId', 'contract', 'pair'],
  newClientOrderId: ['clientOrderId', 'client_oid', 'clientOid'],
  clientAlgoId: ['newClientOrderId', 'clientOrderId', 'client_oid'],
  origClientOrderId: ['clientOrderId', 'newClientOrderId', 'client_oid', 'clientOid'],
  quantity: ['size', 'origQty', 'amount', 'qty', 'volume'],
  interval: ['granularity', 'period'],
  batchOrders: ['orders', 'orderDataList'],
  orderIdList: ['orderIds', 'ids'],
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

/** The text around the coin in the names other exchanges use: BTCUSDT, BTC-USDT, CMT_BTCUSDT, btcusdt, BTC-PERP. */
const AROUND_THE_COIN = /^cmt|(usdt?)?(perp|swap|umcbl)?$/g;

function coinOf(symbol: string): string {
  return symbol
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll(AROUND_THE_COIN, '');
}

/** The contract of the coin the caller named in another spelling; another coin, however near, is another trade. */
export function symbolHint(found: string, symbols: readonly string[], list = '/capi/v2/market/contracts'): Bilingual {
  const coin = coinOf(found);
  const near = coin === '' ? undefined : symbols.find((symbol) => coinOf(symbol) === coin);
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  if (near === undefined)
    return {
      en: `Unknown symbol '${shown}'; GET ${list} lists them`,
      zh: `未知合约'${shown}'，见 GET ${list}`,
    };
  return { en: `Unknown symbol '${shown}'; did you mean ${near}?`, zh: `未知合约'${shown}'，是否为${near}？` };
}

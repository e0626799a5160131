/**
 * POST /order/placeOrder (wire 5.6): one order. Parameters become a `placeOrder` command; everything an exchange decides is the core's.
 * A market order's price is not looked at, whatever it holds; a repeat of the same order answers as the first time (W-22).
 */
import { Type } from 'typebox';
import type { OrderFields } from '../../core/commands.ts';
import type { OrderPlaced } from '../../core/outcome.ts';
import { callerOf } from '../call.ts';
import type { Call } from '../call.ts';
import { malformed, missing } from '../errors.ts';
import { execute } from '../execute.ts';
import type { Fields } from '../fields.ts';
import { decimalOf, decimalUnlessZero, idField, isNotGivenOrZero, missingHint, require, wasSentAs, wordOf } from '../fields.ts';
import { clientOidField, instrumentField, marginModeField, positionModeField, typeField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { answer, code, string, symbolField, text } from '../schemas.ts';
import { EXECUTION_CODES, PRICE_KINDS } from '../wire.ts';

export interface PlaceOrderAnswer {
  client_oid: string;
  order_id: string;
}

/** What a caller sends; numbers may be strings. */
export interface PlaceOrderRequest {
  symbol: string;
  client_oid: string;
  size: string | number;
  type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  order_type: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
  match_price: '0' | '1' | 0 | 1;
  price?: string | number | null;
  presetTakeProfitPrice?: string | number | null;
  presetStopLossPrice?: string | number | null;
  marginMode?: 1 | 3 | '1' | '3';
  separatedMode?: 1 | 2 | '1' | '2';
  positionId?: number | string | null;
}

const EXECUTION_MEANING = {
  en: '0 normal, 1 post-only, 2 FOK, 3 IOC',
  zh: '0普通、1只做maker、2全部成交或取消、3立即成交剩余取消',
};
const PRICE_KIND_MEANING = { en: '0 limit, 1 market', zh: '0限价、1市价' };

const REQUIRED = ['symbol', 'client_oid', 'size', 'type', 'order_type', 'match_price'];

interface Parameters extends OrderFields {
  readonly symbol: string;
}

export const placeOrder = defineRoute<Parameters, PlaceOrderAnswer>({
  operation: 'placeOrder',
  summary: 'Place an order',
  method: 'POST',
  path: '/capi/v2/order/placeOrder',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    client_oid: text('Your id of the order, 1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = -'),
    size: text('Size in base coin'),
    type: code('1 open long, 2 open short, 3 close long, 4 close short', ['1', '2', '3', '4']),
    order_type: code('0 normal, 1 post-only, 2 FOK, 3 IOC', ['0', '1', '2', '3']),
    match_price: code('0 limit, 1 market', ['0', '1']),
    price: Type.Optional(text('Limit price; required for limit orders, ignored for market orders')),
    presetTakeProfitPrice: Type.Optional(text('Preset take profit, opening orders only')),
    presetStopLossPrice: Type.Optional(text('Preset stop loss, opening orders only')),
    marginMode: Type.Optional(code('1 cross, 3 isolated', ['1', '3'])),
    separatedMode: Type.Optional(code('1 combined, 2 separated', ['1', '2'])),
    positionId: Type.Optional(text('Closing orders: only this position is closed')),
  }),
  answer: answer({ client_oid: string(), order_id: string() }),
  sample: {
    request:
      '{"symbol": "cmt_btcusdt", "client_oid": "demo-0001", "size": "0.01", "type": "1", "order_type": "0", "match_price": "1", "price": "0", "presetTakeProfitPrice": "95000", "presetStopLossPrice": "85000"}',
    answer: { client_oid: 'demo-0001', order_id: '700000000000010' },
  },
  errors: ['40019', '40020', '40017', '50003', '50004', '50007', 'E01-E10', 'E13-E20', 'E22-E24', 'E32', 'E34-E36', 'E38'],
  parse: (fields, call) => {
    require(fields, REQUIRED);
    if (wasSentAs(fields, 'match_price', '0') && isNotGivenOrZero(fields, 'price'))
      throw missing('price', missingHint(fields, 'price'));
    return { symbol: instrumentField(fields, call.deps.engine.state).contract.symbol, ...orderFields(fields) };
  },
  handle: async (parameters, call) =>
    placed(call, await execute<'placeOrder'>(call, { name: 'placeOrder', ...callerOf(call), ...parameters })),
});

/** The order's own fields, in the order of the documentation's table. Given are all required ones. */
function orderFields(fields: Fields): OrderFields {
  const clientOrderId = clientOidField(fields, 'client_oid') as string;
  const size = decimalOf(fields, 'size') as string;
  const { side, effect } = typeField(fields, 'type') as NonNullable<ReturnType<typeof typeField>>;
  const execution = wordOf(fields, 'order_type', EXECUTION_CODES, EXECUTION_MEANING) as OrderFields['execution'];
  const isMarket = wordOf(fields, 'match_price', PRICE_KINDS, PRICE_KIND_MEANING) === 'market';
  const order: OrderFields = {
    clientOrderId,
    side,
    effect,
    execution,
    size,
    price: isMarket ? null : decimalOf(fields, 'price'),
    takeProfit: decimalUnlessZero(fields, 'presetTakeProfitPrice'),
    stopLoss: decimalUnlessZero(fields, 'presetStopLossPrice'),
    marginMode: marginModeField(fields),
    positionMode: positionModeField(fields),
    positionId: effect === 'close' ? idField(fields, 'positionId') : null,
  };
  if (isMarket && execution === 'postOnly') {
    throw malformed({
      en: 'a market order (match_price 1) cannot be post-only (order_type 1)',
      zh: '市价单（match_price 1）不能只做maker（order_type 1）',
    });
  }
  return order;
}

/** The answer of an accepted order, with the headers that tell a repeat and the order's leaf. */
export function placed(call: Call, result: OrderPlaced): PlaceOrderAnswer {
  if (result.replayed) call.headers.push('Idempotent-Replay', 'true');
  if (result.leafIndex !== null) call.headers.push('AI-LOG-INDEX', String(result.leafIndex));
  return { client_oid: result.clientOrderId, order_id: String(result.orderId) };
}

/**
 * POST /order/placeOrder : one order. Parameters become a `placeOrder` command; everything an exchange decides is the
 * core's. A market order's price is not looked at at all; a repeat of the same order answers as the first time (W-22).
 */
import { type Static, Type } from 'typebox';
import type { OrderFields } from '../../core/language/commands.ts';
import { type Execution, rulesOf } from '../../core/language/execution.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { decimalOf, decimalUnlessZero, type Fields, idField, wordOf } from '../reading/fields.ts';
import {
  clientOidField,
  clientOidText,
  instrumentField,
  isMarketField,
  marginModeCode,
  marginModeField,
  orderTypeCode,
  positionModeCode,
  positionModeField,
  priceKindCode,
  typeField,
} from '../reading/parameters.ts';
import { code, limitPrice, symbolField, text } from '../reading/schemas.ts';
import { placedShape, placedView } from '../shapes/placed.ts';
import { malformed } from '../words/errors.ts';
import { EXECUTION_CODES, EXECUTION_MEANING, EXECUTION_WIRE, type ExecutionCode } from '../words/wire.ts';

const parameters = Type.Object({
  symbol: symbolField,
  client_oid: clientOidText,
  size: text('Size in base coin'),
  type: orderTypeCode,
  order_type: code(EXECUTION_MEANING.en, Object.keys(EXECUTION_CODES) as ExecutionCode[]),
  match_price: priceKindCode,
  price: limitPrice('Limit price; required for limit orders, ignored for market orders', 'match_price'),
  presetTakeProfitPrice: Type.Optional(text('Preset take profit, opening orders only')),
  presetStopLossPrice: Type.Optional(text('Preset stop loss, opening orders only')),
  marginMode: Type.Optional(marginModeCode),
  separatedMode: Type.Optional(positionModeCode),
  positionId: Type.Optional(text('Closing orders: only this position is closed')),
});

/** The fields a caller sends; numbers may be strings. */
export type PlaceOrderRequest = Static<typeof parameters>;

export const placeOrder = defineRoute({
  operation: 'placeOrder',
  summary: 'Place an order',
  method: 'POST',
  path: '/capi/v2/order/placeOrder',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1 },
  refusedWhenFrozen: true,
  parameters,
  sample:
    '{"symbol": "cmt_btcusdt", "client_oid": "demo-0001", "size": "0.01", "type": "1", "order_type": "0", "match_price": "1", "price": "0", "presetTakeProfitPrice": "95000", "presetStopLossPrice": "85000"}',
  answer: placedShape,
  errors: [
    '40019',
    '40020',
    '40017',
    '50003',
    '50004',
    '50007',
    'E01-E10',
    'E13-E20',
    'E22-E24',
    'E32',
    'E34-E36',
    'E38',
  ],
  parse: (fields, call) => ({ symbol: instrumentField(fields, call).contract.symbol, ...orderFields(fields) }),
  handle: async (order, call) =>
    placedView(await execute<'placeOrder'>(call, { name: 'placeOrder', ...callerOf(call), ...order }), call.headers),
});

/** The order's own fields, in the order of the documentation's table. Given are all required ones. */
function orderFields(fields: Fields): OrderFields {
  const clientOrderId = clientOidField(fields, 'client_oid') as string;
  const size = decimalOf(fields, 'size') as string;
  const { side, effect } = typeField(fields, 'type') as NonNullable<ReturnType<typeof typeField>>;
  const execution = wordOf(fields, 'order_type', EXECUTION_CODES, EXECUTION_MEANING) as Execution;
  const isMarket = isMarketField(fields, 'match_price');
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
  if (isMarket && rulesOf(execution).makerOnly) {
    const { code: sent, en, zh } = EXECUTION_WIRE[execution];
    throw malformed({
      en: `a market order (match_price 1) cannot be ${en} (order_type ${sent})`,
      zh: `市价单（match_price 1）不能${zh}（order_type ${sent}）`,
    });
  }
  return order;
}

/**
 * POST /order/plan_order (wire 5.11, PLAN-001): an order that waits for a price. Nothing is reserved before it fires; what it will need
 * is checked then.
 */
import { Type } from 'typebox';
import type { PlacePlanOrder } from '../../core/commands.ts';
import { callerOf } from '../call.ts';
import { execute } from '../execute.ts';
import type { Fields } from '../fields.ts';
import { decimalOf, decimalUnlessZero, idField, isNotGivenOrZero, missingHint, require, wasSentAs, wordOf } from '../fields.ts';
import { clientOidField, instrumentField, marginModeField, positionModeField, typeField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { missing } from '../errors.ts';
import { answer, code, string, symbolField, text } from '../schemas.ts';
import { PRICE_KINDS, TRIGGERS } from '../wire.ts';
import { type PlaceOrderAnswer, placed } from './placeOrder.ts';

const MATCH_MEANING = { en: '0 limit, 1 market', zh: '0限价、1市价' };
const TRIGGER_MEANING = { en: '1 last price, 3 mark price', zh: '1最新价、3标记价' };

type Parameters = Omit<PlacePlanOrder, 'name' | 'account' | 'keyId' | 'channel'>;

export const plan_order = defineRoute<Parameters, PlaceOrderAnswer>({
  operation: 'plan_order',
  summary: 'Place a plan order',
  method: 'POST',
  path: '/capi/v2/order/plan_order',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    client_oid: Type.Optional(text('Your id of the order; assigned when not given')),
    size: text('Size in base coin'),
    type: code('1 open long, 2 open short, 3 close long, 4 close short', ['1', '2', '3', '4']),
    match_type: code('0 limit, 1 market', ['0', '1']),
    execute_price: Type.Optional(text('Limit price; required for match_type 0, ignored for 1')),
    trigger_price: text('Price that fires it'),
    marginMode: Type.Optional(code('1 cross, 3 isolated', ['1', '3'])),
    separatedMode: Type.Optional(code('1 combined, 2 separated', ['1', '2'])),
    positionId: Type.Optional(text('Closing orders: only this position is closed')),
    presetTakeProfitPrice: Type.Optional(text('Preset take profit, opening orders only')),
    presetStopLossPrice: Type.Optional(text('Preset stop loss, opening orders only')),
    triggerPriceType: Type.Optional(code('1 last price, 3 mark price', ['1', '3'])),
  }),
  answer: answer({ client_oid: string(), order_id: string() }),
  sample: {
    request:
      '{"symbol":"cmt_btcusdt","client_oid":"demo-0004","size":"0.01","type":"2","match_type":"1","execute_price":"0","trigger_price":"92000"}',
    answer: { client_oid: 'demo-0004', order_id: '700000000000050' },
  },
  errors: ['40019', '40020', '50003', '50004', 'E01-E09', 'E11', 'E13-E19', 'E21'],
  parse: (fields, call) => {
    require(fields, ['symbol', 'size', 'type', 'match_type']);
    if (wasSentAs(fields, 'match_type', '0') && isNotGivenOrZero(fields, 'execute_price'))
      throw missing('execute_price', missingHint(fields, 'execute_price'));
    require(fields, ['trigger_price']);
    return planFields(fields, instrumentField(fields, call.deps.engine.state).contract.symbol);
  },
  handle: async (parameters, call) =>
    placed(call, await execute<'placePlanOrder'>(call, { name: 'placePlanOrder', ...callerOf(call), ...parameters })),
});

/** The fields in table order; given are all required ones. */
function planFields(fields: Fields, symbol: string): Parameters {
  const clientOrderId = clientOidField(fields, 'client_oid');
  const size = decimalOf(fields, 'size') as string;
  const { side, effect } = typeField(fields, 'type') as NonNullable<ReturnType<typeof typeField>>;
  const isMarket = wordOf(fields, 'match_type', PRICE_KINDS, MATCH_MEANING) === 'market';
  return {
    symbol,
    clientOrderId,
    side,
    effect,
    size,
    price: isMarket ? null : decimalOf(fields, 'execute_price'),
    triggerPrice: decimalOf(fields, 'trigger_price') as string,
    marginMode: marginModeField(fields),
    positionMode: positionModeField(fields),
    positionId: effect === 'close' ? idField(fields, 'positionId') : null,
    takeProfit: decimalUnlessZero(fields, 'presetTakeProfitPrice'),
    stopLoss: decimalUnlessZero(fields, 'presetStopLossPrice'),
    triggerBy: wordOf(fields, 'triggerPriceType', TRIGGERS, TRIGGER_MEANING) ?? 'unset',
  };
}

/**
 * POST /order/plan_order (PLAN-001): an order that waits for a price. Nothing is reserved before it fires; its margin
 * is checked then.
 */
import { Type } from 'typebox';
import type { PlacePlanOrder } from '../../core/language/commands.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { decimalOf, type Fields } from '../reading/fields.ts';
import {
  closedField,
  closedParameter,
  modeFields,
  modeParameters,
  presetFields,
  presetParameters,
  wantedType,
} from '../reading/order-fields.ts';
import {
  clientOidField,
  instrumentField,
  isMarketField,
  orderTypeCode,
  priceKindCode,
  triggerCode,
  triggerField,
} from '../reading/parameters.ts';
import { limitPrice, symbolField, text } from '../reading/schemas.ts';
import { placedPlanShape, placedView } from '../shapes/placed.ts';

type Parameters = Omit<PlacePlanOrder, 'name' | 'account' | 'keyId' | 'channel'>;

export const plan_order = defineRoute({
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
    type: orderTypeCode,
    match_type: priceKindCode,
    execute_price: limitPrice('Limit price; required for match_type 0, ignored for 1', 'match_type'),
    trigger_price: text('Price that fires it'),
    ...modeParameters,
    ...closedParameter,
    ...presetParameters,
    triggerPriceType: Type.Optional(triggerCode),
  }),
  sample:
    '{"symbol":"cmt_btcusdt","client_oid":"demo-0004","size":"0.01","type":"2","match_type":"1","execute_price":"0","trigger_price":"92000"}',
  answer: placedPlanShape,
  errors: ['40019', '40020', '50003', '50004', 'E01-E09', 'E11', 'E13-E19', 'E21'],
  parse: (fields, call) => planFields(fields, instrumentField(fields, call).contract.symbol),
  handle: async (plan, call) =>
    placedView(
      await execute<'placePlanOrder'>(call, { name: 'placePlanOrder', ...callerOf(call), ...plan }),
      call.headers,
    ),
});

/** The fields in table order; the required ones are all given. */
function planFields(fields: Fields, symbol: string): Parameters {
  const clientOrderId = clientOidField(fields, 'client_oid');
  const size = decimalOf(fields, 'size') as string;
  const { side, effect } = wantedType(fields);
  const isMarket = isMarketField(fields, 'match_type');
  const price = isMarket ? null : decimalOf(fields, 'execute_price');
  const triggerPrice = decimalOf(fields, 'trigger_price') as string;
  const modes = modeFields(fields);
  const positionId = closedField(fields, effect);
  const presets = presetFields(fields);
  const triggerBy = triggerField(fields) ?? 'unset';
  return {
    symbol,
    clientOrderId,
    side,
    effect,
    size,
    price,
    triggerPrice,
    ...modes,
    positionId,
    ...presets,
    triggerBy,
  };
}

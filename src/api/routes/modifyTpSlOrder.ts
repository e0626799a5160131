/**
 * POST /order/modifyTpSlOrder (PLAN-014): a new trigger for a plan order that has not fired, of any kind. Fields not
 * given fall back to market and the last price.
 */
import { Type } from 'typebox';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { decimalOf, decimalUnlessZero, idField } from '../reading/fields.ts';
import { triggerCode, triggerField } from '../reading/parameters.ts';
import { text } from '../reading/schemas.ts';
import { modifiedShape, modifiedView } from '../shapes/modified.ts';

export const modifyTpSlOrder = defineRoute({
  operation: 'modifyTpSlOrder',
  summary: 'Change the trigger of a plan order',
  method: 'POST',
  path: '/capi/v2/order/modifyTpSlOrder',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    orderId: text('Id of the plan order'),
    triggerPrice: text('Price that fires it'),
    executePrice: Type.Optional(text('Limit price; market when not given or zero')),
    triggerPriceType: Type.Optional(triggerCode),
  }),
  sample: '{"orderId":"700000000000019","triggerPrice":"84000"}',
  answer: modifiedShape,
  errors: ['40019', '40020', '50004', '50005', 'E03', 'E08', 'E09', 'E11', 'E12', 'E30'],
  parse: (fields) => ({
    orderId: idField(fields, 'orderId') ?? 0,
    triggerPrice: decimalOf(fields, 'triggerPrice') as string,
    price: decimalUnlessZero(fields, 'executePrice'),
    triggerBy: triggerField(fields) ?? ('last' as const),
  }),
  handle: async (change, call) => {
    await execute<'modifyTpSlOrder'>(call, { name: 'modifyTpSlOrder', ...callerOf(call), ...change });
    return modifiedView(call.requestTimeMs);
  },
});

/**
 * POST /order/modifyTpSlOrder (PLAN-014): a new trigger for a plan order that has not fired, of any kind. Fields not
 * given fall back to market and the last price.
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decimal, decimalUnlessZero, id, optional } from '../call/parameter.ts';
import { triggerPrice } from '../reading/parameters.ts';
import { modifiedShape, modifiedView } from '../shapes/modified.ts';

export const modifyTpSlOrder = defineRoute({
  operation: 'modifyTpSlOrder',
  summary: 'Change the trigger of a plan order',
  ...OWN_COMMAND,
  path: '/capi/v2/order/modifyTpSlOrder',
  weight: { ip: 2, uid: 5 },
  parameters: {
    orderId: id('Id of the plan order'),
    triggerPrice: decimal('Price that fires it'),
    executePrice: decimalUnlessZero('Limit price; market when not given or zero'),
    triggerPriceType: optional(triggerPrice, 'last'),
  },
  sample: '{"orderId":"700000000000019","triggerPrice":"84000"}',
  answer: modifiedShape,
  errors: ['40019', '40020', '50004', '50005', 'E03', 'E08', 'E09', 'E11', 'E12', 'E30'],
  handle: async ({ executePrice: price, triggerPriceType: triggerBy, ...of }, call) => {
    await execute(call, 'modifyTpSlOrder', { ...of, price, triggerBy });
    return modifiedView(call.requestTimeMs);
  },
});

/** POST /modifyTpSlOrder: a new trigger for a plan order that has not fired, of any kind (PLAN-014). */
import { decimal, decimalUnlessZero, id, optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { boolean, object, optional as mayBeLeftOut, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { triggerPriceType } from './reading/parameters.ts';
import { failedRow, refusalIn, refusedFields, refusedTop } from './shapes/placed.ts';

export const modifyTpSlOrder = defineRoute({
  operation: 'v3.modifyTpSlOrder',
  summary: 'Change the trigger of a plan order',
  ...OWN_COMMAND,
  path: '/capi/v3/modifyTpSlOrder',
  weight: { ip: 2, uid: 5 },
  parameters: {
    orderId: id('Id of the plan order'),
    triggerPrice: decimal('Price that fires it'),
    executePrice: decimalUnlessZero('Limit price; market when not given or zero'),
    triggerPriceType: optional(triggerPriceType, 'last'),
  },
  sample: '{"orderId":"700000000000019","triggerPrice":"84000"}',
  answer: shape(
    object({
      success: boolean(),
      errorCode: mayBeLeftOut(string('Of a refusal: the number of the error')),
      errorMessage: mayBeLeftOut(string()),
      ...refusedFields,
    }),
    { success: true },
  ),
  handle: async ({ executePrice: price, triggerPriceType: triggerBy, ...of }, call) => {
    const decision = await decide(call, 'modifyTpSlOrder', { ...of, price, triggerBy });
    const error = refusalIn(decision, call, 'modifyTpSlOrder');
    return error === null ? { success: true } : { ...failedRow(error, call), ...refusedTop(error, call) };
  },
});

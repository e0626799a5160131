/**
 * POST /order/cancel_plan (PLAN-005): cancels a plan order, before or after its trigger. An ordinary order
 * is 50005 here.
 */
import { malformed } from '../words/errors.ts';
import { cancel } from '../front/answer/execute.ts';
import { missingHint } from '../call/fields.ts';
import { id, optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { canceledPlanShape } from '../shapes/canceled.ts';

export const cancel_plan = defineRoute({
  operation: 'cancel_plan',
  summary: 'Cancel a plan order',
  ...OWN_COMMAND,
  path: '/capi/v2/order/cancel_plan',
  weight: { ip: 2, uid: 3 },
  isCancel: true,
  orderRate: { creates: 0 },
  parameters: { orderId: optional(id('Id of the plan order; missing is 40017')) },
  sample: '{"orderId":"700000000000050"}',
  answer: canceledPlanShape,
  errors: ['40017', '40020', '50005'],
  parse: ({ orderId }, _, fields) => {
    if (orderId === null)
      throw malformed({ en: 'orderId is required', zh: '缺少orderId' }, missingHint(fields, 'orderId'));
    return { orderId };
  },
  handle: (which, call) => cancel(call, 'cancelPlanOrder', which),
});

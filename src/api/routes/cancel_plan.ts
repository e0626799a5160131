/**
 * POST /order/cancel_plan (PLAN-005): cancels a plan order, before or after its trigger. An ordinary order
 * is 50005 here.
 */
import { callerOf } from '../call/call.ts';
import { malformed } from '../words/errors.ts';
import { canceled, submitOnce } from '../front/answer/execute.ts';
import { missingHint } from '../call/fields.ts';
import { id, optional } from '../call/parameter.ts';
import { defineRoute } from '../call/route.ts';
import { canceledPlanShape } from '../shapes/canceled.ts';

export const cancel_plan = defineRoute({
  operation: 'cancel_plan',
  summary: 'Cancel a plan order',
  method: 'POST',
  path: '/capi/v2/order/cancel_plan',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 3 },
  isCancel: true,
  orderRate: { creates: 0 },
  refusedWhenFrozen: true,
  parameters: { orderId: optional(id('Id of the plan order; missing is 40017')) },
  sample: '{"orderId":"700000000000050"}',
  answer: canceledPlanShape,
  errors: ['40017', '40020', '50005'],
  parse: ({ orderId }, _, fields) => {
    if (orderId === null)
      throw malformed({ en: 'orderId is required', zh: '缺少orderId' }, missingHint(fields, 'orderId'));
    return orderId;
  },
  handle: async (orderId, call) =>
    canceled(call, await submitOnce<'cancelPlanOrder'>(call, { name: 'cancelPlanOrder', ...callerOf(call), orderId })),
});

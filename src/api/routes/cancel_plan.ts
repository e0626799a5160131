/** POST /order/cancel_plan (wire 5.11, PLAN-005): cancels a plan order, before or after its trigger. An ordinary order is 50005 here. */
import { Type } from 'typebox';
import { callerOf } from '../call.ts';
import { malformed } from '../errors.ts';
import { submit } from '../execute.ts';
import { idField, missingHint } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { text } from '../schemas.ts';
import { type CancelAnswer, cancelAnswer, cancelSchema } from './cancel_order.ts';

export const cancel_plan = defineRoute<number, CancelAnswer>({
  operation: 'cancel_plan',
  summary: 'Cancel a plan order',
  method: 'POST',
  path: '/capi/v2/order/cancel_plan',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 3 },
  orderRate: { creates: 0 },
  refusedWhenFrozen: true,
  parameters: Type.Object({ orderId: Type.Optional(text('Id of the plan order; missing is 40017')) }),
  answer: cancelSchema,
  sample: {
    request: '{"orderId":"700000000000050"}',
    answer: { order_id: '700000000000050', client_oid: 'demo-0004', result: true, err_msg: null },
  },
  errors: ['40017', '40020', '50005'],
  parse: (fields) => {
    const orderId = idField(fields, 'orderId');
    if (orderId === null) throw malformed({ en: 'orderId is required', zh: '缺少orderId' }, missingHint(fields, 'orderId'));
    return orderId;
  },
  handle: async (orderId, call) =>
    cancelAnswer(call, await submit<'cancelPlanOrder'>(call, { name: 'cancelPlanOrder', ...callerOf(call), orderId })),
});

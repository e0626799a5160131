/** DELETE /algoOrder: cancels a plan order, before or after it fired. An ordinary order is unknown here. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { ApiError } from '../words/errors.ts';
import { cancelFields, cancelRow, canceledShape } from './shapes/canceled.ts';

export const cancelAlgoOrder = defineRoute({
  operation: 'v3.cancelAlgoOrder',
  summary: 'Cancel a plan order',
  ...OWN_COMMAND,
  method: 'DELETE',
  path: '/capi/v3/algoOrder',
  weight: { ip: 2, uid: 3 },
  isCancel: true,
  orderRate: { creates: 0, as: 'cancel_plan' },
  ...cancelFields,
  sample: 'orderId=700000000000050',
  answer: { ...canceledShape, sample: { ...canceledShape.sample, orderId: '700000000000050' } },
  handle: async ({ orderId: sent, clientOrderId }, call) => {
    const { state } = call.deps.engine;
    const account = state.accounts.get(accountOf(call));
    const orderId = sent ?? (account && state.orders.named(account, clientOrderId ?? '')?.id);
    if (orderId === undefined) throw new ApiError(50005, { token: 'ORDER_NOT_FOUND' });
    return cancelRow(await decide(call, 'cancelPlanOrder', { orderId }), call);
  },
});

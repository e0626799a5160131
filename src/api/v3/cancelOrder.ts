/** DELETE /order: cancels an order or plan order. One that has ended is an answer; an unknown one an error. */
import { cancelFields, cancelRow, canceledShape } from './shapes/canceled.ts';
import { decide } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';

export const cancelOrder = defineRoute({
  operation: 'v3.cancelOrder',
  summary: 'Cancel an order or plan order',
  ...OWN_COMMAND,
  method: 'DELETE',
  path: '/capi/v3/order',
  weight: { ip: 2, uid: 3 },
  isCancel: true,
  orderRate: { creates: 0, as: 'cancel_order' },
  ...cancelFields,
  answer: canceledShape,
  handle: async (which, call) => cancelRow(await decide(call, 'cancelOrder', which), call),
});

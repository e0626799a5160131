/**
 * POST /order/cancel_order (ORDR-011): cancels an order or plan order by id or client id. One that has ended isn't an
 * error but `result` false.
 */
import { cancel } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { orderNameParameters, orderNames } from '../reading/parameters.ts';
import { canceledShape } from '../shapes/canceled.ts';

export const cancel_order = defineRoute({
  operation: 'cancel_order',
  summary: 'Cancel an order or plan order',
  ...OWN_COMMAND,
  path: '/capi/v2/order/cancel_order',
  weight: { ip: 2, uid: 3 },
  isCancel: true,
  orderRate: { creates: 0 },
  parameters: orderNameParameters,
  sample: '{"orderId":"700000000000040"}',
  answer: canceledShape,
  errors: ['40017', '40020', '50005'],
  parse: orderNames,
  handle: (which, call) => cancel(call, 'cancelOrder', which),
});

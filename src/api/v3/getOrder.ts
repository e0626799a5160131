/** GET /order: one order or plan order, at work or ended. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { oneOrder } from '../reading/one-order.ts';
import { orderNameParameters, orderNames } from './reading/parameters.ts';
import { orderShape, orderView } from './shapes/order.ts';

export const getOrder = defineRoute({
  operation: 'v3.getOrder',
  summary: 'One order or plan order',
  ...OWN_READ,
  path: '/capi/v3/order',
  weight: { ip: 2, uid: 3 },
  parameters: orderNameParameters,
  sample: 'orderId=700000000000010',
  answer: orderShape,
  parse: orderNames,
  handle: async (names, call) => {
    const { symbol, figures } = await oneOrder(call.deps, accountOf(call), names);
    return orderView(call.deps.engine.state, symbol, figures);
  },
});

/** POST /order: one order, answered after matching; one that the engine refuses is an answer, too. */
import { decide } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { orderOf, orderParameters } from './reading/order-fields.ts';
import { placedShape, placedView } from './shapes/placed.ts';

export const placeOrder = defineRoute({
  operation: 'v3.placeOrder',
  summary: 'Place an order',
  ...OWN_COMMAND,
  path: '/capi/v3/order',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1, as: 'placeOrder' },
  parameters: orderParameters,
  sample:
    '{"symbol":"BTCUSDT","side":"BUY","positionSide":"LONG","type":"MARKET","quantity":"0.01","newClientOrderId":"demo-0001","tpTriggerPrice":"95000","slTriggerPrice":"85000"}',
  answer: placedShape,
  parse: orderOf,
  handle: async (order, call) => placedView(order.clientOrderId, await decide(call, 'placeOrder', order), call),
});

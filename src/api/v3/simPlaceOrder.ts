/** POST /sim/order: one order, its contract by the name of the demo or its own. */
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { orderOf, orderParameters } from './reading/order-fields.ts';
import { demoSymbol } from './reading/parameters.ts';
import { placedShape, placedView } from './shapes/placed.ts';

export const simPlaceOrder = defineRoute({
  operation: 'v3.simPlaceOrder',
  summary: 'Place an order, in the names of the demo',
  ...OWN_COMMAND,
  path: '/capi/v3/sim/order',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1, as: 'placeOrder' },
  parameters: { ...orderParameters, symbol: demoSymbol },
  sample:
    '{"symbol":"BTCSUSDT","side":"BUY","positionSide":"LONG","type":"MARKET","quantity":"0.01","newClientOrderId":"demo-0001"}',
  answer: placedShape,
  parse: orderOf,
  handle: async (order, call) => placedView(order.clientOrderId, await decide(call, 'placeOrder', order), call),
});

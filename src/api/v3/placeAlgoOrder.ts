/**
 * POST /algoOrder: an order that waits for a price. An opening one is a plan order, whose direction follows from the
 * price it waits for; a closing one protects a position and ends with it.
 */
import type { Decision, OrderPlaced } from '../../core/turn/outcome.ts';
import type { Call } from '../call/call.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { type AlgoOrder, algoOrderOf, algoParameters } from './reading/algo-fields.ts';
import { placedView, placedShape } from './shapes/placed.ts';

export const placeAlgoOrder = defineRoute({
  operation: 'v3.placeAlgoOrder',
  summary: 'Place a plan order',
  ...OWN_COMMAND,
  path: '/capi/v3/algoOrder',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1, as: 'plan_order' },
  parameters: algoParameters,
  sample:
    '{"symbol":"BTCUSDT","side":"SELL","positionSide":"SHORT","type":"TAKE_PROFIT_MARKET","quantity":"0.01","triggerPrice":"92000","clientAlgoId":"demo-0004"}',
  answer: {
    ...placedShape,
    sample: { ...placedShape.sample, orderId: '700000000000050', clientOrderId: 'demo-0004' },
  },
  parse: (read) => ({ clientOrderId: read.clientAlgoId, order: algoOrderOf(read) }),
  handle: async ({ clientOrderId, order }, call) =>
    placedView(clientOrderId ?? '', await decisionOn(order, call), call, order.becomes ?? 'placePlanOrder'),
});

async function decisionOn(order: AlgoOrder, call: Call): Promise<Decision<OrderPlaced>> {
  if (order.becomes === null) return { ok: false, reject: order.reject };
  if (order.becomes === 'placeTpSlOrder') return decide(call, order.becomes, order.wanted);
  return decide(call, order.becomes, order.wanted);
}

/** GET /sim/order/history: what ended, in the names of the demo. */
import { defineRoute, OWN_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { demoSymbol } from './reading/parameters.ts';
import { finishedOrderShape } from './shapes/order.ts';
import { historyArgs, historyOf, historyParameters } from './shapes/order-history.ts';
import { inDemoNames } from './words/names.ts';

export const simOrderHistory = defineRoute({
  operation: 'v3.simOrderHistory',
  summary: 'List orders that ended, in the names of the demo',
  ...OWN_READ,
  path: '/capi/v3/sim/order/history',
  weight: { ip: 10, uid: 10 },
  parameters: historyParameters(demoSymbol),
  answer: listOf({ ...finishedOrderShape, sample: inDemoNames(finishedOrderShape.sample) }),
  parse: historyArgs,
  handle: async (args, call) => (await historyOf(args, call)).map(inDemoNames),
});

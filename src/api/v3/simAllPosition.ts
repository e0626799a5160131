/** GET /sim/position/allPosition: positions in every contract under the names of the demo. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { allHeldPositions } from '../shapes/position.ts';
import { listOf } from '../shapes/shape.ts';
import { positionShape, positionView } from './shapes/position.ts';
import { inDemoNames } from './words/names.ts';

export const simAllPosition = defineRoute({
  operation: 'v3.simAllPosition',
  summary: 'Get all positions, in the names of the demo',
  ...OWN_READ,
  path: '/capi/v3/sim/position/allPosition',
  weight: { ip: 10, uid: 15 },
  answer: listOf({ ...positionShape, sample: inDemoNames(positionShape.sample) }),
  handle: (_, call) => {
    const { state } = call.deps.engine;
    return allHeldPositions(state, state.accounts.get(accountOf(call))).map((one) => inDemoNames(positionView(one)));
  },
});

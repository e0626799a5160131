/** GET /account/position/allPosition: positions in every contract, by contract id, LONG before SHORT. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { allHeldPositions } from '../shapes/position.ts';
import { listOf } from '../shapes/shape.ts';
import { positionShape, positionView } from './shapes/position.ts';

export const allPosition = defineRoute({
  operation: 'v3.allPosition',
  summary: 'Get all positions',
  ...OWN_READ,
  path: '/capi/v3/account/position/allPosition',
  weight: { ip: 10, uid: 15 },
  answer: listOf(positionShape),
  handle: (_, call) => {
    const { state } = call.deps.engine;
    return allHeldPositions(state, state.accounts.get(accountOf(call))).map(positionView);
  },
});

/** GET /account/position/allPosition: the account's positions in every contract, by contract id, LONG before SHORT. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { allHeldPositions, positionShape, positionView } from '../shapes/position.ts';
import { listOf } from '../shapes/shape.ts';

export const allPosition = defineRoute({
  operation: 'allPosition',
  summary: 'Get all positions',
  ...OWN_READ,
  path: '/capi/v2/account/position/allPosition',
  weight: { ip: 10, uid: 15 },
  answer: listOf(positionShape),
  handle: (_, call) => {
    const { state } = call.deps.engine;
    return allHeldPositions(state, state.accounts.get(accountOf(call))).map(positionView);
  },
});

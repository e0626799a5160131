/** GET /account/position/singlePosition: positions in one contract, LONG before SHORT. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { heldPositions } from '../shapes/position.ts';
import { listOf } from '../shapes/shape.ts';
import { instrument } from './reading/parameters.ts';
import { positionShape, positionView } from './shapes/position.ts';

export const singlePosition = defineRoute({
  operation: 'v3.singlePosition',
  summary: 'Get the positions in one contract',
  ...OWN_READ,
  path: '/capi/v3/account/position/singlePosition',
  weight: { ip: 2, uid: 3 },
  parameters: { symbol: instrument },
  sample: 'symbol=BTCUSDT',
  answer: listOf(positionShape),
  handle: ({ symbol: { index } }, call) =>
    heldPositions(call.deps.engine.state.accounts.get(accountOf(call))?.holdings[index]).map(positionView),
});

/**
 * GET /account/position/singlePosition: the account's positions in one contract, LONG before SHORT. Reads the engine's
 * state.
 */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { instrument } from '../reading/parameters.ts';
import { heldPositions, positionShape, positionView } from '../shapes/position.ts';
import { listOf } from '../shapes/shape.ts';

export const singlePosition = defineRoute({
  operation: 'singlePosition',
  summary: 'Get the position of one contract',
  ...OWN_READ,
  path: '/capi/v2/account/position/singlePosition',
  weight: { ip: 2, uid: 3 },
  parameters: { symbol: instrument },
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(positionShape),
  errors: ['40019', '40020'],
  handle: ({ symbol: { index } }, call) =>
    heldPositions(call.deps.engine.state.accounts.get(accountOf(call))?.holdings[index]).map(positionView),
});

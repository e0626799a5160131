/** GET /account/assets (MARG-001): the account's money. Reads the engine's state. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { assetShape, assetView } from '../shapes/asset.ts';
import { listOf } from '../shapes/shape.ts';

export const assets = defineRoute({
  operation: 'assets',
  summary: 'Account balance',
  ...OWN_READ,
  path: '/capi/v2/account/assets',
  weight: { ip: 5, uid: 10 },
  answer: listOf(assetShape),
  handle: (_, call) => [assetView(call.deps.engine.state.accounts.get(accountOf(call)))],
});

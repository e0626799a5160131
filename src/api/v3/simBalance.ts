/** GET /sim/balance: the account's money under the name of the demo coin. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { balanceShape, balanceView } from './shapes/balance.ts';
import { inDemoNames } from './words/names.ts';

export const simBalance = defineRoute({
  operation: 'v3.simBalance',
  summary: 'Account balance, in the names of the demo',
  ...OWN_READ,
  path: '/capi/v3/sim/balance',
  weight: { ip: 5, uid: 10 },
  answer: listOf({ ...balanceShape, sample: inDemoNames(balanceShape.sample) }),
  handle: (_, call) => [inDemoNames(balanceView(call.deps.engine.state.accounts.get(accountOf(call))))],
});

/** GET /account/balance: the account's money. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { balanceShape, balanceView } from './shapes/balance.ts';

export const balance = defineRoute({
  operation: 'v3.balance',
  summary: 'Account balance',
  ...OWN_READ,
  path: '/capi/v3/account/balance',
  weight: { ip: 5, uid: 10 },
  answer: listOf(balanceShape),
  handle: (_, call) => [balanceView(call.deps.engine.state.accounts.get(accountOf(call)))],
});

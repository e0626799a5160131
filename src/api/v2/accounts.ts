/** GET /account/accounts: the older name of getAccounts, which shows the positions too. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { wholeAccount } from '../reading/whole-account.ts';
import { accountWithPositionsShape } from '../shapes/account.ts';
import { allHeldPositions, positionView } from '../shapes/position.ts';

export const accounts = defineRoute({
  operation: 'accounts',
  summary: 'The account with its positions, by an older name',
  ...OWN_READ,
  path: '/capi/v2/account/accounts',
  isAddition: true,
  weight: { ip: 5, uid: 5 },
  answer: accountWithPositionsShape,
  handle: (_, call) => {
    const { state } = call.deps.engine;
    return {
      ...wholeAccount(call),
      position: allHeldPositions(state, state.accounts.get(accountOf(call))).map(positionView),
    };
  },
});

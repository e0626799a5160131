/** GET /account/getAccounts: fees, modes and leverage of the account, and its money with all that went through it. */
import { defineRoute, OWN_READ } from '../call/route.ts';
import { wholeAccount } from '../reading/whole-account.ts';
import { accountShape } from '../shapes/account.ts';

export const getAccounts = defineRoute({
  operation: 'getAccounts',
  summary: 'The account: settings, money and cumulative figures',
  ...OWN_READ,
  path: '/capi/v2/account/getAccounts',
  weight: { ip: 5, uid: 5 },
  answer: accountShape,
  handle: (_, call) => wholeAccount(call),
});

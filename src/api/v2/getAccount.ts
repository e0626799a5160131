/** GET /account/getAccount: the account as getAccounts shows it, in one coin; there is only one. */
import { defineRoute, OWN_READ } from '../call/route.ts';
import { coin } from '../reading/parameters.ts';
import { wholeAccount } from '../reading/whole-account.ts';
import { accountShape } from '../shapes/account.ts';
import { COIN } from '../words/wire.ts';

export const getAccount = defineRoute({
  operation: 'getAccount',
  summary: 'The account in one coin',
  ...OWN_READ,
  path: '/capi/v2/account/getAccount',
  weight: { ip: 1, uid: 1 },
  parameters: { coin: coin(`The margin coin, ${COIN}`) },
  sample: `coin=${COIN}`,
  answer: accountShape,
  errors: ['40019', '40020'],
  handle: (_, call) => wholeAccount(call),
});

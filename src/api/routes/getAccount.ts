/** GET /account/getAccount: the account as getAccounts shows it, in one coin; there is only one. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { foundInstead, textOf } from '../reading/fields.ts';
import { text } from '../reading/schemas.ts';
import { wholeAccount } from '../reading/whole-account.ts';
import { accountShape } from '../shapes/account.ts';
import { invalid } from '../words/errors.ts';
import { COIN } from '../words/wire.ts';

export const getAccount = defineRoute({
  operation: 'getAccount',
  summary: 'The account in one coin',
  method: 'GET',
  path: '/capi/v2/account/getAccount',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  parameters: Type.Object({ coin: text(`The margin coin, ${COIN}`) }),
  sample: `coin=${COIN}`,
  answer: accountShape,
  errors: ['40019', '40020'],
  parse: (fields) => {
    const coin = textOf(fields, 'coin') ?? '';
    if (coin !== COIN) throw invalid('coin', foundInstead(coin, { en: COIN, zh: COIN }));
    return coin;
  },
  handle: (_, call) => wholeAccount(call),
});

/** GET /account/accountConfig: what the account may do. Money comes and goes by the operator alone. */
import { mayTrade } from '../../core/permission/permission.ts';
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { changedMs } from '../shapes/account.ts';
import { boolean, number, object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';

export const accountConfig = defineRoute({
  operation: 'v3.accountConfig',
  summary: 'What the account may do',
  ...OWN_READ,
  path: '/capi/v3/account/accountConfig',
  weight: { ip: 5, uid: 10 },
  answer: shape(
    object({
      canTrade: boolean(),
      canDeposit: boolean(),
      canWithdraw: boolean(),
      dualSidePosition: boolean(),
      updateTime: number('When its money changed last'),
      uid: string(),
    }),
    {
      canTrade: true,
      canDeposit: false,
      canWithdraw: false,
      dualSidePosition: true,
      updateTime: 1767254400000,
      uid: '1000001',
    },
  ),
  handle: (_, call) => {
    const uid = accountOf(call);
    const account = call.deps.engine.state.accounts.get(uid);
    return {
      canTrade: account === undefined || mayTrade(account),
      canDeposit: false,
      canWithdraw: false,
      dualSidePosition: true,
      updateTime: changedMs(account),
      uid: String(uid),
    };
  },
});

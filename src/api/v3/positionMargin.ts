/** POST /account/positionMargin: moves margin into an isolated position, or out of it. */
import { foundInstead } from '../call/fields.ts';
import { id, refined, whole } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { marginAmount } from '../reading/amounts.ts';
import { invalid } from '../words/errors.ts';
import { set, settingShape } from './shapes/setting.ts';

const ADD = 1;
const REMOVE = 2;

export const positionMargin = defineRoute({
  operation: 'v3.positionMargin',
  summary: 'Add margin to an isolated position, or remove some',
  ...OWN_COMMAND,
  path: '/capi/v3/account/positionMargin',
  weight: { ip: 15, uid: 30 },
  parameters: {
    isolatedPositionId: id('Id of the position'),
    amount: refined(marginAmount('USDT, above 0, at most 8 decimals'), (amount, name) => {
      if (!amount.startsWith('-')) return amount;
      throw invalid(name, foundInstead(amount, { en: 'an amount above 0', zh: '大于0的金额' }));
    }),
    type: whole('1: add, 2: remove', ADD, REMOVE),
  },
  sample: '{"isolatedPositionId":700000000000012,"amount":"10.0","type":1}',
  answer: settingShape,
  handle: ({ isolatedPositionId: positionId, amount, type }, call) =>
    set(call, 'adjustIsolatedMargin', { positionId, amount: type === REMOVE ? `-${amount}` : amount }),
});

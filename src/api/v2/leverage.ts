/**
 * POST /account/leverage (MODE-005, MODE-006): sets the leverage of a contract, cross or isolated. Setting what is
 * already set always succeeds.
 */
import { applySetting } from '../front/answer/execute.ts';
import { optional } from '../call/parameter.ts';
import { times } from '../reading/amounts.ts';
import { marginMode, symbol } from '../reading/parameters.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { settingShape } from '../shapes/setting.ts';

export const leverage = defineRoute({
  operation: 'leverage',
  summary: 'Set the leverage of a contract',
  ...OWN_COMMAND,
  path: '/capi/v2/account/leverage',
  weight: { ip: 10, uid: 20 },
  parameters: {
    symbol,
    marginMode,
    longLeverage: times('Whole number'),
    shortLeverage: optional(times('Whole number; absent: as longLeverage')),
  },
  sample: '{"symbol":"cmt_btcusdt","marginMode":1,"longLeverage":"20","shortLeverage":"20"}',
  answer: settingShape,
  errors: ['40019', '40020', '50003', '50004', '50007', 'E03', 'E18', 'E26', 'E27', 'E36', 'E38'],
  handle: ({ longLeverage: long, shortLeverage: short, ...of }, call) =>
    applySetting(call, 'setLeverage', { ...of, long, short: short ?? long }),
});

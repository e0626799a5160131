/**
 * POST /account/leverage (MODE-005, MODE-006): sets the leverage of a contract, cross or isolated. Setting what is
 * already set always succeeds.
 */
import { invalid } from '../words/errors.ts';
import { applySetting } from '../front/answer/execute.ts';
import { foundInstead } from '../call/fields.ts';
import { decimal, type Needed, optional, refined } from '../call/parameter.ts';
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

/** Far above any cap: larger values need not be told apart. */
const HUGE_DIGITS = 9;
const HUGE = 999_999_999;

/** A whole number of at least 1, in any spelling (`20`, `"20.00"`). */
function times(description: string): Needed<number> {
  return refined(decimal(description), (found, name) => {
    if (found === '0' || found.startsWith('-') || found.includes('.'))
      throw invalid(name, foundInstead(found, { en: 'a whole number of at least 1', zh: '不小于1的整数' }));
    return found.length > HUGE_DIGITS ? HUGE : Number(found);
  });
}

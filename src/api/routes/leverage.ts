/**
 * POST /account/leverage (MODE-005, MODE-006): sets the leverage of a contract, cross or isolated. Setting what is
 * already set always succeeds.
 */
import { Type } from 'typebox';
import type { SetLeverage } from '../../core/language/commands.ts';
import { callerOf } from '../front/call.ts';
import { invalid } from '../words/errors.ts';
import { execute } from '../front/execute.ts';
import type { Fields } from '../reading/fields.ts';
import { decimalOf, foundInstead } from '../reading/fields.ts';
import { instrumentField, marginModeCode, marginModeField } from '../reading/parameters.ts';
import { defineRoute } from '../front/route.ts';
import { symbolField, text } from '../reading/schemas.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

export const leverage = defineRoute({
  operation: 'leverage',
  summary: 'Set the leverage of a contract',
  method: 'POST',
  path: '/capi/v2/account/leverage',
  access: 'private',
  permission: 'trade',
  weight: { ip: 10, uid: 20 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    marginMode: marginModeCode,
    longLeverage: text('Whole number'),
    shortLeverage: Type.Optional(text('Whole number; absent: as longLeverage')),
  }),
  sample: '{"symbol":"cmt_btcusdt","marginMode":1,"longLeverage":"20","shortLeverage":"20"}',
  answer: settingShape,
  errors: ['40019', '40020', '50003', '50004', '50007', 'E03', 'E18', 'E26', 'E27', 'E36', 'E38'],
  parse: (fields, call) => {
    const { symbol } = instrumentField(fields, call).contract;
    const marginMode = marginModeField(fields) as SetLeverage['marginMode'];
    const long = leverageField(fields, 'longLeverage') as number;
    return { symbol, marginMode, long, short: leverageField(fields, 'shortLeverage') ?? long };
  },
  handle: async (parameters, call) => {
    await execute<'setLeverage'>(call, { name: 'setLeverage', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});

/** Far above any cap: larger values need not be told apart. */
const HUGE_DIGITS = 9;
const HUGE = 999_999_999;

/** A whole number of at least 1, in any spelling (`20`, `"20.00"`); null when not given. */
function leverageField(fields: Fields, name: string): number | null {
  const decimal = decimalOf(fields, name);
  if (decimal === null) return null;
  if (decimal === '0' || decimal.startsWith('-') || decimal.includes('.'))
    throw invalid(name, foundInstead(decimal, { en: 'a whole number of at least 1', zh: '不小于1的整数' }));
  return decimal.length > HUGE_DIGITS ? HUGE : Number(decimal);
}

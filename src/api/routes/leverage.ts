/**
 * POST /account/leverage (wire 5.9, MODE-005, MODE-006): sets the leverage of a contract, cross or isolated. Setting what is set already
 * always succeeds.
 */
import { Type } from 'typebox';
import type { SetLeverage } from '../../core/commands.ts';
import { callerOf } from '../call.ts';
import { invalid } from '../errors.ts';
import { execute } from '../execute.ts';
import type { Fields } from '../fields.ts';
import { decimalOf, foundInstead, require } from '../fields.ts';
import { instrumentField, marginModeField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { answer, code, number, string, symbolField, text } from '../schemas.ts';

/** The envelope of settings calls. */
export interface SettingAnswer {
  msg: 'success';
  requestTime: number;
  code: '200';
}

export const settingSchema = answer({ msg: string(), requestTime: number('Epoch ms'), code: string() });
export const sampleSetting: SettingAnswer = { msg: 'success', requestTime: 1767258000000, code: '200' };

export function settingAnswer(requestTimeMs: number): SettingAnswer {
  return { msg: 'success', requestTime: requestTimeMs, code: '200' };
}

type Parameters = Pick<SetLeverage, 'symbol' | 'marginMode' | 'long' | 'short'>;

export const leverage = defineRoute<Parameters, SettingAnswer>({
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
    marginMode: code('1 cross, 3 isolated', ['1', '3']),
    longLeverage: text('Whole number'),
    shortLeverage: Type.Optional(text('Whole number; absent: as longLeverage')),
  }),
  answer: settingSchema,
  sample: { request: '{"symbol":"cmt_btcusdt","marginMode":1,"longLeverage":"20","shortLeverage":"20"}', answer: sampleSetting },
  errors: ['40019', '40020', '50003', '50004', '50007', 'E03', 'E18', 'E26', 'E27', 'E36', 'E38'],
  parse: (fields, call) => {
    require(fields, ['symbol', 'marginMode', 'longLeverage']);
    const { symbol } = instrumentField(fields, call.deps.engine.state).contract;
    const marginMode = marginModeField(fields) as SetLeverage['marginMode'];
    const long = leverageField(fields, 'longLeverage') as number;
    return { symbol, marginMode, long, short: leverageField(fields, 'shortLeverage') ?? long };
  },
  handle: async (parameters, call) => {
    await execute<'setLeverage'>(call, { name: 'setLeverage', ...callerOf(call), ...parameters });
    return settingAnswer(call.requestTimeMs);
  },
});

/** Far above any cap: what is larger need not be told apart. */
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

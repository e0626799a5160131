/**
 * POST /account/position/changeHoldModel (wire 5.9, MODE-004): the pair of margin mode and position mode the account starts from in a
 * contract. The pair in force always succeeds; another one needs a flat contract (W-23).
 */
import { Type } from 'typebox';
import type { SetMarginMode } from '../../core/commands.ts';
import { callerOf } from '../call.ts';
import { execute } from '../execute.ts';
import { require } from '../fields.ts';
import { instrumentField, marginModeField, positionModeField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { code, symbolField } from '../schemas.ts';
import { sampleSetting, type SettingAnswer, settingAnswer, settingSchema } from './leverage.ts';

type Parameters = Pick<SetMarginMode, 'symbol' | 'marginMode' | 'positionMode'>;

export const changeHoldModel = defineRoute<Parameters, SettingAnswer>({
  operation: 'changeHoldModel',
  summary: 'Set margin mode and position mode of a contract',
  method: 'POST',
  path: '/capi/v2/account/position/changeHoldModel',
  access: 'private',
  permission: 'trade',
  weight: { ip: 20, uid: 50 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    marginMode: code('1 cross, 3 isolated', ['1', '3']),
    separatedMode: Type.Optional(code('1 combined (default), 2 separated', ['1', '2'])),
  }),
  answer: settingSchema,
  sample: { request: '{"symbol":"cmt_btcusdt","marginMode":1,"separatedMode":1}', answer: sampleSetting },
  errors: ['40019', '40020', '50003', '50004', 'E28', 'E29'],
  parse: (fields, call) => {
    require(fields, ['symbol', 'marginMode']);
    const { symbol } = instrumentField(fields, call.deps.engine.state).contract;
    const marginMode = marginModeField(fields) as SetMarginMode['marginMode'];
    return { symbol, marginMode, positionMode: positionModeField(fields) ?? 'combined' };
  },
  handle: async (parameters, call) => {
    await execute<'setMarginMode'>(call, { name: 'setMarginMode', ...callerOf(call), ...parameters });
    return settingAnswer(call.requestTimeMs);
  },
});

/**
 * POST /account/position/changeHoldModel (MODE-004): the pair of margin mode and position mode the account
 * starts from in a contract. The pair in force always succeeds; another one needs a flat contract (W-23).
 */
import { Type } from 'typebox';
import type { SetMarginMode } from '../../core/language/commands.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { instrumentField, marginModeCode, marginModeField, positionModeField } from '../reading/parameters.ts';
import { defineRoute } from '../front/route.ts';
import { code, symbolField } from '../reading/schemas.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

export const changeHoldModel = defineRoute({
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
    marginMode: marginModeCode,
    separatedMode: Type.Optional(code('1 combined (default), 2 separated', ['1', '2'])),
  }),
  sample: '{"symbol":"cmt_btcusdt","marginMode":1,"separatedMode":1}',
  answer: settingShape,
  errors: ['40019', '40020', '50003', '50004', 'E28', 'E29'],
  parse: (fields, call) => {
    const { symbol } = instrumentField(fields, call).contract;
    const marginMode = marginModeField(fields) as SetMarginMode['marginMode'];
    return { symbol, marginMode, positionMode: positionModeField(fields) ?? 'combined' };
  },
  handle: async (parameters, call) => {
    await execute<'setMarginMode'>(call, { name: 'setMarginMode', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});

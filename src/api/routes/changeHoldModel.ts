/**
 * POST /account/position/changeHoldModel (MODE-004): the pair of margin mode and position mode the account
 * starts from in a contract. The pair in force always succeeds; another one needs a flat contract (W-23).
 */
import { callerOf } from '../call/call.ts';
import { execute } from '../front/answer/execute.ts';
import { optional } from '../call/parameter.ts';
import { marginMode, positionMode, symbol } from '../reading/parameters.ts';
import { defineRoute } from '../call/route.ts';
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
  parameters: {
    symbol,
    marginMode,
    separatedMode: optional(positionMode('1 combined (default), 2 separated'), 'combined'),
  },
  sample: '{"symbol":"cmt_btcusdt","marginMode":1,"separatedMode":1}',
  answer: settingShape,
  errors: ['40019', '40020', '50003', '50004', 'E28', 'E29'],
  handle: async ({ separatedMode, ...wanted }, call) => {
    const command = { name: 'setMarginMode', ...callerOf(call), ...wanted, positionMode: separatedMode } as const;
    await execute<'setMarginMode'>(call, command);
    return settingView(call.requestTimeMs);
  },
});

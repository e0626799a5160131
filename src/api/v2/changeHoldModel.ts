/**
 * POST /account/position/changeHoldModel (MODE-004): the pair of margin mode and position mode the account
 * starts from in a contract. The pair in force always succeeds; another one needs a flat contract (W-23).
 */
import { applySetting } from '../front/answer/execute.ts';
import { optional } from '../call/parameter.ts';
import { marginMode, positionMode, symbol } from '../reading/parameters.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { settingShape } from '../shapes/setting.ts';

export const changeHoldModel = defineRoute({
  operation: 'changeHoldModel',
  summary: 'Set margin mode and position mode of a contract',
  ...OWN_COMMAND,
  path: '/capi/v2/account/position/changeHoldModel',
  weight: { ip: 20, uid: 50 },
  parameters: {
    symbol,
    marginMode,
    separatedMode: optional(positionMode('1 combined (default), 2 separated'), 'combined'),
  },
  sample: '{"symbol":"cmt_btcusdt","marginMode":1,"separatedMode":1}',
  answer: settingShape,
  errors: ['40019', '40020', '50003', '50004', 'E28', 'E29'],
  handle: ({ separatedMode: mode, ...of }, call) => applySetting(call, 'setMarginMode', { ...of, positionMode: mode }),
});

/** POST /account/marginType: margin mode of a contract, and whether positions there are separated. */
import { positionModeInForce } from '../../core/orders/draft.ts';
import { accountOf } from '../call/call.ts';
import { optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { instrument, marginType as mode, separatedType } from './reading/parameters.ts';
import { set, settingShape } from './shapes/setting.ts';

export const marginType = defineRoute({
  operation: 'v3.marginType',
  summary: 'Set the margin mode of a contract',
  ...OWN_COMMAND,
  path: '/capi/v3/account/marginType',
  weight: { ip: 20, uid: 50 },
  // The one that is set stays where none is sent.
  parameters: { symbol: instrument, marginType: mode, separatedType: optional(separatedType) },
  sample: '{"symbol":"BTCUSDT","marginType":"ISOLATED"}',
  answer: settingShape,
  handle: ({ symbol: { contract, index }, marginType: marginMode, separatedType: asked }, call) => {
    const holding = call.deps.engine.state.accounts.get(accountOf(call))?.holdings[index];
    const positionMode = asked ?? (holding === undefined ? 'combined' : positionModeInForce(holding));
    return set(call, 'setMarginMode', { symbol: contract.symbol, marginMode, positionMode });
  },
});

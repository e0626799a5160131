/** GET /account/symbolConfig: mode and leverage of the account, per contract. */
import { accountOf } from '../call/call.ts';
import { optional } from '../call/parameter.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { chosenInstruments, instrument } from './reading/parameters.ts';
import { symbolConfigShape, symbolConfigView } from './shapes/symbol-config.ts';

export const symbolConfig = defineRoute({
  operation: 'v3.symbolConfig',
  summary: 'Mode and leverage per contract',
  ...OWN_READ,
  path: '/capi/v3/account/symbolConfig',
  weight: { ip: 5, uid: 10 },
  parameters: { symbol: optional(instrument) },
  sample: 'symbol=BTCUSDT',
  answer: listOf(symbolConfigShape),
  handle: ({ symbol: asked }, call) => {
    const { state } = call.deps.engine;
    const account = state.accounts.get(accountOf(call));
    return chosenInstruments(asked, call).map((one) => symbolConfigView(state, one, account));
  },
});

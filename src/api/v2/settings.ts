/**
 * GET /account/settings: the leverage set per contract, and the fees the account pays there (add); all contracts when
 * none is named.
 */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { chosenInstruments, instrument } from '../reading/parameters.ts';
import { contractSettingsShape, contractSettingView } from '../shapes/contract-setting.ts';

export const settings = defineRoute({
  operation: 'settings',
  summary: 'Leverage and fees per contract',
  ...OWN_READ,
  path: '/capi/v2/account/settings',
  weight: { ip: 1, uid: 1 },
  parameters: { symbol: optional(instrument) },
  sample: 'symbol=cmt_btcusdt',
  answer: contractSettingsShape,
  errors: ['40020'],
  handle: ({ symbol: asked }, call) => {
    const { state } = call.deps.engine;
    const account = state.accounts.get(accountOf(call));
    return Object.fromEntries(
      chosenInstruments(asked, call).map((one) => [one.contract.symbol, contractSettingView(state, one, account)]),
    );
  },
});

/** GET /account/settings (wire 5.9): the leverage set per contract; all contracts when none is named. */
import { Type } from 'typebox';
import type { Holding, Instrument, State } from '../../core/state.ts';
import { accountOf } from '../call.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { symbolField } from '../schemas.ts';
import { byId } from './contracts.ts';

export interface LeverageSetting {
  isolated_long_leverage: string;
  isolated_short_leverage: string;
  cross_leverage: string;
}

export const settings = defineRoute<Instrument | null, Record<string, LeverageSetting>>({
  operation: 'settings',
  summary: 'Leverage per contract',
  method: 'GET',
  path: '/capi/v2/account/settings',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  parameters: Type.Object({ symbol: Type.Optional(symbolField) }),
  answer: Type.Unsafe({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        isolated_long_leverage: { type: 'string' },
        isolated_short_leverage: { type: 'string' },
        cross_leverage: { type: 'string' },
      },
    },
  }),
  sample: {
    request: 'symbol=cmt_btcusdt',
    answer: { cmt_btcusdt: { isolated_long_leverage: '20.00', isolated_short_leverage: '20.00', cross_leverage: '20.00' } },
  },
  errors: ['40020'],
  parse: (fields, call) => optionalInstrument(fields, call.deps.engine.state),
  handle: (instrument, call) => {
    const { state } = call.deps.engine;
    const holdings = state.accounts.get(accountOf(call))?.holdings ?? [];
    const chosen = instrument === null ? byId(state.instruments) : [instrument];
    return Object.fromEntries(chosen.map((one) => [one.contract.symbol, leverageSetting(state, one, holdings[one.index])]));
  },
});

function leverageSetting(state: State, { contract }: Instrument, holding: Holding | undefined): LeverageSetting {
  const initial = Math.min(state.parameters.defaultLeverage, contract.maxLeverage);
  return {
    isolated_long_leverage: `${holding?.isolatedLongLeverage ?? initial}.00`,
    isolated_short_leverage: `${holding?.isolatedShortLeverage ?? initial}.00`,
    cross_leverage: `${holding?.crossLeverage ?? initial}.00`,
  };
}

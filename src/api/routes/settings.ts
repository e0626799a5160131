/**
 * GET /account/settings (wire 5.9): the leverage set per contract, and the fees the account pays there (add); all contracts when none is named.
 */
import { Type } from 'typebox';
import type { RateE8 } from '../../core/num/units.ts';
import { makerFeeRateOf, takerFeeRateOf } from '../../core/positions/fees.ts';
import type { Account, Instrument, State } from '../../core/state.ts';
import { accountOf } from '../call.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { symbolField } from '../schemas.ts';
import { moneyText } from '../wire.ts';
import { byId } from './contracts.ts';

export interface ContractSetting {
  isolated_long_leverage: string;
  isolated_short_leverage: string;
  cross_leverage: string;
  maker_fee_rate: string;
  taker_fee_rate: string;
}

export const settings = defineRoute<Instrument | null, Record<string, ContractSetting>>({
  operation: 'settings',
  summary: 'Leverage and fees per contract',
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
        maker_fee_rate: { type: 'string', description: 'What the account pays as maker; negative: a rebate' },
        taker_fee_rate: { type: 'string' },
      },
    },
  }),
  sample: {
    request: 'symbol=cmt_btcusdt',
    answer: {
      cmt_btcusdt: {
        isolated_long_leverage: '20.00',
        isolated_short_leverage: '20.00',
        cross_leverage: '20.00',
        maker_fee_rate: '0.00020000',
        taker_fee_rate: '0.00060000',
      },
    },
  },
  errors: ['40020'],
  parse: (fields, call) => optionalInstrument(fields, call.deps.engine.state),
  handle: (instrument, call) => {
    const { state } = call.deps.engine;
    const account = state.accounts.get(accountOf(call));
    const chosen = instrument === null ? byId(state.instruments) : [instrument];
    return Object.fromEntries(chosen.map((one) => [one.contract.symbol, settingOf(state, one, account)]));
  },
});

function settingOf(state: State, { contract, index }: Instrument, account: Account | undefined): ContractSetting {
  const initial = Math.min(state.parameters.defaultLeverage, contract.maxLeverage);
  const holding = account?.holdings[index];
  return {
    isolated_long_leverage: `${holding?.isolatedLongLeverage ?? initial}.00`,
    isolated_short_leverage: `${holding?.isolatedShortLeverage ?? initial}.00`,
    cross_leverage: `${holding?.crossLeverage ?? initial}.00`,
    maker_fee_rate: feeText(account === undefined ? contract.makerFeeE8 : makerFeeRateOf(account, contract)),
    taker_fee_rate: feeText(account === undefined ? contract.takerFeeE8 : takerFeeRateOf(account, contract)),
  };
}

/** Fees of an account have 8 decimals, zero too. */
function feeText(rateE8: RateE8): string {
  return rateE8 === 0 ? '0.00000000' : moneyText(rateE8);
}

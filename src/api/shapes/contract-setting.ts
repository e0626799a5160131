/** The leverage set for a contract and the fees the account pays there, by symbol. */
import type { RateE8 } from '../../core/num/units.ts';
import { makerFeeRateOf, takerFeeRateOf } from '../../core/positions/fees.ts';
import type { Account, Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { object, schema, string } from './schema.ts';
import { moneyText } from '../words/wire.ts';
import { type Shape, shape, type ViewOf } from './shape.ts';

const contractSettingShape = shape(
  object({
    isolated_long_leverage: string(),
    isolated_short_leverage: string(),
    cross_leverage: string(),
    maker_fee_rate: string('What the account pays as maker; negative: a rebate'),
    taker_fee_rate: string(),
  }),
  {
    isolated_long_leverage: '20.00',
    isolated_short_leverage: '20.00',
    cross_leverage: '20.00',
    maker_fee_rate: '0.00020000',
    taker_fee_rate: '0.00060000',
  },
);

export type ContractSettingView = ViewOf<typeof contractSettingShape>;

export const contractSettingsShape: Shape<Record<string, ContractSettingView>> = {
  schema: schema({ type: 'object', additionalProperties: contractSettingShape.schema }),
  sample: { cmt_btcusdt: contractSettingShape.sample },
};

/** An account that no command has named yet has the defaults. */
export function contractSettingView(
  state: State,
  { contract, index }: Instrument,
  account: Account | undefined,
): ContractSettingView {
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

/** Fees of an account have 8 decimals, even zero. */
export function feeText(rateE8: RateE8): string {
  return rateE8 === 0 ? '0.00000000' : moneyText(rateE8);
}

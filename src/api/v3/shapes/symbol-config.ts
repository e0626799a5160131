/** Mode and leverage of an account in one contract: the mode in force, else the one that is set. */
import { marginModeInForce, positionModeInForce } from '../../../core/orders/draft.ts';
import type { Account, Instrument } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import { contractSettingView } from '../../shapes/contract-setting.ts';
import { object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { MARGIN_TYPES, SEPARATED_TYPES, symbolText } from '../words/names.ts';

export const symbolFields = {
  symbol: string(),
  marginType: string('CROSSED or ISOLATED'),
  separatedType: string('COMBINED or SEPARATED'),
  crossLeverage: string(),
  isolatedLongLeverage: string(),
  isolatedShortLeverage: string(),
};

export const symbolConfigShape = shape(object(symbolFields), {
  symbol: 'BTCUSDT',
  marginType: 'CROSSED',
  separatedType: 'COMBINED',
  crossLeverage: '20.00',
  isolatedLongLeverage: '20.00',
  isolatedShortLeverage: '20.00',
});

export function symbolConfigView(
  state: State,
  instrument: Instrument,
  account: Account | undefined,
): ViewOf<typeof symbolConfigShape> {
  const holding = account?.holdings[instrument.index];
  const set = contractSettingView(state, instrument, account);
  return {
    symbol: symbolText(instrument.contract.symbol),
    marginType: MARGIN_TYPES[holding === undefined ? 'cross' : marginModeInForce(holding)],
    separatedType: SEPARATED_TYPES[holding === undefined ? 'combined' : positionModeInForce(holding)],
    crossLeverage: set.cross_leverage,
    isolatedLongLeverage: set.isolated_long_leverage,
    isolatedShortLeverage: set.isolated_short_leverage,
  };
}

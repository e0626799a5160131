/** The money of one margin part, and the settings of one contract, as the account channel sends them. */
import type { Holding, Part } from '../../core/state/records.ts';
import { add } from '../../core/num/mul-div.ts';
import { boolean, object, string } from '../reading/schemas.ts';
import { COIN, MARGIN_MODE_WORDS, moneyText, POSITION_MODE_WORDS } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const pushedCollateralShape = shape(
  object({
    coinId: string(),
    marginMode: string('SHARED or ISOLATED'),
    crossContractId: string('0: of no contract'),
    isolatedPositionId: string('0: shared'),
    amount: string(),
    liquidating: boolean(),
    legacyAmount: string('With the open values: what people call wallet balance'),
    createdTime: string('Epoch ms'),
    updatedTime: string('Epoch ms'),
  }),
  {
    coinId: 'USDT',
    marginMode: 'SHARED',
    crossContractId: '0',
    isolatedPositionId: '0',
    amount: '8209.10160000',
    liquidating: false,
    legacyAmount: '9999.10160000',
    createdTime: '1767250800000',
    updatedTime: '1767254400000',
  },
);

export type PushedCollateral = ViewOf<typeof pushedCollateralShape>;

export function pushedCollateral(part: Part, isLiquidating: boolean): PushedCollateral {
  return {
    coinId: COIN,
    marginMode: MARGIN_MODE_WORDS[part.positionId === 0 ? 'cross' : 'isolated'],
    crossContractId: '0',
    isolatedPositionId: String(part.positionId),
    amount: moneyText(part.amount),
    liquidating: isLiquidating,
    legacyAmount: moneyText(add(part.amount, part.openValue)),
    createdTime: String(part.createdMs),
    updatedTime: String(part.updatedMs),
  };
}

export const pushedSettingShape = shape(
  object({
    contractId: string('The symbol'),
    marginMode: string('SHARED or ISOLATED'),
    separatedMode: string('COMBINED or SEPARATED'),
    positionMode: string('HEDGE'),
    isolatedLongLeverage: string(),
    isolatedShortLeverage: string(),
    crossLeverage: string(),
  }),
  {
    contractId: 'cmt_btcusdt',
    marginMode: 'SHARED',
    separatedMode: 'COMBINED',
    positionMode: 'HEDGE',
    isolatedLongLeverage: '20.00',
    isolatedShortLeverage: '20.00',
    crossLeverage: '20.00',
  },
);

export type PushedSetting = ViewOf<typeof pushedSettingShape>;

export function pushedSetting(holding: Holding): PushedSetting {
  return {
    contractId: holding.instrument.contract.symbol,
    marginMode: MARGIN_MODE_WORDS[holding.marginMode],
    separatedMode: POSITION_MODE_WORDS[holding.positionMode],
    positionMode: 'HEDGE',
    isolatedLongLeverage: `${holding.isolatedLongLeverage}.00`,
    isolatedShortLeverage: `${holding.isolatedShortLeverage}.00`,
    crossLeverage: `${holding.crossLeverage}.00`,
  };
}

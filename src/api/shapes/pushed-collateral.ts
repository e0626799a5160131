/** The money of one margin part, and the settings of one contract, as the account channel sends them. */
import type { Holding } from '../../core/state/records.ts';
import { NO_TURNOVER, type TurnoverFigures } from '../../live/turnover.ts';
import { boolean, object, optional, schema, type Schema, string } from './schema.ts';
import { MARGIN_MODE_WORDS, POSITION_MODE_WORDS } from '../words/wire.ts';
import { accountShape, collateralSchema, collateralView, type ShownPart } from './account.ts';
import { type Shape, shape, type ViewOf } from './shape.ts';

/** The REST field and its name here. Here `coinId` is the coin's name, so its number has no room. */
const NAMES = Object.keys(collateralSchema.properties)
  .filter((name) => name !== 'coin_id')
  .map((name) => [name, pushedName(name)] as const);

function pushedName(name: string): string {
  if (name === 'coin') return 'coinId';
  if (name === 'crossSymbol') return 'crossContractId';
  return name.replace(/^is_/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export type PushedCollateral = Readonly<Record<string, string | boolean>>;
type CollateralView = Readonly<Record<string, string | number | boolean | null>>;

function pushed(view: CollateralView, hasTurnover: boolean): PushedCollateral {
  const row: Record<string, string | boolean> = {};
  for (const [name, here] of NAMES) {
    const value = view[name] as CollateralView[string];
    if (!hasTurnover && name.startsWith('cum_')) continue;
    row[here] = typeof value === 'boolean' ? value : String(value ?? 0);
  }
  return row;
}

/** collateral of getAccount under the socket's names: text for ids and times. The cumulative figures may be missing. */
export const pushedCollateralShape: Shape<PushedCollateral> = {
  schema: schema(
    object(
      Object.fromEntries(
        NAMES.map(([name, here]) => {
          const type: Schema = name === 'is_liquidating' ? boolean() : string();
          return [here, name.startsWith('cum_') ? optional(type) : type];
        }),
      ),
    ),
  ),
  sample: pushed(accountShape.sample.collateral[0] as CollateralView, true),
};

/** @param figures null while they are not known, and for a part that has ended */
export function pushedCollateral(
  part: ShownPart,
  figures: Readonly<TurnoverFigures> | null,
  isLiquidating: boolean,
): PushedCollateral {
  const row = pushed(collateralView(part, figures ?? NO_TURNOVER), figures !== null);
  return isLiquidating ? { ...row, liquidating: true } : row;
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

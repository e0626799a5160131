/**
 * The money of one part of an account as the account channel sends it. The shared part also shows the figures of the
 * whole account, because programs take the last row of a message for all the money there is.
 */
import type { Account } from '../../../core/state/records.ts';
import { type AssetView, assetShape, assetView } from '../../shapes/asset.ts';
import {
  type PushedCollateral,
  pushedCollateral,
  pushedCollateralShape as shapeOfV2,
} from '../../shapes/pushed-collateral.ts';
import { optional, schema, type Schema, string } from '../../shapes/schema.ts';
import type { Shape } from '../../shapes/shape.ts';
import { marginModeText } from './pushed-names.ts';

type Row = Readonly<Record<string, string | boolean>>;

const NAMES: Readonly<Record<string, string>> = { coinId: 'coin', crossContractId: 'crossSymbol' };

function renamed(row: PushedCollateral): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    NAMES[name] ?? name,
    name === 'marginMode' ? marginModeText(String(value)) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

function figuresOf({ equity, available, frozen, unrealizePnl }: AssetView): Row {
  return { equity, available, frozen, unrealizePnl };
}

const { properties, required } = shapeOfV2.schema as unknown as {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
};
const only = 'Of the whole account; only in the row that is CROSSED';

export const pushedAccountShape: Shape<Row> = {
  schema: schema({
    type: 'object',
    required: required.map((name) => NAMES[name] ?? name),
    properties: {
      ...Object.fromEntries(Object.entries(properties).map(([name, type]) => [NAMES[name] ?? name, type])),
      ...Object.fromEntries(Object.keys(figuresOf(assetShape.sample)).map((name) => [name, optional(string(only))])),
    },
  }),
  sample: { ...renamed(shapeOfV2.sample), ...figuresOf(assetShape.sample) },
};

/** The row of an isolated part; as `pushedCollateral` takes it. */
export function pushedIsolated(...part: Parameters<typeof pushedCollateral>): Row {
  return renamed(pushedCollateral(...part));
}

/** The row of the shared part of an account, which may be one that nothing has happened to. */
export function pushedShared(account: Account | undefined, ...part: Parameters<typeof pushedCollateral>): Row {
  return { ...renamed(pushedCollateral(...part)), ...figuresOf(assetView(account)) };
}

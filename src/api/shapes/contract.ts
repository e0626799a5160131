/**
 * A contract that can be traded, with its grid, limits and fees, as contracts shows it: one row a field, which is its
 * schema, its example and how it is made. Decimals are as configured. Which fields of a specification are shown is said
 * here, and of which are not: a new one does not compile before that.
 */
import { markSourceOf } from '../../core/state/contest-lists.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Contract, ContractSpec } from '../../core/language/contract.ts';
import { boolean, list, number, object, type Properties, type Schema, string } from './schema.ts';
import { COIN } from '../words/wire.ts';
import type { Shape } from './shape.ts';

const MIN_LEVERAGE = 1;

type TextField = {
  [Name in keyof ContractSpec]-?: ContractSpec[Name] extends string ? Name : never;
}[keyof ContractSpec];

/** Input of a row. */
interface Listed {
  readonly state: State;
  readonly instrument: Instrument;
  readonly contract: Contract;
  readonly spec: ContractSpec;
  /** End of its simulated past; 0 when it has none. */
  readonly simulatedUntil: number;
}

/** One field of the answer, and those of the specification it shows. */
interface Row<View, Field extends keyof ContractSpec> {
  readonly schema: Schema<View>;
  readonly sample: View;
  readonly of: (listed: Listed) => View;
  readonly shows: readonly Field[];
}

function row<View, const Field extends keyof ContractSpec = never>(
  schema: Schema<View>,
  sample: NoInfer<View>,
  of: (listed: Listed) => NoInfer<View>,
  ...shows: readonly Field[]
): Row<View, Field> {
  return { schema, sample, of, shows };
}

/** A field as it is configured. */
function asWritten<const Field extends TextField>(field: Field, sample: string): Row<string, Field> {
  return row(string(), sample, ({ spec }) => spec[field], field);
}

const ROWS = {
  symbol: asWritten('symbol', 'cmt_btcusdt'),
  underlying_index: asWritten('base', 'BTC'),
  quote_currency: row(string(), 'USDT', () => COIN),
  coin: row(string(), 'USDT', () => COIN),
  contract_val: asWritten('contractVal', '0.0001'),
  delivery: row(
    list(string()),
    ['00:00:00', '08:00:00', '16:00:00'],
    ({ spec }) => fundingTimes(spec.intervalMin),
    'intervalMin',
  ),
  size_increment: row(string('Decimals of a size'), '4', ({ contract }) => String(contract.sizeDecimals), 'step'),
  tick_size: row(string('Decimals of a price'), '1', ({ contract }) => String(contract.priceDecimals), 'tick'),
  forwardContractFlag: row(boolean(), true, () => true),
  priceEndStep: row(number(), 1, ({ contract }) => contract.tickUnit, 'tick'),
  minLeverage: row(number(), 1, () => MIN_LEVERAGE),
  maxLeverage: row(number(), 125, ({ contract }) => contract.maxLeverage, 'tiers'),
  buyLimitPriceRatio: asWritten('buyLimitRatio', '0.15'),
  sellLimitPriceRatio: asWritten('sellLimitRatio', '0.15'),
  makerFeeRate: asWritten('makerFee', '0.0002'),
  takerFeeRate: asWritten('takerFee', '0.0006'),
  minOrderSize: asWritten('minSize', '0.0001'),
  maxOrderSize: asWritten('maxSizeLimit', '1200'),
  maxPositionSize: asWritten('maxPositionSize', '100000'),
  marketOpenLimitSize: asWritten('maxSizeMarket', '100'),
  stepSize: asWritten('step', '0.0001'),
  minPrice: asWritten('minPrice', '10'),
  contractId: row(number(), 10000001, ({ spec }) => spec.id, 'id'),
  state: row(
    string('TRADING, HALTED or DELISTED: orders only while TRADING'),
    'TRADING',
    ({ instrument }) => instrument.tradingState,
  ),
  simulatedUntil: row(
    number('Epoch ms; candles before it are a simulated past. 0: there is none'),
    0,
    ({ simulatedUntil }) => simulatedUntil,
  ),
  markSource: row(
    string(
      'median: the mark is that of index, book and trades. index: it is the index alone, as a live contest may fix',
    ),
    'median',
    ({ state, instrument }) => markSourceOf(state, instrument),
    'markSource',
  ),
};

type Rows = typeof ROWS;
type ShownField = { [Name in keyof Rows]: Rows[Name] extends Row<infer _, infer Field> ? Field : never }[keyof Rows];
/** Of the order's liquidation, of market orders, of funding: shown there, or in the rules alone. */
type NotShown =
  | 'liquidateFeeRate'
  | 'marketProtectRatio'
  | 'interest'
  | 'fundingCap'
  | 'fundingFloor'
  | 'impactNotional';
/** A field of the specification that no row shows and that is not named above does not compile. */
type Complete<Names, Left extends never> = [Left] extends [never] ? Names : never;
type Name = Complete<keyof Rows, Exclude<keyof ContractSpec, ShownField | NotShown>>;

export type ContractView = { readonly [One in Name]: Rows[One]['sample'] };

/** Something of every row, by its name. */
function ofRows(of: (row: Rows[Name]) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ROWS).map(([name, one]) => [name, of(one)]));
}

export const contractShape = {
  schema: object(ofRows(({ schema }) => schema) as Properties),
  sample: ofRows(({ sample }) => sample),
} as unknown as Shape<ContractView>;

/** In the order of all lists of contracts: by contract id. */
export function byContractId(instruments: readonly Instrument[]): Instrument[] {
  return instruments.toSorted((a, b) => a.contract.id - b.contract.id);
}

/** @param simulatedUntil where its simulated past ends; 0 when it has none */
export function contractView(state: State, instrument: Instrument, simulatedUntil: number): ContractView {
  const { contract } = instrument;
  const listed: Listed = { state, instrument, contract, spec: contract.spec, simulatedUntil };
  return ofRows((one) => one.of(listed)) as unknown as ContractView;
}

/** `HH:MM:SS` of every funding of a UTC day. */
function fundingTimes(intervalMin: number): string[] {
  const times: string[] = [];
  for (let minute = 0; minute < 1440; minute += intervalMin) {
    times.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`);
  }
  return times;
}

/**
 * A contract as an operator writes it and the journal keeps it: the fields of its specification and their kinds
 * (CONT-001 to -004). A field is stated once, as a row: its kind, how it is counted, whether it may change. Whether the
 * figures go together is decided in `contract.ts`; what the API shows of a field, by its row in
 * `api/shapes/contract.ts`.
 */
import type { DecimalText } from '../num/units.ts';
import { DECIMAL, integer, type Kind, listOf, oneOf, optional, partial, recordOf, text, type TypeOf } from './kinds.ts';

/** Above every tier (ARIT-007). */
export const MAX_LEVERAGE = 125;
const MAX_TIERS = 100;

/** A tier as written: upper bound of the value in USDT (inclusive), maximum leverage, maintenance rate in percent. */
const TIER = recordOf({ bound: DECIMAL, maxLeverage: integer(1, MAX_LEVERAGE), ratePercent: DECIMAL });

/** Its name for good. */
const NAME = { id: integer(1, Number.MAX_SAFE_INTEGER), symbol: text(1, 32) };

/** How a decimal is counted by the rules: a price in ticks, a size in steps, all others in 1e-8. */
export type Count = 'ticks' | 'steps' | 'money' | 'ratio' | 'rate';

/** A decimal of the specification, and what becomes of it in the contract. */
export interface Counted<How extends Count> extends Kind<DecimalText> {
  readonly count: How;
}

const counted = <How extends Count>(count: How): Counted<How> => ({ ...DECIMAL, count });
/** From 1 to 10^9 whole ticks; the same of steps. */
const PRICE = counted('ticks');
const SIZE = counted('steps');
/** USDT, above 0. */
const MONEY = counted('money');
/** From 0 to below 1. */
const RATIO = counted('ratio');
/** Of either sign. */
const RATE = counted('rate');

/** Sizes are in base units, prices and values in USDT, ratios and rates plain (0.0006). */
const CHANGEABLE = {
  base: text(1, 32),
  tick: DECIMAL,
  step: DECIMAL,
  minPrice: PRICE,
  minSize: SIZE,
  maxSizeLimit: SIZE,
  maxSizeMarket: SIZE,
  maxPositionSize: SIZE,
  contractVal: MONEY,
  makerFee: RATE,
  takerFee: RATE,
  liquidateFeeRate: RATIO,
  buyLimitRatio: RATIO,
  sellLimitRatio: RATIO,
  marketProtectRatio: RATIO,
  tiers: listOf(TIER, MAX_TIERS),
  /** Minutes that divide a day. */
  intervalMin: integer(1, 1_440),
  interest: RATE,
  fundingCap: RATE,
  /** −fundingCap when not given. */
  fundingFloor: optional(DECIMAL),
  impactNotional: MONEY,
  markSource: oneOf('median', 'index'),
};

export const CONTRACT_SPEC = recordOf({ ...NAME, ...CHANGEABLE });
/** The fields a change may set. */
export const CONTRACT_CHANGE = recordOf(partial(CHANGEABLE));

type Row = typeof CHANGEABLE;
export type CountedField = { [Name in keyof Row]: Row[Name] extends Counted<Count> ? Name : never }[keyof Row];

/** The decimals of a specification as integers; a ratio or a rate has the power of ten it is counted in behind. */
export type CountedFields = {
  readonly [Name in CountedField as Row[Name] extends Counted<'ratio' | 'rate'> ? `${Name}E8` : Name]: number;
};

/** All of them, in the order above. */
export const COUNTED_FIELDS: readonly (readonly [CountedField, Count])[] = Object.entries(CHANGEABLE).flatMap(
  ([name, row]) => ('count' in row ? [[name as CountedField, row.count] as const] : []),
);

export type TierSpec = TypeOf<typeof TIER>;
export type ContractSpec = TypeOf<typeof CONTRACT_SPEC>;
export type ContractChange = TypeOf<typeof CONTRACT_CHANGE>;

/**
 * A contract: grid, fees, limits, bands and tiers as integers (CONT-001 to -003, ARIT-002).
 *
 * Contracts are data: a `ContractSpec` is the text an operator writes and the journal keeps, `loadContract` turns it
 * into the integers the rules compute with, or says exactly what is wrong with it. Nothing else interprets a spec.
 */
import { scaledInteger } from '../num/decimal.ts';
import { add, mul, mulDivFloor } from '../num/mul-div.ts';
import type { DecimalText, Money, RateE8, Steps, Ticks } from '../num/units.ts';
import { E8, MAX_STEPS } from '../num/units.ts';
import {
  CONTRACT_SPEC,
  type ContractSpec,
  COUNTED_FIELDS,
  type CountedField,
  type CountedFields,
  type TierSpec,
} from './contract-spec.ts';

export type { ContractChange, ContractSpec, TierSpec } from './contract-spec.ts';

export interface Tier {
  /** Upper bound of the value, inclusive. */
  readonly bound: Money;
  readonly maxLeverage: number;
  readonly rateE8: RateE8;
  /** The computed amount `a` that keeps maintenance continuous. */
  readonly amount: Money;
}

/** With every counted field of the specification (contract-spec.ts). */
export interface Contract extends CountedFields {
  readonly spec: ContractSpec;
  readonly id: number;
  readonly symbol: string;
  /** Decimals of a price and of a size as shown. */
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** One tick and one step as counts of their last decimal (BTC 1 and 1, DOGE step 100). */
  readonly tickUnit: number;
  readonly stepUnit: number;
  readonly tickE8: number;
  readonly stepE8: number;
  /** u: value of one step at a price of one tick, in 1e-8 USDT (ARIT-002). */
  readonly valueUnit: number;
  readonly maxPositionValue: Money;
  readonly tiers: readonly Tier[];
  readonly maxLeverage: number;
  readonly intervalMs: number;
  readonly fundingFloorE8: RateE8;
  readonly markSource: 'median' | 'index';
}

/** One step at the lowest price, in 1e-8 USDT: rounding then never takes more than an order reserves (CONT-001). */
const MIN_STEP_VALUE = 100_000;
const MAX_POSITION_VALUE = 1_000_000_000 * E8;

/** A contract specification that breaks a load check; the message names the contract, the field and what is needed. */
export class ContractError extends Error {}

function fail(spec: Pick<ContractSpec, 'symbol'>, what: string): never {
  throw new ContractError(`contract ${spec.symbol}: ${what}`);
}

type DecimalField = CountedField | 'tick' | 'step' | 'fundingFloor';

/** `field` of the spec as a count of 10^−decimals; at most 2^53. */
function read(spec: ContractSpec, field: DecimalField, decimals: number): number {
  const text = spec[field] as DecimalText;
  const value = scaledInteger(text, decimals);
  if (value === null) fail(spec, `${field} ${text} has more than ${decimals} decimals`);
  if (typeof value === 'bigint') fail(spec, `${field} ${text} is too large`);
  return value;
}

/** A size of the spec in whole steps, or a price in whole ticks. */
function readUnits(spec: ContractSpec, field: DecimalField, unitE8: number, unitName: string): number {
  const text = spec[field] as DecimalText;
  const scaled = BigInt(scaledInteger(text, 8) ?? fail(spec, `${field} ${text} has more than 8 decimals`));
  if (scaled % BigInt(unitE8) !== 0n) fail(spec, `${field} ${text} is not a whole number of ${unitName}s`);
  const units = Number(scaled / BigInt(unitE8));
  if (units < 1 || units > MAX_STEPS)
    fail(spec, `${field} is ${units} ${unitName}s, allowed 1 to ${MAX_STEPS} (ARIT-007)`);
  return units;
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

type Tiered = Pick<ContractSpec, 'symbol' | 'tiers'>;

/** Tiers with their computed amounts (CONT-002) and the checks of CONT-003. */
function loadTiers(spec: Tiered, takerFeeE8: number): Tier[] {
  const tiers: Tier[] = [];
  for (const row of spec.tiers) tiers.push(loadTier(spec, row, tiers.at(-1), takerFeeE8));
  if (tiers.length === 0) fail(spec, 'tiers: at least one is needed');
  return tiers;
}

function loadTier(spec: Tiered, row: TierSpec, before: Tier | undefined, takerFeeE8: number): Tier {
  const { maxLeverage } = row;
  const bound = scaledInteger(row.bound, 8);
  const rateE8 = scaledInteger(row.ratePercent, 6);
  if (bound === null || typeof rateE8 !== 'number' || bound < 0 || rateE8 < 0)
    fail(spec, `tier ${row.bound}: bound or rate is below 0, too fine or too large`);
  if (before && !(bound > before.bound && rateE8 > before.rateE8 && maxLeverage < before.maxLeverage))
    fail(spec, `tier ${row.bound}: bounds and rates must rise and leverage fall from tier to tier`);
  if (!(E8 > maxLeverage * (rateE8 + 2 * takerFeeE8)))
    fail(spec, `tier ${row.bound}: at ${maxLeverage}x a fresh position would be liquidatable (CONT-003)`);
  return { bound, maxLeverage, rateE8, amount: before ? nextAmount(spec, before, rateE8) : 0 };
}

function nextAmount(spec: Tiered, before: Tier, rateE8: number): Money {
  const step = mulDivFloor(before.bound, rateE8 - before.rateE8, E8);
  if (mul(step, E8) !== mul(before.bound, rateE8 - before.rateE8))
    fail(spec, `tier after ${before.bound}: amount is not exact in 1e-8`);
  return add(before.amount, step);
}

/**
 * Errors of the tiers that do not depend on the fees.
 * @throws ContractError
 */
export function checkTiers(symbol: string, tiers: readonly TierSpec[]): void {
  loadTiers({ symbol, tiers }, 0);
}

/** A spec comes from outside, so its types are not taken on trust. */
function checkForm(spec: ContractSpec): void {
  const wrong = CONTRACT_SPEC.mismatch(spec, '');
  const name = typeof spec?.symbol === 'string' ? spec.symbol : 'without a symbol';
  if (wrong !== null)
    throw new ContractError(`contract ${name}: ${wrong.field} is ${wrong.found}, needs ${wrong.need}`);
  if (!/^[a-z0-9_]+$/.test(spec.symbol)) fail(spec, 'symbol needs 1 to 32 characters of a-z 0-9 _');
}

const DAY_MIN = 1_440;

/** Every counted field as an integer; each is within the bounds of its kind. */
function countFields(spec: ContractSpec, tickE8: number, stepE8: number): CountedFields {
  const counts: Record<string, number> = {};
  for (const [field, how] of COUNTED_FIELDS) {
    if (how === 'ticks' || how === 'steps') {
      counts[field] = how === 'ticks' ? readUnits(spec, field, tickE8, 'tick') : readUnits(spec, field, stepE8, 'step');
      continue;
    }
    const count = read(spec, field, 8);
    if (how === 'money' && count <= 0) fail(spec, `${field} is ${spec[field]}, needs more than 0`);
    if (how === 'ratio' && (count < 0 || count >= E8)) fail(spec, `${field} must be from 0 to below 1`);
    counts[how === 'money' ? field : `${field}E8`] = count;
  }
  return counts as unknown as CountedFields;
}

/**
 * Checks the parameters of funding. Boundaries are multiples of the interval from 00:00 UTC, so a day must hold a whole
 * number of them (FUND-004). The floor is −cap when none is given.
 */
function loadFunding(spec: ContractSpec, capE8: RateE8): Pick<Contract, 'intervalMs' | 'fundingFloorE8'> {
  const { intervalMin } = spec;
  if (DAY_MIN % intervalMin !== 0) fail(spec, `intervalMin is ${intervalMin}, needs whole minutes that divide a day`);
  const fundingFloorE8 = spec.fundingFloor === undefined ? 0 - capE8 : read(spec, 'fundingFloor', 8);
  if (!(fundingFloorE8 <= capE8 && capE8 < E8 && fundingFloorE8 > -E8))
    fail(spec, 'fundingFloor may not be above fundingCap, and both must be between -1 and 1');
  return { intervalMs: intervalMin * 60_000, fundingFloorE8 };
}

/**
 * The integers of a contract.
 * @throws ContractError when the spec breaks ARIT-002, ARIT-007, CONT-002 or CONT-003
 */
export function loadContract(spec: ContractSpec): Contract {
  checkForm(spec);
  const tickE8 = read(spec, 'tick', 8);
  const stepE8 = read(spec, 'step', 8);
  const product = BigInt(tickE8) * BigInt(stepE8);
  if (tickE8 <= 0 || stepE8 <= 0 || product % BigInt(E8) !== 0n)
    fail(spec, 'tick times step must be a whole number of 1e-8 USDT (ARIT-002)');
  const valueUnit = Number(product / BigInt(E8));
  if (!Number.isSafeInteger(valueUnit)) fail(spec, 'tick times step is too large');
  const counts = countFields(spec, tickE8, stepE8);
  const { makerFeeE8, takerFeeE8, minPrice } = counts;
  if (takerFeeE8 - makerFeeE8 < 20_000 || Math.abs(makerFeeE8) > takerFeeE8)
    fail(
      spec,
      'takerFee must be at least makerFee + 0.0002, and makerFee no larger than takerFee either way (CONT-003)',
    );
  const tiers = loadTiers(spec, takerFeeE8);
  const maxPositionValue = tiers[tiers.length - 1]!.bound;
  if (maxPositionValue > MAX_POSITION_VALUE) fail(spec, 'the last tier may reach at most 10^9 USDT (ARIT-007)');
  if (mul(minPrice, valueUnit) < MIN_STEP_VALUE)
    fail(spec, 'one step at minPrice must be worth at least 0.001 USDT (CONT-001)');
  const priceDecimals = decimalsOf(spec.tick);
  const sizeDecimals = decimalsOf(spec.step);
  return {
    spec,
    id: spec.id,
    symbol: spec.symbol,
    priceDecimals,
    sizeDecimals,
    tickUnit: read(spec, 'tick', priceDecimals),
    stepUnit: read(spec, 'step', sizeDecimals),
    tickE8,
    stepE8,
    valueUnit,
    ...counts,
    maxPositionValue,
    tiers,
    maxLeverage: tiers[0]!.maxLeverage,
    ...loadFunding(spec, counts.fundingCapE8),
    markSource: spec.markSource,
  };
}

/** The tier of an exposure (CONT-002): the first whose bound is at least `value`, beyond the last bound the last. */
export function tierOf(contract: Contract, value: Money): Tier {
  for (const tier of contract.tiers) if (value <= tier.bound) return tier;
  return contract.tiers[contract.tiers.length - 1]!;
}

/** V = p·S·u (ARIT-002), exact. */
export function valueOf(contract: Contract, price: Ticks, size: Steps): Money {
  const ticksSteps = price * size;
  const value = ticksSteps * contract.valueUnit;
  if (value <= Number.MAX_SAFE_INTEGER && ticksSteps <= Number.MAX_SAFE_INTEGER) return value;
  return mul(mul(price, size), contract.valueUnit);
}

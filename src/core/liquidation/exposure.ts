/**
 * The exposure a part still has in one contract, and the proceeds that closing it must bring (LIQD-007, LIQD-009).
 *
 * After the offset of hedges a part is long or short in a contract, never both. The bankruptcy value is its share of
 * the part's equity turned into a price for the whole: a piece carries its proportion, and the remainder keeps the
 * rest, so nothing is lost.
 */
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, mul, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money, Sign, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { oldestFirst } from '../orders/draft.ts';
import { contractRequirement, equityOf, requirementE16Of } from '../risk/margin.ts';
import { closeLimitOf } from '../risk/order-margin.ts';
import type { Instrument, Part, Position } from '../state/records.ts';
import { isShared, netSizeOf } from '../state/parts.ts';

export interface Exposure {
  readonly part: Part;
  readonly instrument: Instrument;
  readonly sign: Sign;
  /** Open size; falls as the stages close it. */
  size: Steps;
}

/** Every contract the part has a net position in, ascending contract id. */
export function exposuresOf(part: Part): Exposure[] {
  if (!isShared(part)) return part.positions.map(({ instrument, sign, size }) => ({ part, instrument, sign, size }));
  return part.holdings.flatMap((holding) => {
    const { instrument } = holding;
    const net = netSizeOf(holding);
    return net === 0 ? [] : [{ part, instrument, sign: net > 0 ? 1 : -1, size: Math.abs(net) } as const];
  });
}

/** Its positions, first in, first out. */
export function positionsOf({ part, instrument, sign }: Exposure): readonly Position[] {
  return oldestFirst(part.positions.filter((position) => position.instrument === instrument && position.sign === sign));
}

/** The size at the present mark. */
export function valueAtMark({ instrument, size }: Exposure): Money {
  return valueOf(instrument.contract, instrument.mark, size);
}

/** The part's requirement for the contract, in 1e-16 (MARG-012). */
export function requiredE16({ instrument }: Exposure, value: Money): Money {
  const { floor, rest } = contractRequirement(instrument.contract, value);
  return add(mul(floor, E8), rest);
}

/** The contract with the largest requirement; of equals the one with the lower id (LIQD-004, LIQD-009, LIQD-010). */
export function largestOf(exposures: readonly Exposure[]): Exposure | null {
  let largest: Exposure | null = null;
  let required: Money = -1;
  for (const exposure of exposures) {
    const own = requiredE16(exposure, valueAtMark(exposure));
    if (own > required) [largest, required] = [exposure, own];
  }
  return largest;
}

/**
 * The minimum proceeds (long) or maximum cost (short) of closing all of it, using up the part's share exactly
 * (LIQD-007).
 */
export function bankruptcyValueOf(exposure: Exposure): Money {
  const { part, sign } = exposure;
  if (!isShared(part)) return sign === 1 ? neg(part.amount) : part.amount;
  const value = valueAtMark(exposure);
  const share = mulDivFloor(equityOf(part), requiredE16(exposure, value), requirementE16Of(part));
  return sign === 1 ? sub(value, share) : add(value, share);
}

/** The worst price at which closing can pay the taker's fee out of its share, in ticks (LIQD-009). */
export function bankruptcyLimitOf({ instrument, sign, size }: Exposure, bankruptcyValue: Money): Ticks {
  return closeLimitOf(instrument.contract, sign, size, bankruptcyValue);
}

/** The bankruptcy value of the rest of an exposure, handed out piece by piece. */
export interface Carried {
  value: Money;
  size: Steps;
}

/** The proportion of it that a piece of `size` carries. */
export function carriedBy(carried: Carried, size: Steps): Money {
  return size === carried.size ? carried.value : mulDivFloor(carried.value, size, carried.size);
}

/** The piece is closed. */
export function carryOff(carried: Carried, size: Steps, value: Money): void {
  carried.value = sub(carried.value, value);
  carried.size -= size;
  invariant(carried.size >= 0, 'LIQD-007: no more is closed than carries the share', size, carried.size);
  invariant(carried.size > 0 || carried.value === 0, 'LIQD-007: the last piece carries the rest', size, carried.value);
}

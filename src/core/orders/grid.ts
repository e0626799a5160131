/**
 * A caller's decimal on a contract's grid (ARIT-005): whole ticks or steps, or the reason why it isn't on it.
 *
 * One number says it all, so that checks can run in the order of ORDR-002: a positive count, or one of the codes below.
 * Counts too large for any limit come back as `BEYOND`, which every range check refuses.
 */
import type { Contract } from '../language/contract.ts';
import { isPositive, unitsOnGrid } from '../num/decimal.ts';
import type { DecimalText } from '../num/units.ts';

export const NOT_POSITIVE = -1;
export const OFF_GRID = -2;
/** Larger than any price or size the rules allow, still a safe integer. */
const BEYOND = Number.MAX_SAFE_INTEGER;

function units(text: DecimalText, decimals: number, unit: number): number {
  if (!isPositive(text)) return NOT_POSITIVE;
  const count = unitsOnGrid(text, decimals, unit) ?? OFF_GRID;
  return typeof count === 'number' ? count : BEYOND;
}

/** Whole ticks, or a code. */
export function ticksOf(contract: Contract, text: DecimalText): number {
  return units(text, contract.priceDecimals, contract.tickUnit);
}

/** Whole steps, or a code. */
export function stepsOf(contract: Contract, text: DecimalText): number {
  return units(text, contract.sizeDecimals, contract.stepUnit);
}

/** Limit ticks, 0 for a market order, or a code. */
export function limitOf(contract: Contract, text: DecimalText | null): number {
  return text === null ? 0 : ticksOf(contract, text);
}

/** Preset ticks, 0 when not given (ORDR-001: null or 0). */
export function presetOf(contract: Contract, text: DecimalText | null): number {
  return text === null || text === '0' ? 0 : ticksOf(contract, text);
}

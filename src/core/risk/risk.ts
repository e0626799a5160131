/**
 * The risk of a part as one value, and the decisions made on it: safe, in violation, in need of order relief, worse
 * than another (MARG-010, MARG-013, LIQD-001, LIQD-002).
 *
 * `riskOf` is for callers that compare or keep it. A decision asks `spareOf` or a predicate, which compute only what
 * they need: most parts are asked after every command. Changes nothing.
 */
import { FIRST_USER } from '../language/accounts.ts';
import { mul, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Account, Part } from '../state/records.ts';
import { equityOf, isKnown, requirementE16Of, requirementFloorOf } from './margin.ts';

/** The value of a part and its requirement, exact, at the marks of the moment. */
export interface Risk {
  readonly equity: Money;
  /** In 1e-16 USDT. */
  readonly requirementE16: bigint;
}

export function riskOf(part: Part): Risk {
  return { equity: equityOf(part), requirementE16: requirementE16Of(part) };
}

export function isSameRisk(a: Risk, b: Risk): boolean {
  return a.equity === b.equity && a.requirementE16 === b.requirementE16;
}

/**
 * Whether `a` is worse off than `b`: below 0 when it is, above when `b` is. Without a requirement before all others,
 * then the smaller equity/requirement (LIQD-001).
 */
export function compareRisk(a: Risk, b: Risk): number {
  if ((a.requirementE16 === 0n) !== (b.requirementE16 === 0n)) return a.requirementE16 === 0n ? -1 : 1;
  const left = mul(a.equity, b.requirementE16);
  const right = mul(b.equity, a.requirementE16);
  return left === right ? 0 : left < right ? -1 : 1;
}

/**
 * The most a part may lose and still be safe: equity − floor(req/E8) − 1, since equity·E8 > req is equity >
 * floor(req/E8). Below 0 it is in violation.
 */
export function spareOf(part: Part): Money {
  return sub(sub(equityOf(part), requirementFloorOf(part)), 1);
}

/** Whether the part has more than it must hold, or nothing open (LIQD-002). */
export function isSafe(part: Part): boolean {
  return part.positions.length === 0 || spareOf(part) >= 0;
}

/** A part with positions and known value where equity·E8 ≤ req (MARG-013). */
export function isInViolation(part: Part): boolean {
  return isKnown(part) && !isSafe(part);
}

/**
 * A SHARED part with reserves: with positions where (equity − frozen)·E8 ≤ req, a user's without where amount < frozen,
 * as a deleveraging above the mark may leave it (MARG-010).
 */
export function needsRelief({ id, shared, held }: Account): boolean {
  if (held === 0 || !isKnown(shared)) return false;
  if (shared.positions.length === 0) return id >= FIRST_USER && shared.amount < held;
  return spareOf(shared) < held;
}

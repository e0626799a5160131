/**
 * What a part is worth, what it must hold, and what is left (LEDG-004, MARG-001, -006, -011, -012).
 *
 * The exact requirement is in 1e-16 USDT. Everything decided on it compares a whole amount of 1e-8 with it, and
 * `equity·E8 ≤ req` is `equity ≤ floor(req/E8)`: so the floor is all a decision needs, and it stays in cheap numbers.
 */
import type { Contract } from '../contract.ts';
import { tierOf, valueOf } from '../contract.ts';
import { add, max, min, mulDivCeil, mulDivFloor, mulMod, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Account, Part, Position } from '../state.ts';

/** The position's size at the present mark. */
export function markValueOf(position: Position): Money {
  return valueOf(position.instrument.contract, position.instrument.mark, position.size);
}

/** Whether every contract the part has a position in has a valid mark (MARG-011). */
export function isKnown(part: Part): boolean {
  for (const position of part.positions) if (!position.instrument.markValid) return false;
  return true;
}

/** amount + Σ s·S·M·u (LEDG-004), exact; with the last marks when the value is unknown. */
export function equityOf(part: Part): Money {
  let equity = part.amount;
  for (const position of part.positions) {
    const value = markValueOf(position);
    equity = position.sign === 1 ? add(equity, value) : sub(equity, value);
  }
  return equity;
}

/** Σ ceil(S·M·u/l) over the part's positions: each side counts. */
export function initialMarginOf(part: Part): Money {
  let margin: Money = 0;
  for (const position of part.positions) margin = add(margin, mulDivCeil(markValueOf(position), 1, position.leverage));
  return margin;
}

/** A requirement as whole 1e-8 and a rest of 1e-16, 0 ≤ rest < E8 (MARG-012). */
export interface Requirement {
  readonly floor: Money;
  readonly rest: number;
}

const NONE: Requirement = { floor: 0, rest: 0 };

/** req_c(v) = v·(m_t + takerFee) − a_t·E8. */
export function contractRequirement(contract: Contract, value: Money): Requirement {
  if (value === 0) return NONE;
  const tier = tierOf(contract, value);
  const rate = tier.rateE8 + contract.takerFeeE8;
  return { floor: sub(mulDivFloor(value, rate, E8), tier.amount), rest: mulMod(value, rate, E8) };
}

/** The place behind the last position that shares the contract of the one at `start`; they stand side by side. */
function endOfGroup(positions: readonly Position[], start: number): number {
  const { instrument } = positions[start]!;
  let end = start + 1;
  while (end < positions.length && positions[end]!.instrument === instrument) end++;
  return end;
}

/** |Σ long − Σ short| of a group at the mark. */
function netValue(positions: readonly Position[], start: number, end: number): Money {
  let net = 0;
  for (let at = start; at < end; at++) net += positions[at]!.sign * positions[at]!.size;
  const { contract, mark } = positions[start]!.instrument;
  return valueOf(contract, mark, Math.abs(net));
}

/** The part's whole requirement: per contract on the net of its sides (MARG-012). */
export function requirementOf(part: Part): Requirement {
  const { positions } = part;
  let floor: Money = 0;
  let rest = 0;
  for (let start = 0; start < positions.length; ) {
    const end = endOfGroup(positions, start);
    const requirement = contractRequirement(positions[start]!.instrument.contract, netValue(positions, start, end));
    floor = add(floor, requirement.floor);
    rest += requirement.rest;
    start = end;
  }
  return { floor: add(floor, Math.floor(rest / E8)), rest: rest % E8 };
}

/** floor(req/E8): `equity ≤` this is violation (MARG-013). With one contract, the usual case, no rest needs to be carried. */
export function requirementFloorOf(part: Part): Money {
  const { positions } = part;
  if (positions.length === 0) return 0;
  if (endOfGroup(positions, 0) < positions.length) return requirementOf(part).floor;
  const value = netValue(positions, 0, positions.length);
  if (value === 0) return 0;
  const { contract } = positions[0]!.instrument;
  const tier = tierOf(contract, value);
  return sub(mulDivFloor(value, tier.rateE8 + contract.takerFeeE8, E8), tier.amount);
}

/** The exact requirement in 1e-16 USDT. */
export function requirementE16Of(part: Part): bigint {
  const { floor, rest } = requirementOf(part);
  return BigInt(floor) * BigInt(E8) + BigInt(rest);
}

/** max(IM, floor(req/E8) + 1), 0 without positions (MARG-001). */
export function usedOf(part: Part): Money {
  if (part.positions.length === 0) return 0;
  return max(initialMarginOf(part), add(requirementFloorOf(part), 1));
}

/** What new orders of the account may use (MARG-001): max(0, equity − used − frozen); 0 while its value is unknown. */
export function availableOf(account: Account): Money {
  const { shared } = account;
  if (!isKnown(shared)) return 0;
  return max(0, sub(sub(equityOf(shared), usedOf(shared)), account.held));
}

/** What may leave the account: unrealised profit can margin, but not leave (MARG-006). */
export function withdrawableOf(account: Account): Money {
  const shared = account.shared;
  if (!isKnown(shared)) return 0;
  const worth = min(equityOf(shared), add(shared.amount, shared.openValue));
  return max(0, sub(sub(worth, usedOf(shared)), account.held));
}

/**
 * The value of a part, its requirement, and the amount left over (LEDG-004, MARG-001, -006, -011, -012).
 *
 * The exact requirement is in 1e-16 USDT. Everything decided on it compares a whole amount of 1e-8 with it, and
 * `equity·E8 ≤ req` is `equity ≤ floor(req/E8)`: so the floor is all a decision needs, and it stays in cheap numbers.
 */
import type { Contract } from '../language/contract.ts';
import { tierOf, valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, max, min, mulDivCeil, mulDivFloor, mulMod, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { isShared, netSizeOf } from '../state/parts.ts';
import type { Account, Holding, Part, Position } from '../state/records.ts';

/** The position's size at the present mark. */
export function markValueOf(position: Position): Money {
  return valueOf(position.instrument.contract, position.instrument.mark, position.size);
}

/** Whether every contract the part has a position in has a valid mark (MARG-011). */
export function isKnown(part: Part): boolean {
  if (!isShared(part)) return part.positions.every((position) => position.instrument.markValid);
  for (const holding of part.holdings) if (!holding.instrument.markValid) return false;
  return true;
}

/** amount + Σ s·S·M·u (LEDG-004), exact; with the last marks when the value is unknown. */
export function equityOf(part: Part): Money {
  let equity = part.amount;
  if (!isShared(part))
    for (const position of part.positions) equity = addSigned(equity, position.sign, markValueOf(position));
  for (const holding of part.holdings) {
    const { contract, mark } = holding.instrument;
    const net = netSizeOf(holding);
    equity = addSigned(equity, net, valueOf(contract, mark, Math.abs(net)));
  }
  return equity;
}

function addSigned(sum: Money, sign: number, value: Money): Money {
  return sign < 0 ? sub(sum, value) : add(sum, value);
}

/**
 * Σ ceil(S·M·u/l) over a SHARED part's positions: each side counts. A combined holding has one position a side, at the
 * cross leverage.
 */
export function initialMarginOf(part: Part): Money {
  let margin: Money = 0;
  for (const holding of part.holdings) {
    if (holding.positionMode === 'separated') {
      margin = marginOf(margin, holding.positions);
      continue;
    }
    const { contract, mark } = holding.instrument;
    const leverage = holding.crossLeverage;
    if (holding.longSize > 0) margin = add(margin, mulDivCeil(valueOf(contract, mark, holding.longSize), 1, leverage));
    if (holding.shortSize > 0)
      margin = add(margin, mulDivCeil(valueOf(contract, mark, holding.shortSize), 1, leverage));
  }
  return margin;
}

function marginOf(start: Money, positions: readonly Position[]): Money {
  let margin = start;
  for (const position of positions) margin = add(margin, mulDivCeil(markValueOf(position), 1, position.leverage));
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
  const floor = sub(mulDivFloor(value, rate, E8), tier.amount);
  invariant(floor >= 0, 'MARG-012: a requirement is not below 0', contract.symbol, floor);
  return { floor, rest: mulMod(value, rate, E8) };
}

/** The mark value of a holding's net size, on which its requirement is computed. */
function netValueOf(holding: Holding): Money {
  const { contract, mark } = holding.instrument;
  return valueOf(contract, mark, Math.abs(netSizeOf(holding)));
}

/** The part's whole requirement: per contract on the net of its sides (MARG-012). */
export function requirementOf(part: Part): Requirement {
  if (!isShared(part)) {
    const position = part.positions[0];
    return position === undefined ? NONE : contractRequirement(position.instrument.contract, markValueOf(position));
  }
  let floor: Money = 0;
  let rest = 0;
  for (const holding of part.holdings) {
    const requirement = contractRequirement(holding.instrument.contract, netValueOf(holding));
    floor = add(floor, requirement.floor);
    rest += requirement.rest;
  }
  return { floor: add(floor, Math.floor(rest / E8)), rest: rest % E8 };
}

/**
 * floor(req/E8): `equity ≤` this is violation (MARG-013). With one contract, the usual case, no rest needs to be
 * carried.
 */
export function requirementFloorOf(part: Part): Money {
  if (part.holdings.length !== 1) return requirementOf(part).floor;
  const holding = part.holdings[0]!;
  return contractFloor(holding.instrument.contract, netValueOf(holding));
}

/** floor(req_c(v)/E8) of one contract alone. */
export function contractFloor(contract: Contract, value: Money): Money {
  if (value === 0) return 0;
  const tier = tierOf(contract, value);
  return sub(mulDivFloor(value, tier.rateE8 + contract.takerFeeE8, E8), tier.amount);
}

/** The exact requirement in 1e-16 USDT. */
export function requirementE16Of(part: Part): bigint {
  const { floor, rest } = requirementOf(part);
  return BigInt(floor) * BigInt(E8) + BigInt(rest);
}

/** max(IM, floor(req/E8) + 1), 0 without positions (MARG-001). */
function usedOf(part: Part): Money {
  if (part.positions.length === 0) return 0;
  return max(initialMarginOf(part), add(requirementFloorOf(part), 1));
}

/**
 * The amount new orders of the account may use (MARG-001): max(0, equity − used − frozen); 0 while its value is
 * unknown. Most orders find the account as the last one left it, so equity − used is kept until something changes it.
 */
export function availableOf(account: Account): Money {
  const spendable = keptSpendable(account);
  return spendable === null ? 0 : max(0, sub(spendable, account.held));
}

/** equity − used of the SHARED part, computed at most once until it or a mark changes; `null` while unknown. */
function keptSpendable(account: Account): Money | null {
  const { count } = account.markChanges;
  if (account.spendable !== null && account.spendableAt === count) return account.spendable;
  if (!isKnown(account.shared)) return null;
  account.spendable = spendableOf(account);
  account.spendableAt = count;
  return account.spendable;
}

/** equity − used of the SHARED part, computed again. */
export function spendableOf({ shared }: Account): Money {
  return sub(equityOf(shared), usedOf(shared));
}

/** The amount that may leave the account: unrealised profit can margin, but not leave (MARG-006). */
export function withdrawableOf(account: Account): Money {
  const shared = account.shared;
  if (!isKnown(shared)) return 0;
  const worth = min(equityOf(shared), add(shared.amount, shared.openValue));
  return max(0, sub(sub(worth, usedOf(shared)), account.held));
}

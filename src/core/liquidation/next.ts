/**
 * The account to relieve and the part to liquidate next (FLOW-003 b and c, MARG-010, LIQD-001).
 *
 * Only parts noted in the turn are looked at: no other figures have changed. Each is looked at once after a change and,
 * if it is in trouble, put in line; the part at the front is looked at again, because those before it may have changed
 * it.
 */
import { Heap } from '../num/heap.ts';
import { invariant } from '../num/invariant.ts';
import { FIRST_USER } from '../language/accounts.ts';
import { Ranks } from './rank.ts';
import { keepGuarded } from '../risk/guards.ts';
import { isKnown } from '../risk/margin.ts';
import type { Risk } from '../risk/risk.ts';
import { compareRisk, isInViolation, isSameRisk, needsRelief, riskOf } from '../risk/risk.ts';
import type { Account, Part } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { isShared } from '../state/parts.ts';

/** A part in violation, as it was when last looked at. */
interface Violation {
  readonly part: Part;
  readonly risk: Risk;
}

/** Those in trouble, in the order in which they are helped. */
export interface Line {
  readonly relief: Heap<Account>;
  readonly violations: Heap<Violation>;
  readonly ranks: Ranks;
}

function emptyLine(): Line {
  return { relief: new Heap((a, b) => a.id < b.id), violations: new Heap(isWorse), ranks: new Ranks() };
}

/** The worse risk first, then account, SHARED before ISOLATED, position (LIQD-001). */
function isWorse(a: Violation, b: Violation): boolean {
  const order = compareRisk(a.risk, b.risk);
  if (order !== 0) return order < 0;
  if (a.part.account !== b.part.account) return a.part.account.id < b.part.account.id;
  return a.part.positionId < b.part.positionId;
}

/** Looks at every part noted since the last time; the line, made when the first part enters it. */
export function inspectNoted(turn: Turn, before: Line | null): Line | null {
  let line = before;
  const { parts } = turn;
  for (const part of parts) {
    part.queued = false;
    line?.ranks.noteChanged(part);
    if (keepGuarded(turn.state, part) || (part.positions.length === 0 ? isCovered(part) : !isKnown(part))) continue;
    line ??= emptyLine();
    if (isShared(part) && needsRelief(part.account)) line.relief.push(part.account);
    if (isInViolation(part)) line.violations.push({ part, risk: riskOf(part) });
  }
  // One by one: an assigned length would throw the list's room away.
  while (parts.length > 0) parts.pop();
  return line;
}

/**
 * Without positions: whether a user's SHARED part has what its orders reserve. An ended isolated part was emptied
 * before; the exchange owes without holding. INV-005: a user owes nothing then.
 */
function isCovered(part: Part): boolean {
  const { account, amount } = part;
  if (!isShared(part) || account.id < FIRST_USER || amount >= account.held) return true;
  invariant(amount >= 0, 'INV-005: who has no position owes nothing', account, amount);
  return false;
}

/** The account that is relieved next. */
export function nextRelief(line: Line): Account | null {
  for (let account = line.relief.pop(); account !== null; account = line.relief.pop())
    if (needsRelief(account)) return account;
  return null;
}

/** The part that is liquidated next: one whose figures changed since it was put in line is in it a second time. */
export function nextViolation(line: Line): Part | null {
  for (let first = line.violations.pop(); first !== null; first = line.violations.pop()) {
    const { part, risk } = first;
    if (isInViolation(part) && isSameRisk(riskOf(part), risk)) return part;
  }
  return null;
}

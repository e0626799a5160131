/**
 * Who is relieved and who is liquidated next (FLOW-003 b and c, MARG-010, LIQD-001).
 *
 * Only parts noted in the turn are looked at: nobody else's figures have changed. Each is looked at once after a change and, if
 * it is in trouble, put in line; whoever comes to the front is looked at again, because what went before may have changed it.
 */
import { Heap } from '../heap.ts';
import { Fault } from '../invariant.ts';
import { FIRST_USER } from '../ledger/deposit.ts';
import { mul, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { Ranks } from './rank.ts';
import { equityOf, isKnown, keptSpendable, requirementE16Of, requirementFloorOf } from '../risk/margin.ts';
import type { Account, Part } from '../state.ts';
import type { Turn } from '../turn.ts';

/** A part in violation, as it was when last looked at. */
interface Violation {
  readonly part: Part;
  readonly equity: Money;
  readonly requirementE16: bigint;
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

/** A part with positions and known value where equity·E8 ≤ req (MARG-013). */
export function isInViolation(part: Part): boolean {
  return part.positions.length > 0 && isKnown(part) && equityOf(part) <= requirementFloorOf(part);
}

/** A SHARED part with positions and reserves where (equity − frozen)·E8 ≤ req (MARG-010). */
export function needsRelief({ shared, held }: Account): boolean {
  if (held === 0 || shared.positions.length === 0 || !isKnown(shared)) return false;
  return sub(equityOf(shared), held) <= requirementFloorOf(shared);
}

/** Without a requirement before all others, then the smaller equity/req, account, SHARED before ISOLATED, position (LIQD-001). */
function isWorse(a: Violation, b: Violation): boolean {
  if ((a.requirementE16 === 0n) !== (b.requirementE16 === 0n)) return a.requirementE16 === 0n;
  const left = mul(a.equity, b.requirementE16);
  const right = mul(b.equity, a.requirementE16);
  if (left !== right) return left < right;
  if (a.part.account !== b.part.account) return a.part.account.id < b.part.account.id;
  return a.part.positionId < b.part.positionId;
}

/** Looks at every part noted since the last time; the line, made when somebody first stands in it. */
export function lookAtNoted(turn: Turn, before: Line | null): Line | null {
  let line = before;
  const { parts } = turn;
  for (const part of parts) {
    part.queued = false;
    line?.ranks.noteChanged(part);
    if (part.positions.length === 0) assertCovered(part);
    if (part.positions.length === 0 || isAtEase(part) || !isKnown(part)) continue;
    line ??= emptyLine();
    if (part.positionId === 0 && needsRelief(part.account)) line.relief.push(part.account);
    if (isInViolation(part)) line.violations.push({ part, equity: equityOf(part), requirementE16: requirementE16Of(part) });
  }
  // One by one: an assigned length would throw the list's room away.
  while (parts.length > 0) parts.pop();
  return line;
}

/** INV-005: a user's SHARED part without positions has what its orders reserve; an ended isolated part was emptied before. */
function assertCovered({ account, amount, positionId }: Part): void {
  if (positionId !== 0 || account.id < FIRST_USER || amount >= account.held) return;
  throw new Fault(`INV-005: account ${account.id} has ${amount} e8 and ${account.held} held`);
}

/** What may be spent is less than what is above the requirement: where reserves are covered by it, nothing is due. */
function isAtEase({ account, positionId }: Part): boolean {
  if (positionId !== 0) return false;
  const spendable = keptSpendable(account);
  return spendable !== null && spendable >= account.held;
}

/** The account that is relieved next. */
export function nextRelief(line: Line): Account | null {
  for (let account = line.relief.pop(); account !== null; account = line.relief.pop()) if (needsRelief(account)) return account;
  return null;
}

/** The part that is liquidated next: one whose figures changed since it was put in line stands there a second time. */
export function nextViolation(line: Line): Part | null {
  for (let first = line.violations.pop(); first !== null; first = line.violations.pop()) {
    const { part, equity, requirementE16 } = first;
    if (isInViolation(part) && equityOf(part) === equity && requirementE16Of(part) === requirementE16) return part;
  }
  return null;
}

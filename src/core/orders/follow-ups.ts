/**
 * The follow-up loop (FLOW-003): after the work of a command, what it set off is carried out in a fixed order until nothing is
 * left. After every action the loop starts again at the top.
 *
 * a: the due plan order with the smallest id fires. b: the smallest account id that needs order relief gets it.
 * Between b and the end stand, in the next version, c: liquidation of the worst part, and d: copy trading.
 * Only accounts noted in the turn can need relief: nobody else's figures have changed.
 */
import type { Order, PlanOrder } from '../order.ts';
import { equityOf, isKnown, requirementFloorOf } from '../risk/margin.ts';
import { sub } from '../num/mul-div.ts';
import type { Account } from '../state.ts';
import type { Turn } from '../turn.ts';
import { firePlan } from './fire-plan.ts';
import { cancelRest } from './working.ts';

/** Carries out everything that is due. */
export function followUp(turn: Turn): void {
  for (;;) {
    const plan = takeSmallestDue(turn.due);
    if (plan !== null) {
      firePlan(turn, plan);
      continue;
    }
    const account = smallestNeedingRelief(turn);
    if (account === null) return;
    relieve(turn, account);
  }
}

function takeSmallestDue(due: PlanOrder[]): PlanOrder | null {
  let at = -1;
  for (let i = 0; i < due.length; ) {
    // Cancelled while it waited: it is due no more.
    if (!due[i]!.due) due.splice(i, 1);
    else {
      if (at < 0 || due[i]!.id < due[at]!.id) at = i;
      i++;
    }
  }
  return at < 0 ? null : due.splice(at, 1)[0]!;
}

/** A SHARED part with positions and reserves where (equity − frozen)·E8 ≤ req (MARG-010). */
export function needsRelief(account: Account): boolean {
  const part = account.shared;
  if (account.held === 0 || part.positions.length === 0 || !isKnown(part)) return false;
  return sub(equityOf(part), account.held) <= requirementFloorOf(part);
}

function smallestNeedingRelief({ accounts, accountCount }: Turn): Account | null {
  let smallest: Account | null = null;
  for (let at = 0; at < accountCount; at++) {
    const account = accounts[at]!;
    if ((smallest === null || account.id < smallest.id) && needsRelief(account)) smallest = account;
  }
  return smallest;
}

/** All working opening orders of the account go, ascending id; the positions stay. */
function relieve(turn: Turn, account: Account): void {
  for (const order of openingsOf(account)) cancelRest(turn, order, 'MARGIN_NOT_ENOUGH', 'ORDER_RELIEF');
}

function openingsOf(account: Account): Order[] {
  return [...account.orders.values()].filter((order) => order.effect === 'open').sort((a, b) => a.id - b.id);
}

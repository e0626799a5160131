/**
 * The follow-up loop (FLOW-003): after the work of a command, what it set off is carried out in a fixed order until
 * nothing is left. After every action the loop starts again at the top.
 *
 * a: the due plan order with the smallest id fires. b: the smallest account id that needs order relief gets it. c: the
 * worst part in violation is liquidated to the end. d: the oldest copy-trading follow-up is carried out. The loop ends:
 * every plan order fires once, relief and liquidation only shrink, copies are not copied on.
 */
import { invariant } from './num/invariant.ts';
import { carryOutCopy } from './orders/copied-orders.ts';
import { liquidate } from './liquidation/liquidate.ts';
import type { Line } from './liquidation/next.ts';
import { inspectNoted, nextRelief, nextViolation } from './liquidation/next.ts';
import type { PlanOrder, Account } from './state/records.ts';
import type { Turn } from './turn/turn.ts';
import { firePlan } from './plans/fire-plan.ts';
import { cancelRest, opens, workingOrders } from './orders/working.ts';

/** Carries out everything that is due. */
export function followUp(turn: Turn): void {
  let line: Line | null = null;
  for (;;) {
    const plan = takeSmallestDue(turn);
    if (plan !== null) {
      firePlan(turn, plan);
      continue;
    }
    line = inspectNoted(turn, line);
    if (line !== null && helpNext(turn, line)) continue;
    if (turn.copies.length === 0) return;
    carryOutCopy(turn, turn.copies.shift()!);
  }
}

/** Relieves the next account in line, or liquidates the next part; false when none is in trouble. */
function helpNext(turn: Turn, line: Line): boolean {
  const account = nextRelief(line);
  if (account !== null) {
    relieve(turn, account);
    return true;
  }
  const part = nextViolation(line);
  if (part === null) return false;
  liquidate(turn, part, line.ranks);
  return true;
}

/** Cancelled while it waited: it is due no more. */
function takeSmallestDue({ due }: Turn): PlanOrder | null {
  for (let plan = due.pop(); plan !== null; plan = due.pop()) if (plan.due) return plan;
  return null;
}

/** All working opening orders of the account go, ascending id; the positions stay. */
function relieve(turn: Turn, account: Account): void {
  for (const order of workingOrders(account, opens)) cancelRest(turn, order, 'MARGIN_NOT_ENOUGH', 'ORDER_RELIEF');
  invariant(account.held === 0, 'MARG-010: relief gives all reserves back', account, account.held);
}

/** Cancels orders of accounts in a contest (CTST-002, -003): all of them at the end, openings of who is out. */
import { cancelPlan } from '../orders/plan-orders.ts';
import { cancelRest } from '../orders/working.ts';
import type { Account } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';

export function endOrders(turn: Turn, account: Account, which: 'all' | 'openings'): void {
  const ends = (effect: 'open' | 'close'): boolean => which === 'all' || effect === 'open';
  const orders = [...account.orders.values()].filter(({ effect }) => ends(effect)).sort((a, b) => a.id - b.id);
  for (const order of orders) cancelRest(turn, order, 'ADMIN_CANCELED', 'CONTEST');
  const plans = account.plans
    .values()
    .filter(({ effect }) => ends(effect))
    .sort((a, b) => a.id - b.id);
  for (const plan of plans) cancelPlan(turn, plan, 'ADMIN_CANCELED', 'CONTEST');
}

/** Takes an account out of the market (LIMT-002, LIMT-005): what opens is cancelled, what is open is closed. */
import { mulDivCeil, mulDivFloor } from '../num/mul-div.ts';
import type { Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { closingDraft } from '../orders/draft.ts';
import { enterOrder } from '../orders/enter-order.ts';
import { cancelPlan } from '../orders/plan-orders.ts';
import { cancelRest, opens, workingOrders } from '../orders/working.ts';
import { byId } from '../state/ids.ts';
import type { Account, Instrument } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { SLIP_E8 } from '../orders/loss-room.ts';

const DETAIL = 'KEY_LIMIT';

/** Working orders that open, and plan orders that would. */
export function cancelOpenings(turn: Turn, account: Account): void {
  for (const order of workingOrders(account, opens)) cancelRest(turn, order, 'ADMIN_CANCELED', DETAIL);
  for (const plan of [...account.plans.values()].sort(byId))
    if (plan.effect === 'open') cancelPlan(turn, plan, 'ADMIN_CANCELED', DETAIL);
}

/** Closes each position within 1 % of the mark; what finds no one there stays. Every step is followed up. */
export function* closeAll(turn: Turn, account: Account): Generator<void, void, void> {
  for (const position of account.holdings.flatMap((holding) => holding?.positions ?? [])) {
    if (position.size === 0 || !position.instrument.markValid) continue;
    for (const order of [...position.closing].sort(byId)) cancelRest(turn, order, 'ADMIN_CANCELED', DETAIL);
    const draft = closingDraft(position, position.size);
    enterOrder(turn, { ...draft, execution: 'ioc', price: farthest(position.instrument, draft.buy) });
    yield;
  }
}

function farthest({ mark }: Instrument, buy: boolean): Ticks {
  return Number(buy ? mulDivFloor(mark, E8 + SLIP_E8, E8) : mulDivCeil(mark, E8 - SLIP_E8, E8));
}

/**
 * Orders cancelled before a part is liquidated (LIQD-005): first orders, then plan orders, ascending id. None
 * of this changes the part's equity or requirement.
 */
import { byId } from '../state/ids.ts';
import type { Order, PlanOrder, Part, Position } from '../state/records.ts';
import { cancelPlan } from '../orders/plan-orders.ts';
import { cancelRest, workingOrders } from '../orders/working.ts';
import type { Turn } from '../turn/turn.ts';
import { isShared } from '../state/parts.ts';

interface Scope {
  readonly order: (order: Order) => boolean;
  readonly plan: (plan: PlanOrder) => boolean;
}

/** Cancels the orders that are in the way of the part's liquidation. */
export function cancelScope(turn: Turn, part: Part): void {
  const scope = scopeOf(part);
  const { account } = part;
  const orders = workingOrders(account, scope.order);
  const plans = [...account.plans.values()].filter(scope.plan).sort(byId);
  for (const order of orders) cancelRest(turn, order, 'LIQUIDATE_CANCELED', null);
  for (const plan of plans) cancelPlan(turn, plan, 'LIQUIDATE_CANCELED', null);
}

/** SHARED: everything but the orders bound to isolated positions. */
function scopeOf(part: Part): Scope {
  const position = isShared(part) ? undefined : part.positions[0];
  if (position === undefined) return { order: () => true, plan: ({ bound }) => bound?.marginMode !== 'isolated' };
  return position.positionMode === 'combined' ? scopeOfSide(position) : scopeOfSeparated(position);
}

/** ISOLATED COMBINED: the contract's orders of the position's side. */
function scopeOfSide({ instrument, side }: Position): Scope {
  const isOfSide = (record: Order | PlanOrder): boolean => record.instrument === instrument && record.side === side;
  return { order: isOfSide, plan: isOfSide };
}

/** ISOLATED SEPARATED: the order that owns the position, closes frozen on it, plan orders bound to it. */
function scopeOfSeparated(position: Position): Scope {
  return {
    order: (order) => order.id === position.openOrderId || position.closing.includes(order),
    plan: (plan) => plan.bound === position,
  };
}

/**
 * The effects of a fill on the plan orders bound to its position (PLAN-009, -010, -011): presets make or enlarge their
 * pair, a fired preset lowers its partner, a close trims plan orders that would exceed the position, the end of a
 * position ends them.
 */
import { invariant } from '../num/invariant.ts';
import type { Steps, Ticks } from '../num/units.ts';
import { giveId, notePlan } from '../turn/turn.ts';
import type { Turn } from '../turn/turn.ts';
import type { Order, PlanOrder, PresetPair, Position } from '../state/records.ts';
import type { PlanKind } from '../language/vocabulary.ts';
import { acceptPlan, arm, boundTo, cancelPlan, newPlan } from './plan-orders.ts';

/** After one fill of `size` by `order` on `position`. */
export function afterFill(turn: Turn, order: Order, position: Position, size: Steps): void {
  if (order.effect === 'open') {
    if (order.takeProfit !== 0 || order.stopLoss !== 0) growPair(turn, order, position, size);
    return;
  }
  const partner = order.plan?.partner;
  if (partner?.status === 'untriggered') lower(turn, partner, size);
  if (position.size === 0) endBound(turn, position);
  else {
    trim(turn, position, 'takeProfit');
    trim(turn, position, 'stopLoss');
  }
}

function isUntriggered(plan: PlanOrder | null): boolean {
  return plan === null || plan.status === 'untriggered';
}

/** Whether the order's latest pair is still whole and bound to this position (PLAN-009). */
function isWhole(pair: PresetPair, position: Position): boolean {
  const bound = (pair.takeProfit ?? pair.stopLoss)?.bound;
  return isUntriggered(pair.takeProfit) && isUntriggered(pair.stopLoss) && bound === position;
}

function growPair(turn: Turn, order: Order, position: Position, size: Steps): void {
  if (order.pair === null || !isWhole(order.pair, position)) {
    makePair(turn, order, position, size);
    return;
  }
  for (const plan of [order.pair.takeProfit, order.pair.stopLoss]) {
    if (plan === null) continue;
    plan.size += size;
    invariant(plan.size <= position.size, 'INV-012: a preset covers no more than is open', plan, position);
    notePlan(turn, plan);
  }
}

/** A new pair, take-profit first, partners of each other. */
function makePair(turn: Turn, order: Order, position: Position, size: Steps): void {
  invariant(size <= position.size, 'INV-012: a preset covers no more than is open', order, position);
  order.pairCount++;
  const suffix = order.pairCount > 1 ? `-${order.pairCount}` : '';
  const make = (kind: 'takeProfit' | 'stopLoss', price: Ticks): PlanOrder | null => {
    if (price === 0) return null;
    const plan = newPlan(turn, {
      ...boundTo(position, kind),
      id: giveId(turn),
      clientOrderId: `~${kind === 'takeProfit' ? 'tp' : 'sl'}-${order.id}${suffix}`,
      request: null,
      parentId: order.id,
      size,
      price: 0,
      triggerPrice: price,
      triggerBy: 'unset',
    });
    acceptPlan(turn, plan, null, 'plan');
    return plan;
  };
  const takeProfit = make('takeProfit', order.takeProfit);
  const stopLoss = make('stopLoss', order.stopLoss);
  if (takeProfit !== null) takeProfit.partner = stopLoss;
  if (stopLoss !== null) stopLoss.partner = takeProfit;
  order.pair = { takeProfit, stopLoss };
  for (const plan of [takeProfit, stopLoss]) if (plan !== null) arm(turn, plan);
}

/** Lowers a bound plan order; lowered to nothing it ends and keeps its last size (PLAN-010). */
function lower(turn: Turn, plan: PlanOrder, by: Steps): void {
  if (by >= plan.size) {
    cancelPlan(turn, plan, 'REDUCE_ONLY_CANCELED', 'SIZE_USED_UP');
    return;
  }
  invariant(by > 0, 'PLAN-010: a plan order is lowered, never raised', plan, by);
  plan.size -= by;
  notePlan(turn, plan);
}

/** Σ size of the position's untriggered plan orders of a kind. */
export function coveredSize(position: Position, kind: PlanKind): Steps {
  let sum = 0;
  for (const plan of position.bound) if (plan.kind === kind) sum += plan.size;
  return sum;
}

/** While its take-profits (or stops) cover more than the position, the oldest are lowered first (PLAN-010). */
function trim(turn: Turn, position: Position, kind: PlanKind): void {
  let excess = coveredSize(position, kind) - position.size;
  for (const plan of position.bound.slice()) {
    if (excess <= 0) return;
    if (plan.kind !== kind) continue;
    const by = Math.min(excess, plan.size);
    lower(turn, plan, by);
    excess -= by;
  }
  invariant(excess <= 0, 'INV-012: plan orders cover no more than is open', position, excess);
}

/** PLAN-011: none is left to act on a later position. */
function endBound(turn: Turn, position: Position): void {
  for (const plan of position.bound.slice()) cancelPlan(turn, plan, 'REDUCE_ONLY_CANCELED', 'POSITION_CLOSED');
  invariant(position.bound.length === 0, 'PLAN-011: nothing stays bound to what has ended', position);
}

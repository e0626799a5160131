/**
 * What a fill does to the plan orders bound to its position (PLAN-009, -010, -011): presets make or enlarge their pair, a fired
 * preset lowers its partner, a close trims what would exceed the position, the end of a position ends them.
 */
import type { Id, Steps, Ticks } from '../num/units.ts';
import { giveId, notePlan } from '../turn.ts';
import type { Turn } from '../turn.ts';
import type { Order, PlanKind, PlanOrder, PresetPair } from '../order.ts';
import type { Position } from '../state.ts';
import { acceptPlan, arm, cancelPlan } from './plan-orders.ts';

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
    notePlan(turn, plan);
  }
}

/** A new pair, take-profit first, partners of each other. */
function makePair(turn: Turn, order: Order, position: Position, size: Steps): void {
  order.pairCount++;
  const suffix = order.pairCount > 1 ? `-${order.pairCount}` : '';
  const make = (kind: 'takeProfit' | 'stopLoss', price: Ticks): PlanOrder | null => {
    if (price === 0) return null;
    const name = `~${kind === 'takeProfit' ? 'tp' : 'sl'}-${order.id}${suffix}`;
    const plan = presetPlan(turn, order, position, kind, price, size, giveId(turn), name);
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

function presetPlan(
  turn: Turn,
  order: Order,
  position: Position,
  kind: PlanKind,
  triggerPrice: Ticks,
  size: Steps,
  id: Id,
  clientOrderId: string,
): PlanOrder {
  return {
    record: 'plan',
    id,
    account: order.account,
    instrument: order.instrument,
    clientOrderId,
    request: null,
    kind,
    side: position.side,
    effect: 'close',
    marginMode: position.marginMode,
    positionMode: position.positionMode,
    positionId: position.id,
    takeProfit: 0,
    stopLoss: 0,
    parentId: order.id,
    bound: position,
    createdMs: turn.timeMs,
    partner: null,
    updatedMs: turn.timeMs,
    status: 'untriggered',
    size,
    price: 0,
    triggerPrice,
    triggerBy: 'unset',
    direction: (kind === 'takeProfit') === (position.side === 'long') ? 'up' : 'down',
    triggeredMs: 0,
    order: null,
    cancelReason: null,
    cancelDetail: null,
    due: false,
    leafIndex: -1,
    touched: 0,
    place: -1,
  };
}

/** Lowers a bound plan order; lowered to nothing it ends and keeps its last size (PLAN-010). */
function lower(turn: Turn, plan: PlanOrder, by: Steps): void {
  if (by >= plan.size) {
    cancelPlan(turn, plan, 'REDUCE_ONLY_CANCELED', 'SIZE_USED_UP');
    return;
  }
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
}

/** PLAN-011: none is left to act on a later position. */
function endBound(turn: Turn, position: Position): void {
  for (const plan of position.bound.slice()) cancelPlan(turn, plan, 'REDUCE_ONLY_CANCELED', 'POSITION_CLOSED');
}

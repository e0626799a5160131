/**
 * The life of a plan order record: acceptance, waiting, cancellation (PLAN-001, -002, -005, ORDR-004). Firing is
 * `fire-plan.ts`.
 */
import { appendOrderLeaf } from '../ailog/append-leaf.ts';
import type { TriggerBy } from '../language/commands.ts';
import { watch } from '../matching/trigger-book.ts';
import { invariant } from '../num/invariant.ts';
import type { Ticks } from '../num/units.ts';
import type { CancelReason } from '../language/vocabulary.ts';
import type { Order, PlanOrder, Instrument, Position } from '../state/records.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { isFlat } from './draft.ts';
import { noteHolding, notePlan } from '../turn/turn.ts';
import { rememberEnd } from './working.ts';

/** The price a trigger is compared with now: last, mark when there was no trade yet; or the mark (PLAN-002). */
export function referenceOf(instrument: Instrument, by: TriggerBy): Ticks {
  if (by === 'mark' || instrument.lastPrice === 0) return instrument.mark;
  return instrument.lastPrice;
}

/** UP when the trigger is at or above the reference, else DOWN. */
export function directionOf(triggerPrice: Ticks, reference: Ticks): 'up' | 'down' {
  return triggerPrice >= reference ? 'up' : 'down';
}

/** The fields that differ between plan orders; everything else is the same for all that wait. */
export type PlanFields = Pick<
  PlanOrder,
  | 'id'
  | 'account'
  | 'instrument'
  | 'clientOrderId'
  | 'request'
  | 'kind'
  | 'side'
  | 'effect'
  | 'marginMode'
  | 'positionMode'
  | 'positionId'
  | 'takeProfit'
  | 'stopLoss'
  | 'parentId'
  | 'bound'
  | 'size'
  | 'price'
  | 'triggerPrice'
  | 'triggerBy'
  | 'direction'
>;

/** A plan order that has not fired. */
export function newPlan(turn: Turn, fields: PlanFields): PlanOrder {
  return {
    record: 'plan',
    ...fields,
    createdMs: turn.timeMs,
    partner: null,
    updatedMs: turn.timeMs,
    status: 'untriggered',
    triggeredMs: 0,
    order: null,
    cancelReason: null,
    cancelDetail: null,
    due: false,
    leafIndex: -1,
    touched: 0,
    place: -1,
    row: -1,
  };
}

/** The fields a take-profit or stop-loss takes from the position it is bound to (PLAN-009, PLAN-013). */
export function boundTo(position: Position, kind: 'takeProfit' | 'stopLoss') {
  return {
    account: position.account,
    instrument: position.instrument,
    kind,
    side: position.side,
    effect: 'close',
    marginMode: position.marginMode,
    positionMode: position.positionMode,
    positionId: position.id,
    takeProfit: 0,
    stopLoss: 0,
    bound: position,
    direction: (kind === 'takeProfit') === (position.side === 'long') ? 'up' : 'down',
  } as const;
}

/** Puts the record among the untriggered ones and appends its leaf. Returns the leaf's index, null when it has none. */
export function acceptPlan(
  turn: Turn,
  plan: PlanOrder,
  keyId: string | null,
  channel: 'api' | 'web' | 'plan',
): number | null {
  const { account, instrument } = plan;
  const holding = holdingOf(turn.state, account, instrument);
  invariant(plan.size >= 1, 'PLAN-001: a plan order has a size', plan, plan.size);
  invariant(plan.price >= 0, 'PLAN-001: the price of a plan order is a limit or none', plan, plan.price);
  invariant(
    plan.bound === null || plan.bound.size > 0,
    'INV-012: a bound plan order has its position',
    plan,
    plan.bound,
  );
  invariant(plan.bound === null || plan.effect === 'close', 'PLAN-007: what is bound to a position closes it', plan);
  if (plan.effect === 'open' && isFlat(holding)) {
    holding.marginMode = plan.marginMode;
    holding.positionMode = plan.positionMode;
    noteHolding(turn, holding);
  }
  turn.state.plans.set(plan.id, plan);
  account.plans.add(plan);
  turn.state.orders.add(plan);
  if (plan.parentId === 0) account.ownPlans++;
  holding.plans++;
  if (plan.effect === 'open') holding.openingPlans++;
  plan.bound?.bound.push(plan);
  invariant(account.ownPlans <= account.plans.size, 'INV-006: own plan orders are among those that wait', account);
  invariant(holding.openingPlans <= holding.plans, 'MODE-002: opening plan orders are among the plan orders', account);
  notePlan(turn, plan);
  return appendOrderLeaf(turn, plan, keyId, channel);
}

/** Watches the trigger; due immediately when the price already satisfies it (PLAN-002, PLAN-009). */
export function arm(turn: Turn, plan: PlanOrder): void {
  const reference = referenceOf(plan.instrument, plan.triggerBy);
  invariant(reference >= 1, 'PLAN-002: a trigger is compared with a price', plan, reference);
  invariant(!plan.due, 'PLAN-003: a plan order becomes due once', plan);
  const met = plan.direction === 'up' ? reference >= plan.triggerPrice : reference <= plan.triggerPrice;
  if (met) {
    plan.due = true;
    turn.due.push(plan);
  } else watch(plan.instrument.triggers, plan);
}

/** Takes the record out of the untriggered ones; it has fired or ended. */
function leavePlans(turn: Turn, plan: PlanOrder): void {
  const holding = holdingOf(turn.state, plan.account, plan.instrument);
  invariant(plan.status === 'untriggered', 'PLAN-005: only what waits stops waiting', plan, plan.status);
  plan.account.plans.delete(plan);
  if (plan.parentId === 0) plan.account.ownPlans--;
  holding.plans--;
  if (plan.effect === 'open') holding.openingPlans--;
  invariant(plan.account.ownPlans >= 0, 'INV-006: no more plan orders leave than came', plan, plan.account.ownPlans);
  invariant(holding.plans >= 0 && holding.openingPlans >= 0, 'MODE-002: no more plan orders leave than came', plan);
  const bound = plan.bound?.bound;
  if (bound !== undefined) {
    const at = bound.indexOf(plan);
    invariant(at >= 0, 'INV-012: a position knows what is bound to it', plan, plan.bound);
    bound.splice(at, 1);
  }
  notePlan(turn, plan);
}

/** Ends an untriggered plan order, or one that failed at its trigger. */
export function cancelPlan(turn: Turn, plan: PlanOrder, reason: CancelReason, detail: string | null): void {
  leavePlans(turn, plan);
  plan.status = 'canceled';
  plan.due = false;
  plan.cancelReason = reason;
  plan.cancelDetail = detail;
  rememberEnd(turn, plan);
}

/** The order it has become takes the plan order's place and keeps its id (W-20). */
export function becomeOrder(turn: Turn, plan: PlanOrder, order: Order): void {
  invariant(order.id === plan.id, 'PLAN-004: an order keeps the id of its plan order', plan, order);
  invariant(plan.triggeredMs === turn.timeMs, 'PLAN-004: a plan order becomes an order when it fires', plan);
  leavePlans(turn, plan);
  plan.status = 'triggered';
  plan.order = order;
}

/**
 * A due plan order fires (PLAN-004, PLAN-012, FLOW-006): it enters an order with its own id and client order id,
 * checked as new at this moment. A failed check ends it; triggered is not filled.
 */
import type { CancelReason } from '../language/vocabulary.ts';
import type { PlanOrder } from '../state/records.ts';
import { invariant } from '../num/invariant.ts';
import { isBuy } from '../state/order.ts';
import type { Reject, RejectReason } from '../language/rejects.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { notePlan } from '../turn/turn.ts';
import { checkPermitted } from '../permission/permission.ts';
import { checkCaller } from '../orders/caller.ts';
import type { Draft } from '../orders/draft.ts';
import { addressedPositions, freeSize, leverageOf, resolveMarginMode, resolvePositionMode } from '../orders/draft.ts';
import { enterOrder } from '../orders/enter-order.ts';
import { cancelPlan } from '../orders/plan-orders.ts';
import { cancelRest } from '../orders/working.ts';

/** Reasons of a failed trigger (ORDR-010). */
const FAILED: Partial<Record<RejectReason, CancelReason>> = {
  POSITION_LIMIT_EXCEEDED: 'MARGIN_NOT_ENOUGH',
  LEVERAGE_TIER_EXCEEDED: 'MARGIN_NOT_ENOUGH',
  INSUFFICIENT_MARGIN: 'MARGIN_NOT_ENOUGH',
  POSITION_SIDE_INVALID: 'REDUCE_ONLY_CANCELED',
  POSITION_NOT_FOUND: 'REDUCE_ONLY_CANCELED',
  CLOSE_SIZE_EXCEEDS_POSITION: 'REDUCE_ONLY_CANCELED',
  ACCOUNT_FROZEN: 'ADMIN_CANCELED',
  OPERATION_NOT_PERMITTED: 'ADMIN_CANCELED',
  SYMBOL_NOT_PERMITTED: 'ADMIN_CANCELED',
  LEVERAGE_TOO_HIGH: 'ADMIN_CANCELED',
  KEY_ENDED: 'ADMIN_CANCELED',
  KEY_LIMIT_EXCEEDED: 'ADMIN_CANCELED',
};

/** Fires one due plan order. */
export function firePlan(turn: Turn, plan: PlanOrder): void {
  invariant(plan.due && plan.order === null, 'PLAN-004: a plan order fires once, when it is due', plan);
  plan.due = false;
  plan.triggeredMs = turn.timeMs;
  notePlan(turn, plan);
  if (plan.effect === 'open') {
    const frozen = checkCaller(plan.account);
    if (frozen !== null) return fail(turn, plan, frozen);
  }
  if (plan.bound !== null) makeRoom(turn, plan);
  const draft = draftOfPlan(turn, plan);
  const closed = checkPermitted(plan.account, {
    symbol: plan.instrument.contract.symbol,
    effect: plan.effect,
    channel: null,
    leverage: () => draft.leverage,
  });
  if (closed !== null) return fail(turn, plan, closed);
  const size = plan.effect === 'close' ? Math.min(plan.size, freeSize(addressedPositions(draft))) : plan.size;
  if (size === 0) return fail(turn, plan, nothingToClose(draft));
  const entered = enterOrder(turn, { ...draft, size });
  if (!entered.ok) return fail(turn, plan, entered.reject);
  invariant(
    entered.result.orderId === plan.id,
    'PLAN-004: a plan order becomes its order',
    plan,
    entered.result.orderId,
  );
}

function fail(turn: Turn, plan: PlanOrder, reject: Reject): void {
  cancelPlan(turn, plan, FAILED[reject.reason] ?? 'COULD_NOT_FILL', reject.reason);
}

/** Rejects with E23 when there is no position on that side, else with E32. */
function nothingToClose(draft: Draft): Reject {
  const { symbol } = draft.instrument.contract;
  const long = draft.side === 'long';
  if ((long ? draft.holding.longSize : draft.holding.shortSize) === 0)
    return { reason: 'POSITION_SIDE_INVALID', symbol, long };
  return {
    reason: 'CLOSE_SIZE_EXCEEDS_POSITION',
    symbol,
    size: draft.size,
    closable: 0,
    positionId: 0,
    held: 0,
    heldBy: 0,
  };
}

/** A bound order gets out: working closes on its position go, oldest first, only until there is room (PLAN-012). */
function makeRoom(turn: Turn, plan: PlanOrder): void {
  const position = plan.bound!;
  const wanted = Math.min(plan.size, position.size);
  for (const order of position.closing.slice()) {
    if (position.size - position.frozen >= wanted) return;
    cancelRest(turn, order, 'REDUCE_ONLY_CANCELED', 'MADE_ROOM');
  }
}

function draftOfPlan(turn: Turn, plan: PlanOrder): Draft {
  const holding = holdingOf(turn.state, plan.account, plan.instrument);
  const marginMode = resolveMarginMode(holding, plan.effect, plan.marginMode);
  return {
    account: plan.account,
    instrument: plan.instrument,
    holding,
    clientOrderId: plan.clientOrderId,
    fields: null,
    side: plan.side,
    effect: plan.effect,
    cause: 'wanted',
    execution: 'normal',
    buy: isBuy(plan.side, plan.effect),
    price: plan.price,
    size: plan.size,
    takeProfit: plan.takeProfit,
    stopLoss: plan.stopLoss,
    marginMode,
    positionMode: resolvePositionMode(holding, plan.effect, plan.positionMode),
    leverage: leverageOf(holding, marginMode, plan.side),
    positionId: plan.positionId,
    bound: plan.bound,
    plan,
    sizeLimited: plan.bound === null,
    keyId: '',
    channel: 'plan',
  };
}

/**
 * Cancels by callers: cancelOrder, cancelPlanOrder, cancelBatchOrders, cancelAllOrders (ORDR-011, ORDR-015, PLAN-005).
 * A plan order is cancelled the same way before and after its trigger: its order if it works, else itself.
 */
import { byId } from '../state/ids.ts';
import type { CancelAllOrders, CancelBatchOrders, CancelOrder, CancelPlanOrder } from '../language/commands.ts';
import type { Reject } from '../language/rejects.ts';
import type { AnyOrder } from '../state/order.ts';
import type { Order, PlanOrder, Account } from '../state/records.ts';
import type { Decision, OrderCanceled, Rows } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { checkCaller, checkSymbol } from './caller.ts';
import { statusOf } from './client-order-id.ts';
import { cancelPlan } from './plan-orders.ts';
import { cancelRest, findRecord } from './working.ts';

export function cancelOrder(turn: Turn, command: CancelOrder): Decision<OrderCanceled> {
  const account = accountOf(turn.state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  return cancelNamed(turn, account, command.orderId, command.clientOrderId);
}

function cancelNamed(
  turn: Turn,
  account: Account,
  orderId: number | null,
  clientOrderId: string | null,
): Decision<OrderCanceled> {
  const record =
    orderId === null
      ? (turn.state.orders.named(account, clientOrderId ?? '') ?? null)
      : findRecord(turn.state, account, orderId);
  if (record === null)
    return refuse({ reason: 'ORDER_NOT_FOUND', id: orderId === null ? (clientOrderId ?? '') : String(orderId) });
  return cancelRecord(turn, record, clientOrderId);
}

/** @param name the client order id it was asked for by: of an ended order, no other is known */
function cancelRecord(turn: Turn, record: AnyOrder, name: string | null): Decision<OrderCanceled> {
  if (record.record === 'ended') return refuse(hasEnded(record, name, record.status));
  const status = statusOf(record);
  if (status === 'filled' || status === 'canceled') return refuse(hasEnded(record, record.clientOrderId, status));

  // From here on it must succeed.
  const { id: orderId, clientOrderId } = record;
  if (record.record === 'order') cancelRest(turn, record, 'USER_CANCELED', null);
  else if (record.order === null) cancelPlan(turn, record, 'USER_CANCELED', null);
  else cancelRest(turn, record.order, 'USER_CANCELED', null);
  return accept({ orderId, clientOrderId });
}

function hasEnded({ id }: AnyOrder, clientOrderId: string | null, status: 'filled' | 'canceled'): Reject {
  return { reason: 'ORDER_NOT_CANCELABLE', orderId: id, clientOrderId, status };
}

/** As cancelOrder, but an id that isn't a plan order's is unknown (PLAN-005). */
export function cancelPlanOrder(turn: Turn, command: CancelPlanOrder): Decision<OrderCanceled> {
  const account = accountOf(turn.state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  const record = findRecord(turn.state, account, command.orderId);
  if (record === null || record.record === 'order' || (record.record === 'ended' && record.plan === null))
    return refuse({ reason: 'ORDER_NOT_FOUND', id: String(command.orderId) });
  return cancelRecord(turn, record, null);
}

/** Each id, then each client order id, is its own cancelOrder (ORDR-015). */
export function* cancelBatchOrders(turn: Turn, command: CancelBatchOrders): Rows<readonly Decision<OrderCanceled>[]> {
  const account = accountOf(turn.state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  const rows: Decision<OrderCanceled>[] = [];
  for (const orderId of command.orderIds) {
    rows.push(cancelNamed(turn, account, orderId, null));
    yield;
  }
  for (const clientOrderId of command.clientOrderIds) {
    rows.push(cancelNamed(turn, account, null, clientOrderId));
    yield;
  }
  return accept(rows);
}

/** All working orders, or all untriggered plan orders, in the symbol or everywhere, by ascending id (ORDR-015). */
export function* cancelAllOrders(turn: Turn, command: CancelAllOrders): Rows<readonly OrderCanceled[]> {
  const account = accountOf(turn.state, command.account);
  const refused = checkCaller(account) ?? (command.symbol === null ? null : checkSymbol(turn.state, command.symbol));
  if (refused !== null) return refuse(refused);
  const rows = (command.kind === 'normal' ? workingOf(account) : account.plans.values())
    .filter((record) => command.symbol === null || record.instrument.contract.symbol === command.symbol)
    .sort(byId);
  const canceled: OrderCanceled[] = [];
  for (const record of rows) {
    const row = cancelRecord(turn, record.record === 'order' ? (record.plan ?? record) : record, null);
    if (row.ok) canceled.push(row.result);
    yield;
  }
  return accept(canceled);
}

function workingOf(account: Account): readonly (Order | PlanOrder)[] {
  return account.orders.values();
}

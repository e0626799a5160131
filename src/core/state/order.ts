/**
 * The words and kept fields of orders and plan orders: their status, and what is kept of them (ORDR-001, -005, -009).
 * The records themselves are in `records.ts`; nothing is decided here.
 */
import type { Effect, Side } from '../language/commands.ts';
import type { PlanRequest } from '../language/vocabulary.ts';
import type { Id, TimeMs } from '../num/units.ts';
import type { EndedRow } from './order-rows.ts';
import type { Account, Order, PlanOrder } from './records.ts';

/**
 * An order's request: a repeat that says the same gets the first answer again (ORDR-005). In units, so equal means
 * equal by value.
 */
export type OrderContent = Readonly<
  Pick<
    Order,
    | 'instrument'
    | 'side'
    | 'effect'
    | 'execution'
    | 'size'
    | 'price'
    | 'takeProfit'
    | 'stopLoss'
    | 'askedMarginMode'
    | 'askedPositionMode'
    | 'positionId'
  >
>;

/** Fields of a request that do not count as content: who sent it and how. */
const NOT_CONTENT = ['account', 'keyId', 'channel', 'digest'];

/** Fields a plan order ignores do not count: modes of a close, the position id of an opening (ORDR-005). */
function isIgnored(request: PlanRequest, field: string): boolean {
  if (request.name === 'placeTpSlOrder') return false;
  if (field === 'positionId') return request.effect === 'open';
  return (field === 'marginMode' || field === 'positionMode') && request.effect === 'close';
}

/** The words of a plan order's request: the operation, the symbol and every field as parsed, in one text. */
export function planContent(request: PlanRequest): string {
  return Object.entries(request)
    .filter(([field]) => !NOT_CONTENT.includes(field) && !isIgnored(request, field))
    .map(([field, value]) => `${field} ${typeof value} ${String(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('\n');
}

/** The part of an ended plan order that a late change of it is told. */
export type EndedPlan = Pick<PlanOrder, 'instrument' | 'side' | 'kind'>;

/**
 * The row of an ended order until its client order id is free again (ORDR-004): as much as a repeat, a late cancel or
 * an AI log needs. Its words are kept as fingerprints; its full figures are in the events.
 */
export interface EndedOrder {
  readonly record: 'ended';
  readonly id: Id;
  readonly account: Account;
  readonly createdMs: TimeMs;
  readonly leafIndex: number;
  readonly status: 'filled' | 'canceled';
  /** null: it was an order. */
  readonly plan: EndedPlan | null;
  readonly row: EndedRow;
}

/** A record that answers to an order id or a client order id; a fired plan order answers for its order. */
export type AnyOrder = Order | EndedOrder | PlanOrder;

/** Whether nothing can change the order any more. */
export function isFinal(order: Order): boolean {
  return order.status === 'filled' || order.status === 'canceled';
}

/** Buying or selling: opening a long and closing a short buy. */
export function isBuy(side: Side, effect: Effect): boolean {
  return (side === 'long') === (effect === 'open');
}

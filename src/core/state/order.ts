/**
 * The words and kept fields of orders and plan orders: their status, and what is kept of them (ORDR-001, -005, -009).
 * The records themselves are in `records.ts`; nothing is decided here.
 */
import type { Effect, Side } from '../language/commands.ts';
import type { Id, TimeMs } from '../num/units.ts';
import type { Account, Order, PlanOrder } from './records.ts';

/**
 * An order's request: a repeat that says the same is answered as the first time (ORDR-005). In units, so equal means
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

/**
 * The fields kept of an ended order until its client order id is free again (ORDR-004): what a repeat or a late cancel
 * needs. Its full figures are in the events, its content in `ended-orders.ts`.
 */
export interface EndedOrder {
  readonly record: 'ended';
  readonly id: Id;
  readonly account: Account;
  readonly clientOrderId: string;
  readonly createdMs: TimeMs;
  readonly leafIndex: number;
  readonly status: 'filled' | 'canceled';
  /** Where it is written down. */
  readonly row: number;
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

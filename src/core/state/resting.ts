/**
 * A resting order's places: in its contract's book, under its slot, and in its account's list of working orders.
 * Structure only: which orders may rest, and what they reserve, is decided in `orders/`.
 */
import { addOrder, BUY, SELL } from '../matching/book.ts';
import { isBuy } from './order.ts';
import type { Holding, Order } from './records.ts';

/** After all others of its price, with its remaining size. */
export function putOnBook(order: Order, holding: Holding): void {
  const { book, resting } = order.instrument;
  order.slot = addOrder(book, isBuy(order.side, order.effect) ? BUY : SELL, order.price, order.remaining);
  resting[order.slot] = order;
  order.account.orders.add(holding, order.slot);
}

/**
 * The order book as one would write it on a whiteboard: a list of orders in the order they came, sorted when asked.
 *
 * It offers what `src/core/matching/book.ts` offers, by the same names, and is too simple to be wrong: the property
 * "fast book = naive book" and the suite both books pass rest on it. Nothing outside the tests uses it.
 */
import { type BookSide, BUY, NONE } from '../../src/core/matching/book.ts';

interface NaiveOrder {
  readonly slot: number;
  readonly side: BookSide;
  readonly price: number;
  size: number;
}

export interface NaiveBook {
  /** Resting orders, oldest first. */
  orders: NaiveOrder[];
  nextSlot: number;
}

export function createBook(): NaiveBook {
  return { orders: [], nextSlot: 0 };
}

export function addOrder(book: NaiveBook, side: BookSide, price: number, size: number): number {
  const slot = book.nextSlot++;
  book.orders.push({ slot, side, price, size });
  return slot;
}

export function reduceOrder(book: NaiveBook, slot: number, by: number): number {
  const order = orderAt(book, slot);
  if (by < 1 || by > order.size) throw new RangeError(`can't take ${by} off ${order.size}`);
  order.size -= by;
  book.orders = book.orders.filter(({ size }) => size > 0);
  return order.size;
}

export function removeOrder(book: NaiveBook, slot: number): number {
  const { size } = orderAt(book, slot);
  reduceOrder(book, slot, size);
  return size;
}

export function bestPrice(book: NaiveBook, side: BookSide): number {
  return byPriority(book, side)[0]?.price ?? 0;
}

export function firstOrder(book: NaiveBook, side: BookSide): number {
  return byPriority(book, side)[0]?.slot ?? NONE;
}

export function nextOrder(book: NaiveBook, slot: number): number {
  const orders = byPriority(book, orderAt(book, slot).side);
  return orders[orders.findIndex((order) => order.slot === slot) + 1]?.slot ?? NONE;
}

export function priceOf(book: NaiveBook, slot: number): number {
  return orderAt(book, slot).price;
}

export function sizeOf(book: NaiveBook, slot: number): number {
  return orderAt(book, slot).size;
}

export function sideOf(book: NaiveBook, slot: number): BookSide {
  return orderAt(book, slot).side;
}

export function orderCount(book: NaiveBook): number {
  return book.orders.length;
}

export function volumeAt(book: NaiveBook, side: BookSide, price: number): number {
  const there = book.orders.filter((order) => order.side === side && order.price === price);
  return there.reduce((sum, { size }) => sum + size, 0);
}

export function levelsOf(book: NaiveBook, side: BookSide, limit: number): [number, number][] {
  const prices = [...new Set(byPriority(book, side).map(({ price }) => price))];
  return prices.slice(0, limit).map((price) => [price, volumeAt(book, side, price)]);
}

/** Best price first; among equals the sort is stable, so the older one. */
function byPriority(book: NaiveBook, side: BookSide): NaiveOrder[] {
  return book.orders
    .filter((order) => order.side === side)
    .toSorted((a, b) => (side === BUY ? b.price - a.price : a.price - b.price));
}

function orderAt(book: NaiveBook, slot: number): NaiveOrder {
  const order = book.orders.find((candidate) => candidate.slot === slot);
  if (order === undefined) throw new RangeError(`slot ${slot} holds no resting order`);
  return order;
}

/**
 * The order book of one contract as a structure: resting orders in price-time priority (BOOK-001), and no rule at all.
 * What may rest, what crosses and who is cancelled is decided by its callers; it never matches and never rejects.
 *
 * An order is an integer slot into typed arrays, handed out by `addOrder` and free for reuse once its size reached
 * zero; by it the owner finds the order's record. Prices are whole ticks, sizes whole steps. Adding, reducing and
 * removing allocate nothing (arrays double when full) and take a bounded number of steps whatever the number of orders
 * and the distance of prices.
 *
 * Kept true (`check-book.ts` proves it): every resting order has size ≥ 1 and is in its level in order of arrival; a
 * level's volume is the sum of its sizes. A slot that does not rest, or a value out of range, is a bug of the caller:
 * it throws a Fault and changes nothing.
 */
import { invariant } from '../num/invariant.ts';
import { MAX_STEPS, MAX_TICKS, type Steps, type Ticks } from '../num/units.ts';
import { closeLevel, createPriceLevels, findLevel, openLevel, type PriceLevels } from './price-levels.ts';
import { type BookSide, grown, NONE } from './price-trie.ts';

export { type BookSide, BUY, NONE, SELL } from './price-trie.ts';

/**
 * The largest size of one order, in steps: ten times ARIT-007's, so that no sum of sizes on a level comes near 2^53.
 */
export const MAX_ORDER_SIZE = 10 * MAX_STEPS;

const FIRST_CAPACITY = 16;

/** Parallel arrays by order slot. `next` of a slot given back is the next one given back, and its size is 0. */
export interface Book {
  readonly levels: PriceLevels;
  sizes: Float64Array;
  levelOf: Int32Array;
  previous: Int32Array;
  next: Int32Array;
  slotEnd: number;
  freeSlot: number;
  orderCount: number;
}

/** An empty book. */
export function createBook(): Book {
  return {
    levels: createPriceLevels(FIRST_CAPACITY),
    sizes: new Float64Array(FIRST_CAPACITY),
    levelOf: new Int32Array(FIRST_CAPACITY),
    previous: new Int32Array(FIRST_CAPACITY),
    next: new Int32Array(FIRST_CAPACITY),
    slotEnd: 0,
    freeSlot: NONE,
    orderCount: 0,
  };
}

/**
 * Puts an order after all others of its price and returns its slot.
 * @param price ticks, 1 to MAX_TICKS
 * @param size steps, 1 to MAX_ORDER_SIZE
 */
export function addOrder(book: Book, side: BookSide, price: Ticks, size: Steps): number {
  invariant(
    (price | 0) === price && price >= 1 && price <= MAX_TICKS,
    'BOOK-001: a price is a whole number of ticks from 1 to 10^9',
    price,
  );
  invariant(
    size >= 1 && size <= MAX_ORDER_SIZE && Math.floor(size) === size,
    'BOOK-001: a size is a whole number of steps from 1 to 10^10',
    size,
  );
  const { levels } = book;
  const level = openLevel(levels, side, price);
  invariant(levels.prices[level] === price, 'BOOK-001: an order stands on the level of its price', price, level);
  const slot = takeSlot(book);
  invariant(book.sizes[slot] === 0, 'BOOK-001: a slot that is given out holds no order', slot);
  const tail = levels.tails[level] as number;
  invariant(tail === NONE || book.levelOf[tail] === level, 'BOOK-001: the last of a level stands on it', tail, level);
  if (tail === NONE) levels.heads[level] = slot;
  else book.next[tail] = slot;
  levels.tails[level] = slot;
  levels.volumes[level] = (levels.volumes[level] as number) + size;
  book.sizes[slot] = size;
  book.levelOf[slot] = level;
  book.previous[slot] = tail;
  book.next[slot] = NONE;
  book.orderCount++;
  return slot;
}

/**
 * Takes `by` steps (1 to the order's size) off a resting order, which leaves the book at zero. Returns the rest of it.
 */
export function reduceOrder(book: Book, slot: number, by: Steps): Steps {
  const size = restingSize(book, slot);
  invariant(by >= 1 && by <= size && Math.floor(by) === by, 'BOOK-001: 1 step to all of a size is taken off', by, size);
  if (by === size) {
    unlink(book, slot, size);
    return 0;
  }
  const { volumes } = book.levels;
  const level = book.levelOf[slot] as number;
  invariant((volumes[level] as number) >= size, 'INV-009: the volume of a level covers each of its orders', slot, size);
  volumes[level] = (volumes[level] as number) - by;
  book.sizes[slot] = size - by;
  return size - by;
}

/** Takes all of a resting order out. Returns the size it still had. */
export function removeOrder(book: Book, slot: number): Steps {
  const size = restingSize(book, slot);
  unlink(book, slot, size);
  return size;
}

/** The best price of a side in ticks, 0 when it is empty. */
export function bestPrice(book: Book, side: BookSide): Ticks {
  const level = book.levels.best[side] as number;
  return level === NONE ? 0 : (book.levels.prices[level] as number);
}

/** The first order of a side in price-time priority, or NONE. */
export function firstOrder(book: Book, side: BookSide): number {
  const level = book.levels.best[side] as number;
  return level === NONE ? NONE : (book.levels.heads[level] as number);
}

/**
 * The order after this one in price-time priority, across levels, or NONE. To walk while taking orders out, ask for the
 * next one first: removing an order leaves the slots of all others as they are.
 */
export function nextOrder(book: Book, slot: number): number {
  const next = book.next[slot] as number;
  if (next !== NONE) return next;
  const { levels } = book;
  const worse = levels.worse[book.levelOf[slot] as number] as number;
  return worse === NONE ? NONE : (levels.heads[worse] as number);
}

/** Price of a resting order in ticks. Like its neighbours it trusts the slot: one that does not rest gives no sense. */
export function priceOf(book: Book, slot: number): Ticks {
  return book.levels.prices[book.levelOf[slot] as number] as number;
}

/** Size left of a resting order in steps; 0 for a slot that was given back. */
export function sizeOf(book: Book, slot: number): Steps {
  return book.sizes[slot] as number;
}

/** The side a resting order is on. */
export function sideOf(book: Book, slot: number): BookSide {
  return book.levels.sides[book.levelOf[slot] as number] as BookSide;
}

/** Resting orders of both sides. */
export function orderCount(book: Book): number {
  return book.orderCount;
}

/** Sum of the sizes resting at a price of a side, in steps; 0 when none. */
export function volumeAt(book: Book, side: BookSide, price: Ticks): Steps {
  const level = findLevel(book.levels, side, price);
  return level === NONE ? 0 : (book.levels.volumes[level] as number);
}

/** The best level of a side, or NONE: a walk over levels that allocates nothing, while the book stays as it is. */
export function bestLevel(book: Book, side: BookSide): number {
  return book.levels.best[side] as number;
}

/** The level behind one, or NONE. */
export function worseLevel(book: Book, level: number): number {
  return book.levels.worse[level] as number;
}

/** Price of a level in ticks. */
export function levelPrice(book: Book, level: number): Ticks {
  return book.levels.prices[level] as number;
}

/** Sum of the sizes on a level, in steps. */
export function levelVolume(book: Book, level: number): Steps {
  return book.levels.volumes[level] as number;
}

/** The levels of a side, best first, at most `limit`: [price in ticks, volume in steps]. For readers: it allocates. */
export function levelsOf(book: Book, side: BookSide, limit: number): [price: Ticks, volume: Steps][] {
  const { levels } = book;
  const rows: [Ticks, Steps][] = [];
  let level = levels.best[side] as number;
  while (level !== NONE && rows.length < limit) {
    rows.push([levels.prices[level] as number, levels.volumes[level] as number]);
    level = levels.worse[level] as number;
  }
  return rows;
}

function unlink(book: Book, slot: number, size: Steps): void {
  const { levels } = book;
  const level = book.levelOf[slot] as number;
  const previous = book.previous[slot] as number;
  const next = book.next[slot] as number;
  const first = previous === NONE ? levels.heads[level] : book.next[previous];
  invariant(first === slot, 'INV-009: the one before an order, or its level, names it', slot, first);
  const last = next === NONE ? levels.tails[level] : book.previous[next];
  invariant(last === slot, 'INV-009: the one behind an order, or its level, names it', slot, last);
  const rest = (levels.volumes[level] as number) - size;
  invariant(rest >= 0, 'INV-009: the volume of a level is the sum of its sizes', slot, rest);
  if (previous === NONE) levels.heads[level] = next;
  else book.next[previous] = next;
  if (next === NONE) levels.tails[level] = previous;
  else book.previous[next] = previous;
  levels.volumes[level] = rest;
  if (previous === NONE && next === NONE) closeLevel(levels, level);
  book.sizes[slot] = 0;
  book.next[slot] = book.freeSlot;
  book.freeSlot = slot;
  book.orderCount--;
}

function restingSize(book: Book, slot: number): Steps {
  const size = book.sizes[slot];
  invariant(size !== undefined && size > 0, 'BOOK-001: the slot holds a resting order', slot);
  return size;
}

function takeSlot(book: Book): number {
  const free = book.freeSlot;
  if (free !== NONE) {
    book.freeSlot = book.next[free] as number;
    return free;
  }
  if (book.slotEnd === book.sizes.length) growOrders(book);
  return book.slotEnd++;
}

function growOrders(book: Book): void {
  book.levelOf = grown(book.levelOf);
  book.previous = grown(book.previous);
  book.next = grown(book.next);
  const sizes = new Float64Array(book.sizes.length * 2);
  sizes.set(book.sizes);
  book.sizes = sizes;
}

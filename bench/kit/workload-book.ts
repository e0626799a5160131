/**
 * The plain order book the workload generator runs beside itself: sorted arrays, one Map of queues for each side.
 *
 * It chooses the targets of cancels and moves and yields the expected results, so it must owe nothing to the book under
 * measurement. Slow where it may be, simple everywhere.
 */

/** A resting order of the generator. */
export interface WorkloadOrder {
  readonly id: number;
  readonly side: number;
  price: number;
  size: number;
}

/**
 * Prices are sorted worst to best, so that the touch is the last; `live` lists resting ids in the order cancels draw
 * from.
 */
export interface WorkloadBook {
  readonly prices: [number[], number[]];
  readonly queues: [Map<number, WorkloadOrder[]>, Map<number, WorkloadOrder[]>];
  readonly live: number[];
  readonly placeInLive: Map<number, number>;
  readonly orders: Map<number, WorkloadOrder>;
  fills: number;
  volume: number;
  notional: bigint;
}

export function createWorkloadBook(): WorkloadBook {
  return {
    prices: [[], []],
    queues: [new Map(), new Map()],
    live: [],
    placeInLive: new Map(),
    orders: new Map(),
    fills: 0,
    volume: 0,
    notional: 0n,
  };
}

/** The best price of a side (0 buy, 1 sell), −1 when it is empty. */
export function bestOf(book: WorkloadBook, side: number): number {
  return pricesOf(book, side).at(-1) ?? -1;
}

export function restOrder(book: WorkloadBook, order: WorkloadOrder): void {
  const queues = queuesOf(book, order.side);
  const queue = queues.get(order.price);
  if (queue === undefined) {
    queues.set(order.price, [order]);
    const prices = pricesOf(book, order.side);
    prices.splice(placeOf(prices, order.price, order.side), 0, order.price);
  } else {
    queue.push(order);
  }
  book.orders.set(order.id, order);
  book.placeInLive.set(order.id, book.live.length);
  book.live.push(order.id);
}

export function takeOut(book: WorkloadBook, order: WorkloadOrder): void {
  const queue = queuesOf(book, order.side).get(order.price) ?? [];
  queue.splice(queue.indexOf(order), 1);
  if (queue.length === 0) dropLevel(book, order.side, order.price);
  forget(book, order.id);
}

/** Fills a taker against the other side while its price allows; returns what is left of it. */
export function matchTaker(book: WorkloadBook, side: number, price: number, size: number): number {
  const other = 1 - side;
  let left = size;
  while (left > 0 && pricesOf(book, other).length > 0) {
    const best = bestOf(book, other);
    if (side === 0 ? best > price : best < price) break;
    const queue = queuesOf(book, other).get(best) ?? [];
    for (let maker = queue[0]; left > 0 && maker !== undefined; maker = queue[0]) {
      const filled = Math.min(left, maker.size);
      left -= filled;
      maker.size -= filled;
      book.fills++;
      book.volume += filled;
      book.notional += BigInt(best) * BigInt(filled);
      if (maker.size > 0) break;
      queue.shift();
      forget(book, maker.id);
    }
    if (queue.length === 0) dropLevel(book, other, best);
  }
  return left;
}

function dropLevel(book: WorkloadBook, side: number, price: number): void {
  queuesOf(book, side).delete(price);
  const prices = pricesOf(book, side);
  prices.splice(placeOf(prices, price, side), 1);
}

/** The last live order takes the place of the one that goes: cancels draw by place, so this is part of the workload. */
function forget(book: WorkloadBook, id: number): void {
  const place = book.placeInLive.get(id);
  const last = book.live.pop();
  if (place === undefined || last === undefined) throw new Error(`workload: order ${id} is not resting`);
  if (last !== id) {
    book.live[place] = last;
    book.placeInLive.set(last, place);
  }
  book.placeInLive.delete(id);
  book.orders.delete(id);
}

function placeOf(prices: readonly number[], price: number, side: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = prices[middle] ?? 0;
    if (side === 0 ? found < price : found > price) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pricesOf(book: WorkloadBook, side: number): number[] {
  return side === 0 ? book.prices[0] : book.prices[1];
}

function queuesOf(book: WorkloadBook, side: number): Map<number, WorkloadOrder[]> {
  return side === 0 ? book.queues[0] : book.queues[1];
}

/**
 * Runs a workload on the bare order book of `src/core/matching`: the smallest loop that turns its records into adds,
 * fills and removals. No accounts, no rules: what is measured is the structure.
 *
 * Everything counted here (fills, volume, notional, hits) is counted inside the timed part, so the book pays for it.
 */
import {
  addOrder,
  type Book,
  type BookSide,
  BUY,
  createBook,
  firstOrder,
  NONE,
  orderCount,
  priceOf,
  reduceOrder,
  removeOrder,
  SELL,
  sideOf,
  sizeOf,
  nextOrder,
} from '../../src/core/matching/book.ts';
import { HEADER_INTS, OP, RECORD_INTS, type Workload, type WorkloadExpected } from './workload.ts';

/** Above and below every price: the limits of market orders. */
const ANY_BUY_PRICE = 2_000_000_000;
const ANY_SELL_PRICE = 0;

interface Run {
  readonly book: Book;
  /** Slot by order id; NONE when the order does not rest. */
  readonly slots: Int32Array;
  /** Order id by slot. */
  ids: Int32Array;
  fills: number;
  volume: number;
  notional: number;
  cancelHits: number;
  cancelMisses: number;
}

/**
 * A fresh book with the workload's prefill done; `commands` runs the timed part once, `results` tells what it came to.
 */
export function prepareOnBook(workload: Workload): {
  commands: () => void;
  results: () => WorkloadExpected;
  book: Book;
} {
  const run: Run = {
    book: createBook(),
    slots: new Int32Array(workload.idLimit).fill(NONE),
    ids: new Int32Array(1_024),
    fills: 0,
    volume: 0,
    notional: 0,
    cancelHits: 0,
    cancelMisses: 0,
  };
  applyRecords(run, workload.words, 0, workload.prefill);
  Object.assign(run, { fills: 0, volume: 0, notional: 0 });
  return {
    commands: () => applyRecords(run, workload.words, workload.prefill, workload.prefill + workload.commands),
    results: () => resultsOf(run),
    book: run.book,
  };
}

function applyRecords(run: Run, words: Int32Array, from: number, to: number): void {
  for (let record = from; record < to; record++) {
    const base = HEADER_INTS + record * RECORD_INTS;
    const op = words[base] as number;
    const side = words[base + 1] as BookSide;
    const id = words[base + 2] as number;
    const price = words[base + 4] as number;
    const size = words[base + 5] as number;
    if (op === OP.limit) placeLimit(run, side, id, price, size);
    else if (op === OP.cancel) cancel(run, id);
    else if (op === OP.move) move(run, id, price);
    else if (op === OP.ioc) matchBare(run, side, price, size);
    else matchBare(run, side, side === BUY ? ANY_BUY_PRICE : ANY_SELL_PRICE, size);
  }
}

/** Fills against the other side, best first, while the price allows; returns what is left. */
function matchBare(run: Run, side: BookSide, limit: number, size: number): number {
  const { book } = run;
  let left = size;
  let maker = firstOrder(book, (1 - side) as BookSide);
  while (maker !== NONE && left > 0) {
    const price = priceOf(book, maker);
    if (side === BUY ? price > limit : price < limit) break;
    const filled = Math.min(left, sizeOf(book, maker));
    const next = nextOrder(book, maker);
    if (reduceOrder(book, maker, filled) === 0) run.slots[run.ids[maker] as number] = NONE;
    left -= filled;
    run.fills++;
    run.volume += filled;
    run.notional += price * filled;
    maker = next;
  }
  return left;
}

function placeLimit(run: Run, side: BookSide, id: number, price: number, size: number): void {
  const left = matchBare(run, side, price, size);
  if (left === 0) return;
  const slot = addOrder(run.book, side, price, left);
  run.slots[id] = slot;
  if (slot >= run.ids.length) run.ids = grown(run.ids);
  run.ids[slot] = id;
}

function grown(ids: Int32Array): Int32Array {
  const more = new Int32Array(2 * ids.length);
  more.set(ids);
  return more;
}

function cancel(run: Run, id: number): void {
  const slot = run.slots[id] as number;
  if (slot === NONE) {
    run.cancelMisses++;
    return;
  }
  removeOrder(run.book, slot);
  run.slots[id] = NONE;
  run.cancelHits++;
}

function move(run: Run, id: number, price: number): void {
  const slot = run.slots[id] as number;
  const side = sideOf(run.book, slot);
  const size = removeOrder(run.book, slot);
  run.slots[id] = NONE;
  placeLimit(run, side, id, price, size);
}

function resultsOf(run: Run): WorkloadExpected {
  let restingSize = 0;
  for (const side of [BUY, SELL] as const) {
    for (let slot = firstOrder(run.book, side); slot !== NONE; slot = nextOrder(run.book, slot))
      restingSize += sizeOf(run.book, slot);
  }
  const { fills, volume, notional, cancelHits, cancelMisses } = run;
  return {
    fills,
    volume,
    notional: String(notional),
    cancelHits,
    cancelMisses,
    restingOrders: orderCount(run.book),
    restingSize,
  };
}

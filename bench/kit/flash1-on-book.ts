/** Runs the oracle's flow on the bare order book of `src/core/matching`: no accounts, no rules. */
import {
  addOrder,
  type Book,
  type BookSide,
  BUY,
  createBook,
  firstOrder,
  NONE,
  nextOrder,
  priceOf,
  reduceOrder,
  removeOrder,
  sideOf,
  sizeOf,
} from '../../src/core/matching/book.ts';
import { ASK, type Flow, ORDERS, WIDTH } from './flash1-flow.ts';
import { REPORT, type Reports } from './flash1-reports.ts';

interface Run {
  readonly book: Book;
  readonly reports: Reports;
  /** Slot by order id, NONE while it doesn't rest. */
  readonly slots: Int32Array;
  /** Order id by slot. */
  readonly ids: Int32Array;
}

/** A fresh book; `commands` sends it the whole flow. */
export function prepareOnBook({ messages, count }: Flow, reports: Reports): { book: Book; commands: () => void } {
  const slots = new Int32Array(ORDERS + 1).fill(NONE);
  const run: Run = { book: createBook(), reports, slots, ids: new Int32Array(ORDERS) };
  const commands = (): void => {
    for (let sequence = 0; sequence < count; sequence++) {
      const base = WIDTH * sequence;
      const side = messages[base + 1] as BookSide;
      const id = messages[base + 2]!;
      const price = messages[base + 3]!;
      const quantity = messages[base + 4]!;
      const asked = messages[base]!;
      if (asked === ASK.cancel) cancel(run, sequence, id);
      else if (asked === ASK.modify) modify(run, sequence, side, id, price, quantity);
      else place(run, sequence, side, id, price, quantity, asked === ASK.immediate);
    }
    reports.flush();
  };
  return { book: run.book, commands };
}

function place(
  run: Run,
  sequence: number,
  side: BookSide,
  id: number,
  price: number,
  quantity: number,
  isImmediate: boolean,
): void {
  run.reports.put(REPORT.orderAck, sequence, side, id, price, quantity);
  const left = match(run, sequence, side, id, price, quantity);
  if (left === 0) return;
  if (isImmediate) run.reports.put(REPORT.cancelAck, sequence, side, id, price);
  else rest(run, side, id, price, left);
}

function cancel({ book, reports, slots }: Run, sequence: number, id: number): void {
  const slot = slots[id]!;
  if (slot === NONE) {
    reports.put(REPORT.cancelReject, sequence, id);
    return;
  }
  reports.put(REPORT.cancelAck, sequence, sideOf(book, slot), id, priceOf(book, slot));
  removeOrder(book, slot);
  slots[id] = NONE;
}

/** Takes the order out and enters it anew, behind all others of its price. */
function modify(run: Run, sequence: number, side: BookSide, id: number, price: number, quantity: number): void {
  const slot = run.slots[id]!;
  if (slot === NONE) {
    run.reports.put(REPORT.modifyReject, sequence, id);
    return;
  }
  removeOrder(run.book, slot);
  run.slots[id] = NONE;
  const left = match(run, sequence, side, id, price, quantity);
  if (left > 0) rest(run, side, id, price, left);
  run.reports.put(REPORT.modifyAck, sequence, side, id, price, quantity);
}

/** Fills against the other side, best first, while the price allows; returns what is left. */
function match(run: Run, sequence: number, side: BookSide, id: number, limit: number, quantity: number): number {
  const { book, ids, slots } = run;
  let left = quantity;
  let maker = firstOrder(book, (1 - side) as BookSide);
  while (maker !== NONE && left > 0) {
    const price = priceOf(book, maker);
    if (side === BUY ? price > limit : price < limit) break;
    const filled = Math.min(left, sizeOf(book, maker));
    const following = nextOrder(book, maker);
    const makerId = ids[maker]!;
    run.reports.put(REPORT.trade, sequence, price, filled, makerId, id);
    if (reduceOrder(book, maker, filled) === 0) slots[makerId] = NONE;
    left -= filled;
    maker = following;
  }
  return left;
}

function rest({ book, ids, slots }: Run, side: BookSide, id: number, price: number, quantity: number): void {
  const slot = addOrder(book, side, price, quantity);
  slots[id] = slot;
  ids[slot] = id;
}

/**
 * Untriggered plan orders of one contract, by what would make them due (PLAN-002, PLAN-003).
 *
 * Four heaps: watching the last price or the mark, firing when it rises to or falls to the trigger. Looking at a price that
 * makes nothing due costs one comparison per heap. Entries of orders that ended or were modified are dropped when they surface.
 * Structure only: what firing means is decided elsewhere.
 */
import type { Ticks } from '../num/units.ts';
import type { PlanOrder } from '../order.ts';

interface Entry {
  /** The trigger, negated in a heap that falls: every heap is smallest-first. Fixed, whatever becomes of the order. */
  readonly key: number;
  readonly triggerPrice: Ticks;
  readonly plan: PlanOrder;
}

export interface TriggerBook {
  readonly lastUp: Entry[];
  readonly lastDown: Entry[];
  readonly markUp: Entry[];
  readonly markDown: Entry[];
}

export function createTriggerBook(): TriggerBook {
  return { lastUp: [], lastDown: [], markUp: [], markDown: [] };
}

function heapOf(book: TriggerBook, plan: PlanOrder): Entry[] {
  if (plan.triggerBy === 'mark') return plan.direction === 'up' ? book.markUp : book.markDown;
  return plan.direction === 'up' ? book.lastUp : book.lastDown;
}

/** Adds the order under its present trigger; also after a modification. */
export function watch(book: TriggerBook, plan: PlanOrder): void {
  const heap = heapOf(book, plan);
  const { triggerPrice } = plan;
  const entry: Entry = { key: plan.direction === 'up' ? triggerPrice : -triggerPrice, triggerPrice, plan };
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.key <= entry.key) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = entry;
}

function removeTop(heap: Entry[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]!.key < heap[child]!.key) child++;
    if (last.key <= heap[child]!.key) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}

/** Where due plan orders are put. */
interface Due {
  push(plan: PlanOrder): void;
}

/** Whether the entry still stands for its order: untriggered, watching here under this trigger. */
function isCurrent(book: TriggerBook, heap: Entry[], entry: Entry): boolean {
  const plan = entry.plan;
  return plan.status === 'untriggered' && !plan.due && plan.triggerPrice === entry.triggerPrice && heapOf(book, plan) === heap;
}

function takeDue(book: TriggerBook, heap: Entry[], bound: number, due: Due): void {
  while (heap.length > 0 && heap[0]!.key <= bound) {
    const entry = heap[0]!;
    const current = isCurrent(book, heap, entry);
    removeTop(heap);
    if (!current) continue;
    entry.plan.due = true;
    due.push(entry.plan);
  }
}

/** Moves every order that the price makes due into `due`. */
export function takeDueAt(book: TriggerBook, by: 'last' | 'mark', price: Ticks, due: Due): void {
  const up = by === 'last' ? book.lastUp : book.markUp;
  const down = by === 'last' ? book.lastDown : book.markDown;
  if (up.length > 0) takeDue(book, up, price, due);
  if (down.length > 0) takeDue(book, down, -price, due);
}

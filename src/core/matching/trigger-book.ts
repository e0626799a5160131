/**
 * Untriggered plan orders of one contract, by what would make them due (PLAN-002, PLAN-003).
 *
 * Four heaps: watching the last price or the mark, firing when it rises to or falls to the trigger. Looking at a price
 * that makes nothing due costs one comparison per heap. Entries of orders that ended or were modified are dropped when
 * they surface. Structure only: the effects of firing are decided elsewhere.
 */
import { invariant } from '../num/invariant.ts';
import type { Ticks } from '../num/units.ts';

/** The watched part of a plan order: its trigger. */
export interface Triggered {
  readonly status: string;
  readonly triggerPrice: Ticks;
  readonly triggerBy: string;
  readonly direction: 'up' | 'down';
  due: boolean;
}

interface Entry<P> {
  /** The trigger, negated in a heap that falls: every heap is smallest-first. Fixed, whatever becomes of the order. */
  readonly key: number;
  readonly triggerPrice: Ticks;
  readonly plan: P;
}

export interface TriggerBook<P extends Triggered> {
  readonly lastUp: Entry<P>[];
  readonly lastDown: Entry<P>[];
  readonly markUp: Entry<P>[];
  readonly markDown: Entry<P>[];
}

export function createTriggerBook<P extends Triggered>(): TriggerBook<P> {
  return { lastUp: [], lastDown: [], markUp: [], markDown: [] };
}

function heapOf<P extends Triggered>(book: TriggerBook<P>, plan: P): Entry<P>[] {
  if (plan.triggerBy === 'mark') return plan.direction === 'up' ? book.markUp : book.markDown;
  return plan.direction === 'up' ? book.lastUp : book.lastDown;
}

/** Adds the order under its present trigger; also after a modification. */
export function watch<P extends Triggered>(book: TriggerBook<P>, plan: P): void {
  const heap = heapOf(book, plan);
  const { triggerPrice } = plan;
  invariant(plan.status === 'untriggered' && !plan.due, 'PLAN-002: only what waits is watched', plan.status);
  invariant(triggerPrice >= 1, 'PLAN-002: a trigger is a price', triggerPrice);
  const entry: Entry<P> = { key: plan.direction === 'up' ? triggerPrice : -triggerPrice, triggerPrice, plan };
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.key <= entry.key) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = entry;
}

function removeTop<P>(heap: Entry<P>[]): void {
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

/** Receives the plan orders that are due. */
interface Due<P> {
  push(plan: P): void;
}

/** Whether the entry still speaks for its order: untriggered, watching here under this trigger. */
function isCurrent<P extends Triggered>(book: TriggerBook<P>, heap: Entry<P>[], entry: Entry<P>): boolean {
  const plan = entry.plan;
  return (
    plan.status === 'untriggered' &&
    !plan.due &&
    plan.triggerPrice === entry.triggerPrice &&
    heapOf(book, plan) === heap
  );
}

function takeDue<P extends Triggered>(book: TriggerBook<P>, heap: Entry<P>[], bound: number, due: Due<P>): void {
  while (heap.length > 0 && heap[0]!.key <= bound) {
    const entry = heap[0]!;
    const current = isCurrent(book, heap, entry);
    removeTop(heap);
    if (!current) continue;
    entry.plan.due = true;
    due.push(entry.plan);
  }
  // A heap out of order may hide what is due behind what is not.
  const next = heap[1];
  invariant(next === undefined || next.key > bound, 'PLAN-003: all that a price makes due is taken', bound, next?.key);
}

/** Moves every order that the price makes due into `due`. */
export function takeDueAt<P extends Triggered>(
  book: TriggerBook<P>,
  by: 'last' | 'mark',
  price: Ticks,
  due: Due<P>,
): void {
  const up = by === 'last' ? book.lastUp : book.markUp;
  const down = by === 'last' ? book.lastDown : book.markDown;
  if (up.length > 0) takeDue(book, up, price, due);
  if (down.length > 0) takeDue(book, down, -price, due);
}

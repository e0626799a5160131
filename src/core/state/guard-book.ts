/**
 * The guards of parts, by contract, as two heaps whose guards know their places: the highest price below the mark and
 * the lowest above it are found immediately, and a guard anywhere is taken out without a search.
 *
 * Structure only: a guard's promise and its place are decided in `risk/guards.ts`; how far it may be, here.
 */
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, mul } from '../num/mul-div.ts';
import type { Money, Steps } from '../num/units.ts';
import type { Guard, Instrument, Part } from './records.ts';

/** A guard is no lower than the mark over this, no higher than the mark times it: so a fill costs no more there. */
export const FARTHEST = 2;

/**
 * The most that a fill of `size` costs a part at its guards beside the money it moves, where the part holds the
 * contract before and after it. The mark is above the falling guard, so it was below twice the present one when that
 * was set, and the rising guard is below four times; a step is worth at most that there, and requires less than it is
 * worth. 1 more is for rounding.
 */
export function costAtGuards({ contract, mark }: Instrument, size: Steps): Money {
  return add(mul(valueOf(contract, mark, size), 2 * FARTHEST ** 2), 1);
}

/** Adds a guard of its part to its contract's heap; to none where no mark can reach it, which is at least 1. */
export function addGuard(guard: Guard): void {
  invariant(guard.place === -1, 'MARK-004: a guard is in one heap', guard.part.account, guard.place);
  if (guard.price < 1) return;
  const heap = heapOf(guard);
  heap.push(guard);
  rise(heap, guard, heap.length - 1);
}

/** The part of the next guard that the contract's mark has reached, taken out; `null` when none is. */
export function takeReached({ guards, mark }: Instrument): Part | null {
  const { falling, rising } = guards;
  const heap = falling.length > 0 && falling[0]!.price >= mark ? falling : rising;
  const first = heap[0];
  if (first === undefined || (first.falling ? first.price < mark : first.price > mark)) return null;
  invariant(first.place === 0, 'MARK-004: a guard knows its place', first.part.account, first.place);
  removeAt(heap, 0);
  first.place = -1;
  return first.part;
}

/** Takes the part's guards away; when it is guarded again, or ends. */
export function dropGuards(part: Part): void {
  for (const guard of part.guards) {
    if (guard.place < 0) continue;
    const heap = heapOf(guard);
    invariant(heap[guard.place] === guard, 'MARK-004: a guard knows its place', part.account, guard.place);
    removeAt(heap, guard.place);
  }
  part.guards = [];
}

function heapOf({ instrument, falling }: Guard): Guard[] {
  return falling ? instrument.guards.falling : instrument.guards.rising;
}

function isBefore(a: Guard, b: Guard): boolean {
  return a.falling ? a.price > b.price : a.price < b.price;
}

function put(heap: Guard[], guard: Guard, at: number): void {
  heap[at] = guard;
  guard.place = at;
}

function rise(heap: Guard[], guard: Guard, from: number): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(guard, heap[parent]!)) break;
    put(heap, heap[parent]!, at);
    at = parent;
  }
  put(heap, guard, at);
}

function sink(heap: Guard[], guard: Guard, from: number): void {
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, guard)) break;
    put(heap, heap[child]!, at);
    at = child;
  }
  put(heap, guard, at);
}

function removeAt(heap: Guard[], at: number): void {
  const last = heap.pop()!;
  if (at === heap.length) return;
  if (at > 0 && isBefore(last, heap[(at - 1) >> 1]!)) rise(heap, last, at);
  else sink(heap, last, at);
}

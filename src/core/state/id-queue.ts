/**
 * Ids waiting in line with the time of each, first in, first out: numbers in a ring that doubles when full.
 */
import type { Id, TimeMs } from '../num/units.ts';

const FIRST_CAPACITY = 1024;

export class IdQueue {
  #ids: Float64Array = new Float64Array(FIRST_CAPACITY);
  #times: Float64Array = new Float64Array(FIRST_CAPACITY);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(id: Id, timeMs: TimeMs): void {
    if (this.#size === this.#ids.length) this.#grow();
    const at = this.#place(this.#size);
    this.#ids[at] = id;
    this.#times[at] = timeMs;
    this.#size++;
  }

  /** Takes out and returns the first id if its time is not after `untilMs`; 0 when there is none. */
  takeUntil(untilMs: TimeMs): Id {
    if (this.#size === 0 || this.#times[this.#head]! > untilMs) return 0;
    const id = this.#ids[this.#head]!;
    this.#head = this.#place(1);
    this.#size--;
    return id;
  }

  /** All ids in line with their times. */
  *entries(): Generator<readonly [Id, TimeMs]> {
    for (let at = 0; at < this.#size; at++) yield [this.#ids[this.#place(at)]!, this.#times[this.#place(at)]!];
  }

  #place(at: number): number {
    return (this.#head + at) & (this.#ids.length - 1);
  }

  #grow(): void {
    this.#ids = unrolled(this.#ids, this.#head);
    this.#times = unrolled(this.#times, this.#head);
    this.#head = 0;
  }
}

/** The numbers of a full ring from its head on, with as much room again after them. */
function unrolled(ring: Float64Array, head: number): Float64Array {
  const larger = new Float64Array(ring.length * 2);
  larger.set(ring.subarray(head));
  larger.set(ring.subarray(0, head), ring.length - head);
  return larger;
}

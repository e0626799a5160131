/**
 * Ids waiting in line, first in, first out: numbers in a ring that doubles when full.
 */
import type { Id } from './num/units.ts';

const FIRST_CAPACITY = 1024;

export class IdQueue {
  #ids = new Float64Array(FIRST_CAPACITY);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(id: Id): void {
    if (this.#size === this.#ids.length) this.#grow();
    this.#ids[(this.#head + this.#size) & (this.#ids.length - 1)] = id;
    this.#size++;
  }

  /** The id that has waited longest; 0 when none waits. */
  first(): Id {
    return this.#size === 0 ? 0 : this.#ids[this.#head]!;
  }

  /** Takes the first out. */
  shift(): void {
    if (this.#size === 0) return;
    this.#head = (this.#head + 1) & (this.#ids.length - 1);
    this.#size--;
  }

  *values(): Generator<Id> {
    for (let at = 0; at < this.#size; at++) yield this.#ids[(this.#head + at) & (this.#ids.length - 1)]!;
  }

  #grow(): void {
    const ids = new Float64Array(this.#ids.length * 2);
    let at = 0;
    for (const id of this.values()) ids[at++] = id;
    this.#ids = ids;
    this.#head = 0;
  }
}

/**
 * Numbers of rows by a hash of each: open addressing, half full at most, of a fixed size. The low bits of a hash say
 * where a row belongs; its high bits stand above the row's number, so one word of memory is enough to tell most hashes
 * that aren't there. Rows that may have the same hash are given one after the other, and the caller compares.
 */
import { invariant } from '../num/invariant.ts';

/** No such place. */
export const NOWHERE = -1;
const EMPTY = 0;

export class RowIndex {
  /** High bits of the hash, low bits one more than the row. */
  readonly #places: Int32Array;
  /** The low bits. */
  readonly #mask: number;
  readonly #hashOf: (row: number) => number;

  /**
   * @param capacity how many rows it can hold, numbered from 0 to one less: a power of two
   * @param hashOf the hash of a row that is there
   */
  constructor(capacity: number, hashOf: (row: number) => number) {
    this.#places = new Int32Array(2 * capacity);
    this.#mask = 2 * capacity - 1;
    this.#hashOf = hashOf;
  }

  get capacity(): number {
    return this.#places.length / 2;
  }

  /** The first place that may have this hash, or `NOWHERE`. */
  first(hash: number): number {
    return this.#from(hash & this.#mask, hash);
  }

  /** The next one after a place that may have this hash, or `NOWHERE`. */
  next(at: number, hash: number): number {
    return this.#from((at + 1) & this.#mask, hash);
  }

  rowAt(at: number): number {
    return (this.#places[at]! & this.#mask) - 1;
  }

  add(hash: number, row: number): void {
    const places = this.#places;
    const mask = this.#mask;
    let at = hash & mask;
    while (places[at] !== EMPTY) at = (at + 1) & mask;
    places[at] = (hash & ~mask) | (row + 1);
  }

  /** @throws Fault when the row isn't there */
  delete(hash: number, row: number): void {
    let at = this.first(hash);
    while (at !== NOWHERE && this.rowAt(at) !== row) at = this.next(at, hash);
    invariant(at !== NOWHERE, 'ORDR-004: a row is found by its hash', row, hash);
    this.#closeGap(at);
  }

  #from(start: number, hash: number): number {
    const places = this.#places;
    const mask = this.#mask;
    let at = start;
    for (; places[at] !== EMPTY; at = (at + 1) & mask) if (((places[at]! ^ hash) & ~mask) === 0) return at;
    return NOWHERE;
  }

  /** Moves up what follows without a gap, as far as it may: nobody stands before the place of their hash. */
  #closeGap(from: number): void {
    const places = this.#places;
    const mask = this.#mask;
    let gap = from;
    for (let at = (gap + 1) & mask; places[at] !== EMPTY; at = (at + 1) & mask) {
      const home = this.#hashOf(this.rowAt(at));
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      places[gap] = places[at]!;
      gap = at;
    }
    places[gap] = EMPTY;
  }
}

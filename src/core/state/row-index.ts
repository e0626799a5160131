/**
 * Numbers of rows by a hash of each: open addressing, half full at most, of a fixed size. The low bits of a hash say
 * where a row belongs, its home. Above the row's number stand how far from home it is and high bits of the hash, so one
 * word of memory is enough to tell most hashes that aren't there, and to move a row up. Rows that may have the same
 * hash are given one after the other, and the caller compares.
 */
import { invariant } from '../num/invariant.ts';

/** No such place. */
export const NOWHERE = -1;
const EMPTY = 0;
/** Bits for a distance, where there are that many and one for the hash. */
const DISTANCE_BITS = 5;
const WORD_BITS = 32;

export class RowIndex {
  /** High bits of the hash, distance from home, one more than the row. */
  readonly #places: Int32Array;
  /** The low bits. */
  readonly #mask: number;
  readonly #distanceAt: number;
  /** Stands for every distance from this one on. */
  readonly #far: number;
  readonly #hashBits: number;
  readonly #hashOf: (row: number) => number;

  /**
   * @param capacity how many rows it can hold, numbered from 0 to one less: a power of two, below 2^29
   * @param hashOf the hash of a row that is there
   */
  constructor(capacity: number, hashOf: (row: number) => number) {
    this.#places = new Int32Array(2 * capacity);
    this.#mask = 2 * capacity - 1;
    this.#distanceAt = WORD_BITS - Math.clz32(this.#mask);
    const hashAt = Math.min(this.#distanceAt + DISTANCE_BITS, WORD_BITS - 1);
    this.#far = (1 << (hashAt - this.#distanceAt)) - 1;
    this.#hashBits = -1 << hashAt;
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
    places[at] = this.#above(at, hash) | (row + 1);
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
    for (let at = start; places[at] !== EMPTY; at = (at + 1) & mask)
      if (((places[at]! ^ this.#above(at, hash)) & ~mask) === 0) return at;
    return NOWHERE;
  }

  /** The bits above the number of a row of this hash, in a place. */
  #above(at: number, hash: number): number {
    const distance = Math.min((at - hash) & this.#mask, this.#far);
    return (hash & this.#hashBits) | (distance << this.#distanceAt);
  }

  /** Moves up what follows without a gap, as far as it may: nobody stands before the place of their hash. */
  #closeGap(from: number): void {
    const places = this.#places;
    const mask = this.#mask;
    let gap = from;
    for (let at = (gap + 1) & mask; places[at] !== EMPTY; at = (at + 1) & mask) {
      const word = places[at]!;
      const home = this.#homeOf(at, word);
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      places[gap] = this.#above(gap, (word & this.#hashBits) | home) | (word & mask);
      gap = at;
    }
    places[gap] = EMPTY;
  }

  /** Its row, which is cold memory, is asked only when it is far from home. */
  #homeOf(at: number, word: number): number {
    const distance = (word >>> this.#distanceAt) & this.#far;
    return (distance < this.#far ? at - distance : this.#hashOf(this.rowAt(at))) & this.#mask;
  }
}

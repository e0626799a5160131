/**
 * Orders and plan orders as rows of numbers, 64 bytes each, from the time when they answer for their name until they
 * are forgotten: by id and by name, and those that have ended first ended first (ORDR-004, ORDR-005).
 *
 * As records, what has ended would be most of what the garbage collector has to look at. A row says what a repeat, a
 * late cancel or an AI log needs; everything else that an order said is in SQL. Both indexes are entered once, where
 * the name was looked for; an end touches neither.
 */
import { invariant } from '../num/invariant.ts';
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { NOWHERE, RowIndex } from './row-index.ts';

/** All that is kept of an ended order, or of a plan order that ended or whose order did. */
export interface EndedRow {
  readonly id: Id;
  readonly account: AccountId;
  readonly createdMs: TimeMs;
  readonly endedMs: TimeMs;
  /** −1: none. */
  readonly leafIndex: number;
  /** Index of a plan order's contract, −1 for an order. */
  readonly instrument: number;
  /** See `FILLED` and those below it. */
  readonly flags: number;
  /** The fingerprints of its name and of its request, each as high word and low word, whole numbers of 32 bits. */
  readonly nameHigh: number;
  readonly nameLow: number;
  readonly contentHigh: number;
  readonly contentLow: number;
}

export const FILLED = 1;
/** Its fingerprints are made with the secret. */
export const KEYED = 2;
/** For a plan order: whether it was of a long position; its kind, two bits. */
export const LONG = 4;
export const KIND_AT = 3;
const FLAG_BITS = 5;
export const MOST_FLAGS = (1 << FLAG_BITS) - 1;

/** Rows are made by blocks, and never copied. */
const BLOCK_BITS = 10;
const SLOT_MASK = (1 << BLOCK_BITS) - 1;
/**
 * The indexes begin with room for a few rows, as for a test. With the next one they get room for all that are kept by
 * default, 16 MB of which the system hands out what is used: made anew later, they would hold a command for long.
 */
const FIRST_CAPACITY = 1 << 8;
const CAPACITY = 1 << 20;

/** A row is five doubles, then six words of 32 bits. */
const DOUBLES = 8;
const ID = 0;
const ACCOUNT = 1;
const CREATED_MS = 2;
const ENDED_MS = 3;
const LEAF_INDEX = 4;
const WORDS = 16;
const NAME = 10;
const CONTENT = 12;
/** Flags, and above them one more than the instrument. */
const MARKS = 14;
/** The row that ended next, or the next free one. */
const NEXT = 15;
const NONE = -1;

export class OrderRows {
  readonly #doubles: Float64Array[] = [];
  /** The same memory. */
  readonly #words: Int32Array[] = [];
  #ids = this.#idsFor(FIRST_CAPACITY);
  #names = this.#namesFor(FIRST_CAPACITY);
  /** How many rows were ever used; one that was freed is used before a new one. */
  #used = 0;
  #free = NONE;
  #size = 0;
  /** The ended orders. */
  #first = NONE;
  #last = NONE;
  #ended = 0;
  /** When the first of them ended; asked before every command. */
  #firstMs = Infinity;

  /** How many rows there are, of what works and of what has ended. */
  get size(): number {
    return this.#size;
  }

  /** Whether there are ended ones whose fingerprints are made without the secret: those are the oldest. */
  get hasUnkeyed(): boolean {
    return this.#ended > 0 && (this.#wordsOf(this.#first)[wordAt(this.#first) + MARKS]! & KEYED) === 0;
  }

  /** A row for what works or waits. */
  enter(id: Id, account: AccountId, high: number, low: number): number {
    const row = this.#take();
    const doubles = this.#doublesOf(row);
    const double = doubleAt(row);
    doubles[double + ID] = id;
    doubles[double + ACCOUNT] = account;
    const words = this.#wordsOf(row);
    const word = wordAt(row);
    words[word + NAME] = high;
    words[word + NAME + 1] = low;
    this.#ids.add(hashOf(id), row);
    this.#names.add(high, row);
    return row;
  }

  /** Gives a row another fingerprint. */
  rename(row: number, high: number, low: number): void {
    this.#names.delete(this.#nameOf(row), row);
    const words = this.#wordsOf(row);
    words[wordAt(row) + NAME] = high;
    words[wordAt(row) + NAME + 1] = low;
    this.#names.add(high, row);
  }

  /** The row's order has ended, after all others; its id, account and name are there already. */
  end(row: number, said: EndedRow): void {
    const doubles = this.#doublesOf(row);
    const double = doubleAt(row);
    doubles[double + CREATED_MS] = said.createdMs;
    doubles[double + ENDED_MS] = said.endedMs;
    doubles[double + LEAF_INDEX] = said.leafIndex;
    const words = this.#wordsOf(row);
    const word = wordAt(row);
    words[word + CONTENT] = said.contentHigh;
    words[word + CONTENT + 1] = said.contentLow;
    words[word + MARKS] = said.flags | ((said.instrument + 1) << FLAG_BITS);
    words[word + NEXT] = NONE;
    if (this.#ended++ === 0) {
      this.#first = row;
      this.#firstMs = said.endedMs;
    } else this.#wordsOf(this.#last)[wordAt(this.#last) + NEXT] = row;
    this.#last = row;
  }

  /** The row of this id, or `NOWHERE`; any number may be asked for. */
  find(id: Id): number {
    const hash = hashOf(id);
    for (let at = this.#ids.first(hash); at !== NOWHERE; at = this.#ids.next(at, hash)) {
      const row = this.#ids.rowAt(at);
      if (this.idOf(row) === id) return row;
    }
    return NOWHERE;
  }

  /** The row of the account's name with this fingerprint, or `NOWHERE`. */
  findName(account: AccountId, high: number, low: number): number {
    for (let at = this.#names.first(high); at !== NOWHERE; at = this.#names.next(at, high)) {
      const row = this.#names.rowAt(at);
      const words = this.#wordsOf(row);
      const word = wordAt(row) + NAME;
      if (words[word] !== high || words[word + 1] !== low) continue;
      if (this.#doublesOf(row)[doubleAt(row) + ACCOUNT] === account) return row;
    }
    return NOWHERE;
  }

  idOf(row: number): Id {
    return this.#doublesOf(row)[doubleAt(row) + ID]!;
  }

  /** The fields kept of an ended order. */
  read(row: number): EndedRow {
    const doubles = this.#doublesOf(row);
    const double = doubleAt(row);
    const words = this.#wordsOf(row);
    const word = wordAt(row);
    const marks = words[word + MARKS]!;
    return {
      id: doubles[double + ID]!,
      account: doubles[double + ACCOUNT]!,
      createdMs: doubles[double + CREATED_MS]!,
      endedMs: doubles[double + ENDED_MS]!,
      leafIndex: doubles[double + LEAF_INDEX]!,
      instrument: (marks >> FLAG_BITS) - 1,
      flags: marks & MOST_FLAGS,
      nameHigh: words[word + NAME]!,
      nameLow: words[word + NAME + 1]!,
      contentHigh: words[word + CONTENT]!,
      contentLow: words[word + CONTENT + 1]!,
    };
  }

  /** All that has ended, first ended first. */
  *allEnded(): Generator<EndedRow> {
    for (let row = this.#first; row !== NONE; row = this.#nextOf(row)) yield this.read(row);
  }

  /** Forgets everything that ended up to then. */
  forgetUntil(untilMs: TimeMs): void {
    while (this.#firstMs <= untilMs && this.#ended > 0) this.#forgetFirst();
  }

  /** Forgets all but the `count` that ended last. */
  keepLast(count: number): void {
    while (this.#ended > count) this.#forgetFirst();
  }

  #forgetFirst(): void {
    const row = this.#first;
    this.#ids.delete(hashOf(this.idOf(row)), row);
    this.#names.delete(this.#nameOf(row), row);
    this.#first = this.#nextOf(row);
    this.#wordsOf(row)[wordAt(row) + NEXT] = this.#free;
    this.#free = row;
    this.#size--;
    const isLast = --this.#ended === 0;
    invariant(isLast === (this.#first === NONE), 'ORDR-004: rows in line are counted', row, this.#ended);
    this.#firstMs = isLast ? Infinity : this.#doublesOf(this.#first)[doubleAt(this.#first) + ENDED_MS]!;
  }

  #take(): number {
    this.#size++;
    const row = this.#free;
    if (row !== NONE) {
      this.#free = this.#nextOf(row);
      return row;
    }
    if ((this.#used & SLOT_MASK) === 0) {
      const doubles = new Float64Array(DOUBLES << BLOCK_BITS);
      this.#doubles.push(doubles);
      this.#words.push(new Int32Array(doubles.buffer));
    }
    if (this.#used === this.#ids.capacity) this.#growIndexes();
    return this.#used++;
  }

  #growIndexes(): void {
    const capacity = Math.max(CAPACITY, 2 * this.#used);
    this.#ids = this.#idsFor(capacity);
    this.#names = this.#namesFor(capacity);
    for (let row = 0; row < this.#used; row++) {
      this.#ids.add(hashOf(this.idOf(row)), row);
      this.#names.add(this.#nameOf(row), row);
    }
  }

  #idsFor(capacity: number): RowIndex {
    return new RowIndex(capacity, (row) => hashOf(this.idOf(row)));
  }

  #namesFor(capacity: number): RowIndex {
    return new RowIndex(capacity, (row) => this.#nameOf(row));
  }

  #doublesOf(row: number): Float64Array {
    return this.#doubles[row >> BLOCK_BITS]!;
  }

  #wordsOf(row: number): Int32Array {
    return this.#words[row >> BLOCK_BITS]!;
  }

  #nextOf(row: number): number {
    return this.#wordsOf(row)[wordAt(row) + NEXT]!;
  }

  #nameOf(row: number): number {
    return this.#wordsOf(row)[wordAt(row) + NAME]!;
  }
}

/** Offset of a row in its block. */
function doubleAt(row: number): number {
  return (row & SLOT_MASK) * DOUBLES;
}

function wordAt(row: number): number {
  return (row & SLOT_MASK) * WORDS;
}

/** Eight ids that follow each other have eight places that do, which is one or two lines of memory. */
function hashOf(id: Id): number {
  const block = Math.imul(id >>> 3, 0x9e3779b1);
  return ((block ^ (block >>> 15)) << 3) | (id & 7);
}

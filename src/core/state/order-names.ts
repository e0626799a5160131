/**
 * Client order ids of all accounts by their fingerprint, each leading to the record of what works or waits, or to the
 * row of what has ended (ORDR-004): one open-addressing table of eight bytes a place, in segments.
 *
 * The high word of the fingerprint is kept beside what it leads to, so that one place of memory and no row is enough to
 * tell that a name isn't there, and gaps are closed and segments rebuilt without reading any row. An order is entered
 * where it was looked for, and its row takes its place when it ends. A segment grows and shrinks by itself, by a third,
 * so that no such step takes long. Where a name is found follows from its keyed hash: no caller can aim for a place.
 * Order in the table means nothing and is never shown.
 */
import { Fault } from '../num/invariant.ts';
import type { AccountId } from '../num/units.ts';
import type { Account, Order, PlanOrder } from './records.ts';

/** The low word of a name leads to its segment, the high word to its place there. */
const SEGMENTS = 256;
/**
 * Places of the first segment before it grows; each next one has a little more, so that they don't all grow at one
 * time.
 */
const FIRST_CAPACITY = 96;
const GROWTH = 4 / 3;
/** From one segment to the next: the last begins with the size the first has after growing once. */
const STEP = (FIRST_CAPACITY * (GROWTH - 1)) / SEGMENTS;
/** The word of an empty place; no name has it. */
const EMPTY = 0;
const TWO_32 = 0x1_0000_0000;
/** A segment before its first name: one place, empty. Never written to. */
const NOTHING = new Int32Array(2);

/** The result when there is no such name; no row and no record has this number. */
export const ABSENT = -0x8000_0000;
/** Rows are numbered modulo this: there are never that many at one time. */
export const ROW_NUMBERS = 0x8000_0000;

/** The rows that numbers stand for. */
export interface NamedRows {
  /** Whether the row is of this account and name. */
  isNamed(row: number, account: AccountId, high: number, low: number): boolean;
}

export class OrderNames {
  /** For each place, the name's word and what it leads to: the number of a row, or `~` of the number of a record. */
  readonly #segments: Int32Array[] = Array.from({ length: SEGMENTS }, () => NOTHING);
  readonly #counts = new Int32Array(SEGMENTS);
  /** Orders that work or wait, by their number; null where a number is free. */
  readonly #records: (Order | PlanOrder | null)[] = [];
  readonly #free: number[] = [];

  /** The record that a found number stands for; null when it stands for a row. */
  recordOf(found: number): Order | PlanOrder | null {
    return found < 0 && found !== ABSENT ? this.#records[~found]! : null;
  }

  /** All records. */
  *records(): Generator<Order | PlanOrder> {
    for (const record of this.#records) if (record !== null) yield record;
  }

  /** The number the account's name leads to, a record by its text and a row by its fingerprint; or `ABSENT`. */
  find(account: Account, text: string, high: number, low: number, rows: NamedRows): number {
    const places = this.#segments[segmentOf(low)]!;
    const word = wordOf(high);
    for (let at = homeOf(word, places.length); places[at] !== EMPTY; at = next(at, places.length)) {
      if (places[at] !== word) continue;
      const found = places[at + 1]!;
      const record = this.recordOf(found);
      if (record === null ? rows.isNamed(found, account.id, high, low) : isOf(record, account, text)) return found;
    }
    return ABSENT;
  }

  /** The row of the account's name, or `ABSENT`. */
  findRow(account: AccountId, high: number, low: number, rows: NamedRows): number {
    const places = this.#segments[segmentOf(low)]!;
    const word = wordOf(high);
    for (let at = homeOf(word, places.length); places[at] !== EMPTY; at = next(at, places.length)) {
      const found = places[at + 1]!;
      if (places[at] === word && found >= 0 && rows.isNamed(found, account, high, low)) return found;
    }
    return ABSENT;
  }

  /** Enters a record under its name, which is not there yet. */
  add(record: Order | PlanOrder): void {
    const number = this.#free.pop() ?? this.#records.length;
    this.#records[number] = record;
    this.#enter(record.nameHigh, record.nameLow, ~number);
  }

  /**
   * Enters many names that are not there yet, those of consecutive rows from `first` on: segment by segment, so that
   * none grows twice and what is written is close together.
   */
  addRows(highs: Int32Array, lows: Int32Array, first: number): void {
    const ends = new Uint32Array(SEGMENTS);
    for (const low of lows) ends[segmentOf(low)]!++;
    for (let segment = 1; segment < SEGMENTS; segment++) ends[segment]! += ends[segment - 1]!;
    const bySegment = new Uint32Array(lows.length);
    for (let at = lows.length - 1; at >= 0; at--) bySegment[--ends[segmentOf(lows[at]!)]!] = at;
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const from = ends[segment]!;
      const until = segment + 1 < SEGMENTS ? ends[segment + 1]! : lows.length;
      if (from === until) continue;
      this.#makeRoom(segment, until - from);
      const places = this.#segments[segment]!;
      for (const at of bySegment.subarray(from, until)) put(places, wordOf(highs[at]!), (first + at) % ROW_NUMBERS);
    }
  }

  /** A row takes the place of the record, which is there. */
  end(record: Order | PlanOrder, row: number): void {
    const places = this.#segments[segmentOf(record.nameLow)]!;
    const at = this.#placeOf(places, record);
    this.#forget(~places[at + 1]!);
    places[at + 1] = row;
  }

  /** Drops a record that is there. */
  delete(record: Order | PlanOrder): void {
    const segment = segmentOf(record.nameLow);
    const at = this.#placeOf(this.#segments[segment]!, record);
    this.#forget(~this.#segments[segment]![at + 1]!);
    this.#leave(segment, at);
  }

  /** Drops the name of a row that is there. */
  deleteRow(high: number, low: number, row: number): void {
    const segment = segmentOf(low);
    const places = this.#segments[segment]!;
    const word = wordOf(high);
    let at = homeOf(word, places.length);
    while (places[at] !== word || places[at + 1] !== row) at = next(at, places.length);
    this.#leave(segment, at);
  }

  #placeOf(places: Int32Array, record: Order | PlanOrder): number {
    const word = wordOf(record.nameHigh);
    let at = homeOf(word, places.length);
    while (places[at] !== word || this.recordOf(places[at + 1]!) !== record) {
      if (places[at] === EMPTY) throw new Fault(`${record.id} is not found by its client order id`);
      at = next(at, places.length);
    }
    return at;
  }

  #forget(number: number): void {
    this.#records[number] = null;
    this.#free.push(number);
  }

  #enter(high: number, low: number, to: number): void {
    const segment = segmentOf(low);
    this.#makeRoom(segment, 1);
    put(this.#segments[segment]!, wordOf(high), to);
  }

  /** At most four fifths full; the places that a search looks past are side by side. */
  #makeRoom(segment: number, names: number): void {
    const count = (this.#counts[segment]! += names);
    const capacity = this.#segments[segment]!.length / 2;
    if (count * 5 > capacity * 4)
      this.#rebuild(segment, Math.max(firstOf(segment), capacity * GROWTH, count * 1.25 + 1));
  }

  #leave(segment: number, at: number): void {
    const places = this.#segments[segment]!;
    closeGap(places, at);
    const count = --this.#counts[segment]!;
    if (places.length > 4 * FIRST_CAPACITY && count * 8 < places.length)
      this.#rebuild(segment, Math.max(firstOf(segment), count * 1.5));
  }

  #rebuild(segment: number, capacity: number): void {
    const before = this.#segments[segment]!;
    const places = new Int32Array(2 * Math.ceil(capacity));
    for (let at = 0; at < before.length; at += 2) if (before[at] !== EMPTY) put(places, before[at]!, before[at + 1]!);
    this.#segments[segment] = places;
  }
}

function isOf(record: Order | PlanOrder, account: Account, text: string): boolean {
  return record.account === account && record.clientOrderId === text;
}

function put(places: Int32Array, word: number, to: number): void {
  let at = homeOf(word, places.length);
  while (places[at] !== EMPTY) at = next(at, places.length);
  places[at] = word;
  places[at + 1] = to;
}

/** Moves up the names that follow without a gap, as far as it may: no name comes before its home. */
function closeGap(places: Int32Array, from: number): void {
  const { length } = places;
  let gap = from;
  for (let at = next(gap, length); places[at] !== EMPTY; at = next(at, length)) {
    if (wayOf(homeOf(places[at]!, length), at, length) < wayOf(gap, at, length)) continue;
    places[gap] = places[at]!;
    places[gap + 1] = places[at + 1]!;
    gap = at;
  }
  places[gap] = EMPTY;
}

/** The distance to a place from one before it. */
function wayOf(from: number, to: number, length: number): number {
  return to >= from ? to - from : to - from + length;
}

function firstOf(segment: number): number {
  return FIRST_CAPACITY + segment * STEP;
}

function segmentOf(low: number): number {
  return low & (SEGMENTS - 1);
}

function wordOf(high: number): number {
  return high === EMPTY ? 1 : high | 0;
}

/** The index where a name belongs in a segment of this many numbers, two for each place. */
function homeOf(word: number, length: number): number {
  return 2 * Math.floor((word >>> 0) * (length / 2 / TWO_32));
}

function next(at: number, length: number): number {
  return at + 2 === length ? 0 : at + 2;
}

/**
 * Client order ids of ended orders by their fingerprint, each leading to its row: one open-addressing table of six
 * bytes a place, in segments.
 *
 * A byte of the fingerprint stands beside each row's number, so that a name that isn't there is told without reading
 * rows but for one in 255; and how far it is from its home, so that gaps are closed without reading any. A segment
 * grows and shrinks by itself, by half, so that none of it takes long. Where a name is found follows from its keyed
 * hash: no caller can aim for a place. Order in the table means nothing and is never shown.
 */
import { emptySlots } from './id-map.ts';
import type { AccountId } from '../num/units.ts';

/** The high word of a name leads to its segment by its first bits, to its place there by the others. */
const SEGMENTS = 1024;
const PLACE_BITS = 22;
const PLACES = 1 << PLACE_BITS;
const FIRST_CAPACITY = 8;
const FAR = 255;

/** The rows that the numbers mean. */
export interface NamedRows {
  /** Whether the row is of this account and name. */
  isNamed(row: number, account: AccountId, high: number, low: number): boolean;
  nameHighOf(row: number): number;
}

interface Segment {
  /** 0 where nothing is. */
  tags: Uint8Array;
  /** How many places behind its home; `FAR` when the row must be asked. */
  away: Uint8Array;
  /** The numbers of rows, modulo 2^32. */
  rows: Uint32Array;
  count: number;
}

export class EndedNames {
  readonly #segments = emptySlots<Segment>(SEGMENTS);
  readonly #rows: NamedRows;

  constructor(rows: NamedRows) {
    this.#rows = rows;
  }

  /** The row of the account's name, −1 when there is none. */
  find(account: AccountId, high: number, low: number): number {
    const segment = this.#segments[high >>> PLACE_BITS];
    if (segment === undefined) return -1;
    const at = this.#placeOf(segment, account, high, low);
    return at < 0 ? -1 : segment.rows[at]!;
  }

  /** Enters a name that is not there. */
  add(high: number, low: number, row: number): void {
    const segment = (this.#segments[high >>> PLACE_BITS] ??= emptySegment(FIRST_CAPACITY));
    // Four fifths full at most; the tags that are looked past lie side by side.
    if ((segment.count + 1) * 5 > segment.tags.length * 4) this.#rebuild(segment, segment.tags.length * 1.5);
    enter(segment, high, tagOf(low), row);
    segment.count++;
  }

  /**
   * Enters many names that are not there, those of rows that follow each other from `first` on: segment by segment, so
   * that none grows twice and what is written lies near each other.
   */
  addAll(highs: Uint32Array, lows: Uint32Array, first: number): void {
    const ends = new Uint32Array(SEGMENTS);
    for (const high of highs) ends[high >>> PLACE_BITS]!++;
    for (let number = 1; number < SEGMENTS; number++) ends[number]! += ends[number - 1]!;
    const bySegment = new Uint32Array(highs.length);
    for (let at = highs.length - 1; at >= 0; at--) bySegment[--ends[highs[at]! >>> PLACE_BITS]!] = at;
    for (let number = 0; number < SEGMENTS; number++) {
      const from = ends[number]!;
      const until = number + 1 < SEGMENTS ? ends[number + 1]! : highs.length;
      if (from === until) continue;
      const segment = (this.#segments[number] ??= emptySegment(FIRST_CAPACITY));
      const count = segment.count + until - from;
      if (count * 5 > segment.tags.length * 4) this.#rebuild(segment, count * 1.5);
      for (const at of bySegment.subarray(from, until)) enter(segment, highs[at]!, tagOf(lows[at]!), first + at);
      segment.count = count;
    }
  }

  /** Drops the name of a row that is there. */
  delete(high: number, row: number): void {
    const segment = this.#segments[high >>> PLACE_BITS]!;
    const { rows } = segment;
    let at = homeOf(high, rows.length);
    while (rows[at] !== row || segment.tags[at] === 0) at = next(at, rows.length);
    this.#closeGap(segment, at);
    segment.count--;
    if (segment.tags.length > FIRST_CAPACITY && segment.count * 4 < segment.tags.length)
      this.#rebuild(segment, Math.max(FIRST_CAPACITY, segment.count * 1.5));
  }

  #placeOf({ tags, rows }: Segment, account: AccountId, high: number, low: number): number {
    const tag = tagOf(low);
    for (let at = homeOf(high, tags.length); tags[at] !== 0; at = next(at, tags.length))
      if (tags[at] === tag && this.#rows.isNamed(rows[at]!, account, high, low)) return at;
    return -1;
  }

  /** What follows without a gap moves up, as far as it may. */
  #closeGap({ tags, away, rows }: Segment, gap: number): void {
    const { length } = tags;
    let farFromGap = 1;
    for (let at = next(gap, length); tags[at] !== 0; at = next(at, length), farFromGap++) {
      const known = away[at]!;
      const distance = known === FAR ? distanceOf(homeOf(this.#rows.nameHighOf(rows[at]!), length), at, length) : known;
      if (distance < farFromGap) continue;
      tags[gap] = tags[at]!;
      away[gap] = Math.min(FAR, distance - farFromGap);
      rows[gap] = rows[at]!;
      gap = at;
      farFromGap = 0;
    }
    tags[gap] = 0;
  }

  #rebuild(segment: Segment, capacity: number): void {
    const { tags, rows } = segment;
    Object.assign(segment, emptySegment(Math.ceil(capacity)), { count: segment.count });
    for (let at = 0; at < tags.length; at++)
      if (tags[at] !== 0) enter(segment, this.#rows.nameHighOf(rows[at]!), tags[at]!, rows[at]!);
  }
}

function emptySegment(capacity: number): Segment {
  return {
    tags: new Uint8Array(capacity),
    away: new Uint8Array(capacity),
    rows: new Uint32Array(capacity),
    count: 0,
  };
}

function enter({ tags, away, rows }: Segment, high: number, tag: number, row: number): void {
  const home = homeOf(high, tags.length);
  let at = home;
  while (tags[at] !== 0) at = next(at, tags.length);
  tags[at] = tag;
  away[at] = Math.min(FAR, distanceOf(home, at, tags.length));
  rows[at] = row;
}

function distanceOf(home: number, at: number, capacity: number): number {
  return at >= home ? at - home : at - home + capacity;
}

function homeOf(high: number, capacity: number): number {
  return Math.floor(((high & (PLACES - 1)) * capacity) / PLACES);
}

function next(at: number, capacity: number): number {
  return at + 1 === capacity ? 0 : at + 1;
}

function tagOf(low: number): number {
  return (low % 255) + 1;
}

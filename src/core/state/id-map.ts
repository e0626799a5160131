/**
 * Records by id, in pages: ids are dense (FLOW-005 counts them up by one), so finding one is a page and a place on it.
 * A page lives while it holds a record, and leaves nothing behind: ids are counted up for as long as the exchange
 * lives. Iteration is by ascending id.
 */
import type { Id } from '../num/units.ts';
import { FIRST_ID } from '../num/units.ts';

const PAGE = 1024;
/** The low bits of an index within its page; right for every safe integer, since `&` reads a number modulo 2^32. */
const SLOT_MASK = PAGE - 1;

interface Page<T> {
  readonly slots: (T | undefined)[];
  count: number;
}

/** A list of `length` empty places, made in one go. */
function emptySlots<T>(length: number): (T | undefined)[] {
  const slots: (T | undefined)[] = [];
  slots.length = length;
  return slots.fill(undefined);
}

const NONE = -1;

/** The next place in use, from `slot` on. Most are empty: a walk skips them here, not in a generator's steps. */
function usedFrom<T>(slots: readonly (T | undefined)[], slot: number): number {
  for (let at = slot; at < slots.length; at++) if (slots[at] !== undefined) return at;
  return NONE;
}

export class IdMap<T> {
  readonly #pages = new Map<number, Page<T>>();
  /** The page that was found last: ids that are asked for tend to be close together. */
  #last: Page<T> | undefined = undefined;
  #lastNumber = -1;
  /** The page that was emptied last, for the next one that is needed. */
  #spare: Page<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The record, or undefined; any number may be asked for. */
  get(id: Id): T | undefined {
    const index = id - FIRST_ID;
    if (!(index >= 0)) return undefined;
    const slot = index & SLOT_MASK;
    return this.#pageOf((index - slot) / PAGE)?.slots[slot];
  }

  set(id: Id, record: T): void {
    const index = id - FIRST_ID;
    const slot = index & SLOT_MASK;
    const number = (index - slot) / PAGE;
    let page = this.#pageOf(number);
    if (page === undefined) {
      page = this.#spare ?? { slots: emptySlots<T>(PAGE), count: 0 };
      this.#spare = null;
      this.#pages.set(number, page);
      this.#last = page;
      this.#lastNumber = number;
    }
    if (page.slots[slot] === undefined) {
      page.count++;
      this.#size++;
    }
    page.slots[slot] = record;
  }

  delete(id: Id): void {
    const index = id - FIRST_ID;
    const slot = index & SLOT_MASK;
    const number = (index - slot) / PAGE;
    const page = this.#pageOf(number);
    if (page?.slots[slot] === undefined) return;
    page.slots[slot] = undefined;
    page.count--;
    this.#size--;
    if (page.count > 0) return;
    this.#spare = page;
    this.#pages.delete(number);
    this.#lastNumber = -1;
  }

  *values(): Generator<T> {
    for (const number of this.#numbers()) {
      const slots = this.#pages.get(number)?.slots ?? [];
      for (let slot = usedFrom(slots, 0); slot !== NONE; slot = usedFrom(slots, slot + 1)) yield slots[slot]!;
    }
  }

  *[Symbol.iterator](): Generator<[Id, T]> {
    for (const number of this.#numbers()) {
      const slots = this.#pages.get(number)?.slots ?? [];
      for (let slot = usedFrom(slots, 0); slot !== NONE; slot = usedFrom(slots, slot + 1))
        yield [FIRST_ID + number * PAGE + slot, slots[slot]!];
    }
  }

  #numbers(): number[] {
    return [...this.#pages.keys()].sort((a, b) => a - b);
  }

  #pageOf(number: number): Page<T> | undefined {
    if (number === this.#lastNumber) return this.#last;
    const page = this.#pages.get(number);
    if (page === undefined) return undefined;
    this.#last = page;
    this.#lastNumber = number;
    return page;
  }
}

/** An item of a `RecordList` keeps its own place there. */
export interface Listed {
  /** Its index in its list, −1 outside. */
  place: number;
}

/** A set of records without order or hashing: each knows its place, and the last one fills a gap. */
export class RecordList<T extends Listed> {
  readonly #records: T[] = [];

  get size(): number {
    return this.#records.length;
  }

  add(record: T): void {
    record.place = this.#records.push(record) - 1;
  }

  delete(record: T): void {
    const last = this.#records.pop()!;
    if (last !== record) {
      this.#records[record.place] = last;
      last.place = record.place;
    }
    record.place = -1;
  }

  values(): readonly T[] {
    return this.#records;
  }
}

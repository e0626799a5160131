/**
 * Ended orders and plan orders in the order of their end, each a row of numbers, until its client order id is free
 * again (ORDR-004, ORDR-005).
 *
 * A day's ended orders are many and hardly ever asked for. As records they would be most of what the garbage collector
 * has to look at; as rows they give it nothing to look at, cost about 50 bytes each, and are looked up by id or by
 * name. Only what a repeat, a late cancel or an AI log needs is kept; everything else that an order said is in SQL.
 */
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { EndedBlock, type EndedRow, KEYED } from './ended-block.ts';
import { ABSENT, type NamedRows, type OrderNames, ROW_NUMBERS } from './order-names.ts';
import { IdPlaces } from './id-places.ts';
import type { Order, PlanOrder } from './records.ts';

const ROWS = 4096;
const SLOT_MASK = ROWS - 1;
const NUMBER_MASK = ROW_NUMBERS - 1;

export class EndedOrders implements NamedRows {
  /** Blocks, starting with that of the first row. */
  readonly #blocks: EndedBlock[] = [];
  /** The block that was freed last, to be used again: after the first day none is made and none is dropped. */
  #spare: EndedBlock | null = null;
  /** The block that is being written. */
  #last = new EndedBlock(0);
  readonly #places = new IdPlaces();
  readonly #names: OrderNames;
  /**
   * Rows are counted from 0 as orders end, and the count never restarts: the first kept, and the next to be written.
   */
  #first = 0;
  #next = 0;
  /** When the order of the first kept row ended; asked before every command. */
  #firstMs = Infinity;
  /** Rows from this one on have not entered their names. */
  #unnamed = 0;
  /** Rows whose fingerprints are made without the secret. */
  #unkeyed = 0;

  /** @param names where the names of rows are found, beside those of orders that work or wait */
  constructor(names: OrderNames) {
    this.#names = names;
  }

  get size(): number {
    return this.#next - this.#first;
  }

  /** Whether there are rows whose fingerprints are made without the secret. */
  get hasUnkeyed(): boolean {
    return this.#unkeyed > 0;
  }

  /** Writes down an order that has just ended: the row answers for its name. */
  end(record: Order | PlanOrder, row: EndedRow): void {
    this.enterNames();
    this.#names.end(record, this.#next & NUMBER_MASK);
    this.take(row);
    this.#unnamed = this.#next;
  }

  /** Takes up a row that was written; it is not found by its name until `enterNames`. */
  take(row: EndedRow): void {
    const number = this.#next++;
    if (number === this.#first) this.#firstMs = row.endedMs;
    const slot = number & SLOT_MASK;
    if (slot === 0) {
      this.#last = this.#spare ?? new EndedBlock(ROWS);
      this.#blocks.push(this.#last);
      this.#spare = null;
    }
    this.#last.write(slot, row);
    if ((row.flags & KEYED) === 0) this.#unkeyed++;
    this.#places.set(row.id, number);
  }

  /** Enters the names of the rows that were taken up. */
  enterNames(): void {
    const first = this.#unnamed;
    const count = this.#next - first;
    if (count === 0) return;
    const highs = new Int32Array(count);
    const lows = new Int32Array(count);
    for (let at = 0; at < count; at++) {
      const block = this.#blockOf(first + at);
      highs[at] = block.nameHighAt((first + at) & SLOT_MASK);
      lows[at] = block.nameLowAt((first + at) & SLOT_MASK);
    }
    this.#names.addRows(highs, lows, first);
    this.#unnamed = this.#next;
  }

  /** The kept row of this id. */
  find(id: Id): EndedRow | null {
    const place = this.#places.get(id);
    if (place < 0) return null;
    const number = this.#numberOf(place);
    const isHere = number < this.#next && this.#blockOf(number).idAt(number & SLOT_MASK) === id;
    return isHere ? this.#read(number) : null;
  }

  /** The kept row of the account's name with this fingerprint. */
  findName(account: AccountId, high: number, low: number): EndedRow | null {
    const place = this.#names.findRow(account, high, low, this);
    return place === ABSENT ? null : this.at(place);
  }

  /** The kept row of a number that a name leads to. */
  at(place: number): EndedRow {
    return this.#read(this.#numberOf(place));
  }

  isNamed(row: number, account: AccountId, high: number, low: number): boolean {
    const number = this.#numberOf(row);
    return this.#blockOf(number).isNamed(number & SLOT_MASK, account, high, low);
  }

  /** All rows, first ended first. */
  *rows(): Generator<EndedRow> {
    for (let number = this.#first; number < this.#next; number++) yield this.#read(number);
  }

  /** Forgets everything that ended up to then. */
  forgetUntil(untilMs: TimeMs): void {
    while (this.#firstMs <= untilMs && this.#first < this.#next) this.#forgetFirst();
  }

  #forgetFirst(): void {
    const { id, nameHigh, nameLow, flags } = this.#read(this.#first);
    this.#names.deleteRow(nameHigh, nameLow, this.#first & NUMBER_MASK);
    this.#places.delete(id);
    if ((flags & KEYED) === 0) this.#unkeyed--;
    const slot = this.#first++ & SLOT_MASK;
    if (slot === SLOT_MASK) this.#spare = this.#blocks.shift() ?? null;
    this.#firstMs =
      this.#first === this.#next ? Infinity : this.#blockOf(this.#first).endedMsAt(this.#first & SLOT_MASK);
  }

  #read(number: number): EndedRow {
    return this.#blockOf(number).read(number & SLOT_MASK);
  }

  /** The row meant by a number that is kept modulo 2^31, or in more of its bits. */
  #numberOf(place: number): number {
    return this.#first + ((place - this.#first) & NUMBER_MASK);
  }

  #blockOf(number: number): EndedBlock {
    return this.#blocks[Math.floor(number / ROWS) - Math.floor(this.#first / ROWS)]!;
  }
}

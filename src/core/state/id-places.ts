/**
 * A 32-bit number for each of many ids, in pages like those of `IdMap`: 4 bytes an id. A page lives while one of its
 * ids has a number.
 */
import type { Id } from '../num/units.ts';
import { FIRST_ID } from '../num/units.ts';

const PAGE = 1024;
/** As in `IdMap`. A remainder of a number that large would be a call. */
const SLOT_MASK = PAGE - 1;

interface Page {
  readonly numbers: Uint32Array;
  count: number;
}

export class IdPlaces {
  readonly #pages = new Map<number, Page>();
  /** The page that was found last: ids that are asked for tend to be close together. */
  #last: Page | null = null;
  #lastNumber = -1;

  /** The number of the id, any other number when it has none; −1 where there is no page. */
  get(id: Id): number {
    const index = id - FIRST_ID;
    if (!(index >= 0)) return -1;
    const slot = index & SLOT_MASK;
    return this.#pageOf((index - slot) / PAGE)?.numbers[slot] ?? -1;
  }

  /** Gives a number, modulo 2^32, to an id that has none. */
  set(id: Id, number: number): void {
    const index = id - FIRST_ID;
    const slot = index & SLOT_MASK;
    const at = (index - slot) / PAGE;
    let page = this.#pageOf(at);
    if (page === null) {
      page = { numbers: new Uint32Array(PAGE), count: 0 };
      this.#pages.set(at, page);
      this.#last = page;
      this.#lastNumber = at;
    }
    page.numbers[slot] = number;
    page.count++;
  }

  /** Takes its number from an id that has one. */
  delete(id: Id): void {
    const index = id - FIRST_ID;
    const at = (index - (index & SLOT_MASK)) / PAGE;
    const page = this.#pageOf(at);
    if (page === null || --page.count > 0) return;
    this.#pages.delete(at);
    this.#lastNumber = -1;
  }

  #pageOf(at: number): Page | null {
    if (at === this.#lastNumber) return this.#last;
    const page = this.#pages.get(at);
    if (page === undefined) return null;
    this.#last = page;
    this.#lastNumber = at;
    return page;
  }
}

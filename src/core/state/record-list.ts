/**
 * A set of records without order or hashing: each knows its place, and the last one fills a gap.
 */
import { invariant } from '../num/invariant.ts';

/** An item of a `RecordList` keeps its own place there. */
export interface Listed {
  /** Its index in its list, −1 outside. */
  place: number;
}

export class RecordList<T extends Listed> {
  readonly #records: T[] = [];

  get size(): number {
    return this.#records.length;
  }

  add(record: T): void {
    invariant(record.place === -1, 'INV-006: a record is in one list', record.place);
    record.place = this.#records.push(record) - 1;
  }

  delete(record: T): void {
    invariant(this.#records[record.place] === record, 'INV-006: what leaves a list is in it', record.place);
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

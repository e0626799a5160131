/**
 * Pages of lists that are read newest first (W-05, W-06): a place in the list as an opaque cursor, and whether more
 * follows, exactly.
 *
 * A cursor is checked before it is used: text this store did not make, or made for another list, is refused
 * (`badCursor`).
 */
import { StoreRefusal } from '../errors.ts';

/** Which page of a list. `cursor` beats `page`; `limit` is the caller's, already checked. */
export interface PageRequest {
  readonly limit: number;
  /** From 0; skips `page · limit` items. */
  readonly page: number;
  readonly cursor: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The place after the last item; null when nothing follows. */
  readonly nextCursor: string | null;
}

/**
 * The lists that have cursors, by the letter that begins theirs: bills, plan orders, AI logs; fills of an account, of
 * it in one contract, of one order; orders that ended, of an account and of it in one contract; counted orders; leaves.
 */
export type ListLetter = 'b' | 'p' | 'l' | 'f' | 's' | 't' | 'o' | 'h' | 'a' | 'e';

/**
 * A place in a list: items strictly after it are older, or of the same time with a smaller id. Where rows are numbered,
 * the id is the row's number.
 */
export interface Place {
  readonly timeMs: number;
  readonly id: number;
}

const FORM = /^([bplfstohae])([0-9a-z]{1,11})-([0-9a-z]{1,11})$/;

export function writeCursor(list: ListLetter, { timeMs, id }: Place): string {
  return `${list}${timeMs.toString(36)}-${id.toString(36)}`;
}

/**
 * The place that a cursor stands for.
 * @throws StoreRefusal `badCursor`
 */
export function readCursor(list: ListLetter, cursor: string): Place {
  const [, letter, time = '', id = ''] = FORM.exec(cursor) ?? [];
  const place = { timeMs: Number.parseInt(time, 36), id: Number.parseInt(id, 36) };
  const isOurs = letter === list && Number.isSafeInteger(place.timeMs) && Number.isSafeInteger(place.id);
  // One place has one cursor: leading zeros and the like are not ours.
  if (!isOurs || writeCursor(list, place) !== cursor) {
    throw new StoreRefusal('badCursor', `cursor '${cursor.slice(0, 64)}' is not one this list gave out`);
  }
  return place;
}

/** Where to start and how many rows to read: one more than the page, to know whether another follows. */
export interface Window {
  readonly after: Place | null;
  readonly skip: number;
  readonly take: number;
}

export function windowOf(list: ListLetter, { limit, page, cursor }: PageRequest): Window {
  const after = cursor === null ? null : readCursor(list, cursor);
  return { after, skip: after === null ? page * limit : 0, take: limit + 1 };
}

/** The page of the rows read, one more than `limit` when another page follows. */
export function pageOf<Row, Item>(
  list: ListLetter,
  limit: number,
  rows: readonly Row[],
  item: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? writeCursor(list, placeOf(last)) : null;
  return { items: shown.map(item), nextCursor };
}

/**
 * Pages of lists that are read newest first (W-05, W-06): a place in the list as an opaque cursor, whether more
 * follows, exactly, and where a page ends: with a whole millisecond.
 *
 * A cursor is checked before it is used: text this store did not make, or made for another list, is refused
 * (`badCursor`).
 */
import { StoreRefusal } from '../errors.ts';

/** A page of a list. `cursor` beats `page`; `limit` is the caller's, already checked. */
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
 * it in one contract, of one order; orders that ended, of an account and of it in one contract, and the same with plan
 * orders that never became one; counted orders; leaves.
 */
export type ListLetter = 'b' | 'p' | 'l' | 'f' | 's' | 't' | 'o' | 'h' | 'm' | 'n' | 'a' | 'e';

/**
 * A place in a list: items strictly after it are older, or of the same time with a smaller id. Where rows are numbered,
 * the id is the row's number.
 */
export interface Place {
  readonly timeMs: number;
  readonly id: number;
}

const FORM = /^([bplfstohmnae])([0-9a-z]{1,11})-([0-9a-z]{1,11})$/;

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

/**
 * Rows a page is made longer by at most, so that it ends with a whole millisecond. A program that lowers its end to the
 * millisecond before the last row would leave out what a cut millisecond still holds. Of a millisecond with more rows
 * the rest is behind the cursor.
 */
export const MOST_LONGER = 1_000;

/** How many of the rows that were read belong to a page, up to the end of its last millisecond. */
export function wholeEnd<Row>(rows: readonly Row[], limit: number, timeOf: (row: Row) => number): number {
  if (rows.length <= limit) return rows.length;
  const timeMs = timeOf(rows[limit - 1]!);
  const next = rows.findIndex((row, at) => at >= limit && timeOf(row) !== timeMs);
  return Math.min(next < 0 ? rows.length : next, limit + MOST_LONGER);
}

/** The part of a list that is read: `take` rows after a place, or after so many. */
export interface Window {
  readonly after: Place | null;
  readonly skip: number;
  readonly take: number;
}

/** Reads a part of a list, newest first. */
export type ReadRows<Row> = (window: Window) => Promise<readonly Row[]>;

/**
 * A page that ends with a whole millisecond, as pages from the beginning and behind a cursor do; the others continue
 * from there with `limit` rows each. Reads one row more than it shows, to know whether another page follows.
 */
export async function pageOf<Row, Item>(
  list: ListLetter,
  { limit, page, cursor }: PageRequest,
  read: ReadRows<Row>,
  item: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Promise<Page<Item>> {
  const timeOf = (row: Row): number => placeOf(row).timeMs;
  const after = cursor === null ? null : readCursor(list, cursor);
  if (after === null && page > 0) {
    const skip = page * limit + (await longerBy(limit, read, timeOf));
    const rows = await read({ after, skip, take: limit + 1 });
    return shown(list, rows, Math.min(limit, rows.length), item, placeOf);
  }
  let rows = await read({ after, skip: 0, take: limit + 1 });
  if (wholeEnd(rows, limit, timeOf) > limit) rows = await read({ after, skip: 0, take: limit + MOST_LONGER + 1 });
  return shown(list, rows, wholeEnd(rows, limit, timeOf), item, placeOf);
}

/** By how many rows the first page is longer than `limit`. */
async function longerBy<Row>(limit: number, read: ReadRows<Row>, timeOf: (row: Row) => number): Promise<number> {
  const from = { after: null, skip: limit - 1 };
  const edge = await read({ ...from, take: 2 });
  if (wholeEnd(edge, 1, timeOf) <= 1) return 0;
  return wholeEnd(await read({ ...from, take: MOST_LONGER + 2 }), 1, timeOf) - 1;
}

function shown<Row, Item>(
  list: ListLetter,
  rows: readonly Row[],
  count: number,
  item: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Page<Item> {
  const nextCursor = rows.length > count && count > 0 ? writeCursor(list, placeOf(rows[count - 1]!)) : null;
  return { items: rows.slice(0, count).map(item), nextCursor };
}

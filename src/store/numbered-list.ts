/**
 * Lists whose rows are numbered (`tables.ts`, Numbers): a time, a page or a cursor becomes a number, so that what a
 * page costs depends neither on how deep it lies nor on how much there is.
 *
 * Times rise with the numbers, so a place in time is found by halving: some twenty rows are looked at in a million.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './db.ts';
import { lastNumber, type NumberedTable } from './numbering.ts';
import { type ListLetter, type PageRequest, readCursor } from './paging.ts';

/** The rows of an account in one contract, or in all. */
export interface NumberedList {
  readonly table: NumberedTable;
  readonly uid: number;
  readonly symbol: string | null;
}

const TIMES: Readonly<Record<NumberedTable, 'time_ms' | 'ended_ms'>> = { fill: 'time_ms', order_record: 'ended_ms' };

/** The column of the list's numbers. */
export function numberOf({ symbol }: NumberedList): 'nth' | 'nth_of_symbol' {
  return symbol === null ? 'nth' : 'nth_of_symbol';
}

/** The rows of the list, as a condition that its index answers. */
export function rowsOf({ uid, symbol }: NumberedList): RawBuilder<boolean> {
  return symbol === null ? sql<boolean>`uid = ${uid}` : sql<boolean>`uid = ${uid} AND symbol = ${symbol}`;
}

/** How many rows of the list are of this time or before. */
export async function countUntil(database: Database, list: NumberedList, timeMs: number): Promise<number> {
  const last = await lastNumber(database, list.table, list.uid, list.symbol);
  if (last === 0) return 0;
  const { rows } = await sql<{ found: number }>`${halving(list, last, timeMs)}`.execute(database.sql);
  return rows[0]?.found ?? 0;
}

/** The number of the last row of this time or before: it lies from `low` to `high`, which come together. */
export function halving(list: NumberedList, last: number, timeMs: number): RawBuilder<{ found: number }> {
  const middle = sql`(low + high + 1) / 2`;
  const isBefore = sql`${sql.ref(TIMES[list.table])} <= ${timeMs}`;
  return sql`WITH RECURSIVE halving (low, high) AS (
    SELECT CAST(0 AS BIGINT), CAST(${last} AS BIGINT)
    UNION ALL
    SELECT CASE WHEN ${isBefore} THEN ${middle} ELSE low END, CASE WHEN ${isBefore} THEN high ELSE ${middle} - 1 END
    FROM halving, ${sql.table(list.table)}
    WHERE low < high AND ${rowsOf(list)} AND ${sql.ref(numberOf(list))} = ${middle}
  ) SELECT low AS found FROM halving WHERE low = high`;
}

/** Rows of a list: numbers above `from`, up to `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The numbers of a range of time, both ends inclusive. */
export async function rangeOf(
  database: Database,
  list: NumberedList,
  startMs: number | null,
  endMs: number | null,
): Promise<NumberRange> {
  const from = startMs === null ? 0 : await countUntil(database, list, startMs - 1);
  const to =
    endMs === null
      ? await lastNumber(database, list.table, list.uid, list.symbol)
      : await countUntil(database, list, endMs);
  return { from, to };
}

/**
 * The number behind which a page begins, for a list of `letter`; null when the page asked for is the first or one by
 * its number. @throws StoreRefusal `badCursor`
 */
export function cursorNumber(letter: ListLetter, { cursor }: PageRequest): number | null {
  return cursor === null ? null : readCursor(letter, cursor).id;
}

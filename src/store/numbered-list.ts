/**
 * Lists whose rows are numbered (`tables.ts`, Numbers): a time, a page or a cursor becomes a number, so that what a
 * page costs depends neither on how deep it lies nor on how much there is.
 *
 * Times rise with the numbers, so a place in time is found by halving: some twenty rows are looked at in a million.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './db.ts';
import { type ListLetter, type PageRequest, readCursor } from './paging.ts';

export type NumberedTable = 'fill' | 'order_record';

/** The rows of an account, or those of them in one contract; of fills also those of one order, in its contract. */
export interface NumberedList {
  readonly table: NumberedTable;
  readonly uid: number;
  readonly symbol: string | null;
  readonly orderId: number | null;
}

/** A range of a list's numbers: above `from`, up to `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

const TIMES: Readonly<Record<NumberedTable, 'time_ms' | 'ended_ms'>> = { fill: 'time_ms', order_record: 'ended_ms' };

/** The column of the list's numbers. */
export function numberOf({ symbol, orderId }: NumberedList): 'nth' | 'nth_of_symbol' | 'nth_of_order' {
  return orderId !== null ? 'nth_of_order' : symbol === null ? 'nth' : 'nth_of_symbol';
}

/** The rows of the list, as a condition that its index answers. */
export function rowsOf({ uid, symbol, orderId }: NumberedList): RawBuilder<boolean> {
  const ofOrder = orderId === null ? sql`` : sql`order_id = ${orderId} AND`;
  const ofSymbol = symbol === null ? sql`` : sql`AND symbol = ${symbol}`;
  return sql<boolean>`${ofOrder} uid = ${uid} ${ofSymbol}`;
}

/** The list's last number, which is how many rows it has. */
export async function lastNumber(database: Database, list: NumberedList): Promise<number> {
  const { rows } = await sql<{ last: number }>`${last(list)}`.execute(database.sql);
  return rows[0]?.last ?? 0;
}

export function last(list: NumberedList): RawBuilder<unknown> {
  const number = sql.ref(numberOf(list));
  return sql`SELECT ${number} AS last FROM ${sql.table(list.table)} WHERE ${rowsOf(list)} AND ${number} IS NOT NULL
    ORDER BY ${number} DESC LIMIT 1`;
}

/** How many rows of the list are of this time or before. */
export async function countUntil(database: Database, list: NumberedList, timeMs: number): Promise<number> {
  const count = await lastNumber(database, list);
  if (count === 0) return 0;
  const { rows } = await sql<{ found: number }>`${halving(list, count, timeMs)}`.execute(database.sql);
  return rows[0]?.found ?? 0;
}

/** The number of the last row of this time or before: it lies from `low` to `high`, which come together. */
export function halving(list: NumberedList, count: number, timeMs: number): RawBuilder<unknown> {
  const middle = sql`(low + high + 1) / 2`;
  const isBefore = sql`${sql.ref(TIMES[list.table])} <= ${timeMs}`;
  return sql`WITH RECURSIVE halving (low, high) AS (
    SELECT CAST(0 AS BIGINT), CAST(${count} AS BIGINT)
    UNION ALL
    SELECT CASE WHEN ${isBefore} THEN ${middle} ELSE low END, CASE WHEN ${isBefore} THEN high ELSE ${middle} - 1 END
    FROM halving, ${sql.table(list.table)}
    WHERE low < high AND ${rowsOf(list)} AND ${sql.ref(numberOf(list))} = ${middle}
  ) SELECT low AS found FROM halving WHERE low = high`;
}

/** The numbers of a range of time, both ends inclusive. */
export async function rangeOf(
  database: Database,
  list: NumberedList,
  startMs: number | null,
  endMs: number | null,
): Promise<NumberRange> {
  const from = startMs === null ? 0 : await countUntil(database, list, startMs - 1);
  const to = endMs === null ? await lastNumber(database, list) : await countUntil(database, list, endMs);
  return { from, to };
}

/** The number behind which a page begins; null without a cursor. @throws StoreRefusal `badCursor` */
export function cursorNumber(letter: ListLetter, { cursor }: PageRequest): number | null {
  return cursor === null ? null : readCursor(letter, cursor).id;
}

/**
 * Lists whose rows are numbered (`tables.ts`, Numbers): a time, a page or a cursor becomes a number, so that the cost
 * of a page depends neither on how deep it is nor on how much there is.
 *
 * Times rise with the numbers, so a place in time is found by halving: some twenty rows are looked at in a million.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './db.ts';
import { idCode, symbolCode } from '../schema/row-codec.ts';

export type NumberedTable = 'fill' | 'order_record';

/** The rows of an account, or only those in one contract; for fills also those of one order, in its contract. */
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
  const ofOrder = orderId === null ? sql`` : sql`order_id = ${idCode(orderId)} AND`;
  const ofSymbol = symbol === null ? sql`` : sql`AND symbol = ${symbolCode(symbol)}`;
  return sql<boolean>`${ofOrder} uid = ${uid} ${ofSymbol}`;
}

/** The list's last number: how many rows it has, including those that are gone. */
export async function lastNumber(database: Pick<Database, 'sql'>, list: NumberedList): Promise<number> {
  const { rows } = await sql<{ last: number }>`${last(list)}`.execute(database.sql);
  return rows[0]?.last ?? firstGone(database, list);
}

/** How many rows of the list, its oldest, are gone because they were kept long enough. */
async function firstGone(database: Pick<Database, 'sql'>, list: NumberedList): Promise<number> {
  const { rows } = await sql<{ gone: number | null }>`${gone(list)}`.execute(database.sql);
  return rows[0]?.gone ?? 0;
}

/** How many rows of a list are gone; for an order's list, how many before its first. */
export function gone(list: NumberedList): RawBuilder<unknown> {
  const { table, uid, symbol, orderId } = list;
  if (orderId !== null)
    return sql`SELECT MIN(nth_of_order) - 1 AS gone FROM ${sql.table(list.table)} WHERE ${rowsOf(list)}`;
  return sql`SELECT gone FROM kept_list WHERE list = ${table} AND uid = ${uid}
    AND symbol = ${symbol === null ? sql`-1` : symbolCode(symbol)}`;
}

export function last(list: NumberedList): RawBuilder<unknown> {
  const number = sql.ref(numberOf(list));
  return sql`SELECT ${number} AS last FROM ${sql.table(list.table)} WHERE ${rowsOf(list)} AND ${number} IS NOT NULL
    ORDER BY ${number} DESC LIMIT 1`;
}

/** The number of the last row of this time or before; where there is none, of the last one that is gone. */
export async function countUntil(database: Database, list: NumberedList, timeMs: number): Promise<number> {
  const count = await lastNumber(database, list);
  if (count === 0) return 0;
  const least = await firstGone(database, list);
  const { rows } = await sql<{ found: number }>`${halving(list, least, count, timeMs)}`.execute(database.sql);
  return rows[0]?.found ?? least;
}

/** The number of the last row of this time or before: it is between `low` and `high`, which come together. */
export function halving(
  list: NumberedList,
  least: number | RawBuilder<unknown>,
  count: number | RawBuilder<unknown>,
  timeMs: number,
): RawBuilder<unknown> {
  const middle = sql`(low + high + 1) / 2`;
  const isBefore = sql`${sql.ref(TIMES[list.table])} <= ${timeMs}`;
  return sql`WITH RECURSIVE halving (low, high) AS (
    SELECT CAST(${least} AS BIGINT), CAST(${count} AS BIGINT)
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
  const from = startMs === null ? await firstGone(database, list) : await countUntil(database, list, startMs - 1);
  const to = endMs === null ? await lastNumber(database, list) : await countUntil(database, list, endMs);
  return { from, to };
}

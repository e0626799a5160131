/**
 * An account's sides of fills, newest first, with the number of all that fit the filter (BOOK-008).
 *
 * Those of an account, or of it in one contract, are numbered, so that a page costs the same wherever it lies. Those of
 * one order lie together and are counted through.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { FillFigures } from '../../core/orders/figures.ts';
import type { Database } from '../db.ts';
import { cursorNumber, numberOf, type NumberedList, rangeOf, rowsOf } from '../numbered-list.ts';
import { type ListLetter, type Page, type PageRequest, pageOf, windowOf } from '../paging.ts';
import type { FillTable, Tables } from '../tables.ts';

export interface FillsArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  readonly orderId: number | null;
  /** Both ends inclusive (W-05). */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** One side of a fill and its contract, in whose ticks and steps it is. */
export interface OwnFill extends FillFigures {
  readonly symbol: string;
}

export interface FillsPage extends Page<OwnFill> {
  /** Of all that fit the filter. */
  readonly total: number;
}

/** @throws StoreRefusal `badCursor` */
export function fills(database: Database, args: FillsArgs): Promise<FillsPage> {
  const { orderId } = args;
  return orderId === null ? fillsInList(database, args) : fillsOfOrder(database, args, orderId);
}

async function fillsInList(database: Database, args: FillsArgs): Promise<FillsPage> {
  const { uid, symbol, limit, page } = args;
  const list: NumberedList = { table: 'fill', uid, symbol };
  const letter: ListLetter = symbol === null ? 'f' : 's';
  const after = cursorNumber(letter, args);
  const { from, to } = await rangeOf(database, list, args.startMs, args.endMs);
  const top = after === null ? to - page * limit : Math.min(to, after - 1);
  const number = numberOf(list);
  const rows = await database.sql
    .selectFrom('fill')
    .selectAll()
    .where(rowsOf(list))
    .where(number, '<=', top)
    .where(number, '>', from)
    .orderBy(number, 'desc')
    .limit(limit + 1)
    .execute();
  const placeOf = (row: FillTable) => ({ timeMs: row.time_ms, id: row[number]! });
  return { ...pageOf(letter, limit, rows, fillOf, placeOf), total: Math.max(0, to - from) };
}

async function fillsOfOrder(database: Database, args: FillsArgs, orderId: number): Promise<FillsPage> {
  const { after, skip, take } = windowOf('t', args);
  const fitting = narrowed(database.sql.selectFrom('fill'), args, orderId);
  const { total } = await fitting.select(sql<number>`COUNT(*)`.as('total')).executeTakeFirstOrThrow();
  const behind = after === null ? fitting : fitting.where('id', '<', after.id);
  const rows = await behind.selectAll().orderBy('id', 'desc').limit(take).offset(skip).execute();
  return { ...pageOf('t', args.limit, rows, fillOf, (row) => ({ timeMs: row.time_ms, id: row.id })), total };
}

function narrowed(
  fills: SelectQueryBuilder<Tables, 'fill', object>,
  { uid, symbol, startMs, endMs }: FillsArgs,
  orderId: number,
) {
  let query = fills.where('order_id', '=', orderId).where('uid', '=', uid);
  if (symbol !== null) query = query.where('symbol', '=', symbol);
  if (startMs !== null) query = query.where('time_ms', '>=', startMs);
  if (endMs !== null) query = query.where('time_ms', '<=', endMs);
  return query;
}

function fillOf(row: FillTable): OwnFill {
  return {
    id: row.id,
    orderId: row.order_id,
    symbol: row.symbol,
    role: row.role,
    side: row.side,
    effect: row.effect,
    cause: row.cause,
    marginMode: row.margin_mode,
    positionMode: row.position_mode,
    price: row.price,
    size: row.size,
    value: row.value,
    fee: row.fee,
    liquidateFee: row.liquidate_fee,
    realised: row.realised,
    timeMs: row.time_ms,
  };
}

/**
 * An account's sides of fills, newest first, with the number of all that fit the filter (BOOK-008). They are numbered
 * in the account, in each contract and in each order, so that a page costs the same wherever it is.
 */
import type { FillFigures } from '../../core/orders/figures.ts';
import type { Database } from '../database/db.ts';
import { numberOf, type NumberedList, rangeOf, rowsOf } from '../database/numbered-list.ts';
import { type ListLetter, type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import { decodeRows } from '../schema/row-codec.ts';
import type { FillTable } from '../schema/tables.ts';

export interface FillsArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  readonly orderId: number | null;
  /** Both ends inclusive (W-05). */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** One side of a fill and its contract, in whose ticks and steps its figures are. */
export interface OwnFill extends FillFigures {
  readonly symbol: string;
}

export interface FillsPage extends Page<OwnFill> {
  /** The number of all that fit the filter. */
  readonly total: number;
}

/** @throws StoreRefusal `badCursor` */
export async function fills(database: Database, args: FillsArgs): Promise<FillsPage> {
  const { uid, symbol, orderId } = args;
  const list: NumberedList = { table: 'fill', uid, symbol, orderId };
  const letter: ListLetter = orderId !== null ? 't' : symbol === null ? 'f' : 's';
  const { from, to } = await rangeOf(database, list, args.startMs, args.endMs);
  const number = numberOf(list);
  const read = async ({ after, skip, take }: Window): Promise<FillTable[]> => {
    const rows = await database.sql
      .selectFrom('fill')
      .selectAll()
      .where(rowsOf(list))
      .where(number, '<=', after === null ? to - skip : Math.min(to, after.id - 1))
      .where(number, '>', from)
      .orderBy(number, 'desc')
      .limit(take)
      .execute();
    return decodeRows(database.sql, 'fill', rows);
  };
  const placeOf = (row: FillTable) => ({ timeMs: row.time_ms, id: row[number]! });
  return { ...(await pageOf(letter, args, read, fillOf, placeOf)), total: Math.max(0, to - from) };
}

export function fillOf(row: FillTable): OwnFill {
  return {
    id: row.id,
    orderId: row.order_id,
    positionId: row.position_id,
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

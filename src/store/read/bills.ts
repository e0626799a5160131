/**
 * An account's bills over all its parts, newest first (BILL-002).
 */
import { sql } from 'kysely';
import { FIRST_HOUSE, isUserAccount, LAST_HOUSE, LAST_SYSTEM_ACCOUNT } from '../../core/language/accounts.ts';
import type { Bill, BusinessType } from '../../core/language/bills.ts';
import type { Database } from '../database/db.ts';
import { type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import { decodeRows, idCode, symbolCode, wordCode } from '../schema/row-codec.ts';
import type { BillTable } from '../schema/tables.ts';

export interface BillsArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  readonly businessType: BusinessType | null;
  /** By creation time, both ends inclusive (W-05). */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** Word for word as in the indexes by contract and by type, which hold users' bills alone. */
const ofUsers = sql<boolean>`uid > ${sql.lit(LAST_SYSTEM_ACCOUNT)}
  AND (uid < ${sql.lit(FIRST_HOUSE)} OR uid > ${sql.lit(LAST_HOUSE)})`;

/** @throws StoreRefusal `badCursor` */
export async function bills(database: Database, args: BillsArgs): Promise<Page<Bill>> {
  const { uid, symbol, businessType, startMs, endMs } = args;
  let query = database.sql.selectFrom('bill').selectAll().where('uid', '=', uid);
  if (isUserAccount(uid)) query = query.where(ofUsers);
  if (symbol !== null) query = query.where('symbol', '=', symbolCode(symbol));
  if (businessType !== null) query = query.where('business_type', '=', wordCode('bill', 'business_type', businessType));
  if (startMs !== null) query = query.where('id', '>=', await firstBillFrom(database, startMs));
  if (endMs !== null) query = query.where('id', '<', await firstBillFrom(database, endMs + 1));
  const newest = query.orderBy('id', 'desc');
  const read = async ({ after, skip, take }: Window): Promise<BillTable[]> => {
    const page = after === null ? newest : newest.where('id', '<', idCode(after.id));
    return decodeRows(database.sql, 'bill', await page.limit(take).offset(skip).execute());
  };
  return pageOf('b', args, read, billOf, (row) => ({ timeMs: row.time_ms, id: row.id }));
}

/**
 * The id, as it is stored, at which the bills of a time and later begin: ids and times rise together, so it is found by
 * halving, in some thirty looks at the table.
 */
async function firstBillFrom(database: Database, timeMs: number): Promise<number> {
  const middle = sql`(low + high) / 2`;
  const found = sql`(SELECT time_ms FROM bill WHERE id >= ${middle} ORDER BY id LIMIT 1)`;
  const isBefore = sql`COALESCE(${found}, ${timeMs}) < ${timeMs}`;
  const { rows } = await sql<{ found: number }>`WITH RECURSIVE halving (low, high) AS (
    SELECT CAST(COALESCE(MIN(id), 0) AS BIGINT), CAST(COALESCE(MAX(id), 0) + 1 AS BIGINT) FROM bill
    UNION ALL
    SELECT CASE WHEN ${isBefore} THEN ${middle} + 1 ELSE low END, CASE WHEN ${isBefore} THEN high ELSE ${middle} END
    FROM halving WHERE low < high
  ) SELECT low AS found FROM halving WHERE low = high`.execute(database.sql);
  return rows[0]?.found ?? 0;
}

function billOf(row: BillTable): Bill {
  return {
    id: row.id,
    account: row.uid,
    positionId: row.position_id,
    symbol: row.symbol,
    amount: row.amount,
    businessType: row.business_type,
    balance: row.balance,
    legacyBalance: row.legacy_balance,
    fillFee: row.fill_fee,
    transferReason: row.transfer_reason,
    timeMs: row.time_ms,
    orderId: row.order_id,
    matchSequence: row.match_sequence,
  };
}

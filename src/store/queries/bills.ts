/**
 * An account's bills over all its parts, newest first (`wire.md` 5.5, BILL-002).
 */
import { sql } from 'kysely';
import type { Bill, BusinessType } from '../../core/ledger/bills.ts';
import type { Database } from '../db.ts';
import { type Page, type PageRequest, pageOf, windowOf } from '../paging.ts';
import type { BillTable } from '../tables.ts';

export interface BillsArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  readonly businessType: BusinessType | null;
  /** On creation time, both ends inclusive (W-05). */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** The indexes hold the bills of users only; the exchange's own accounts, 1 to 5, have no lists. */
const ofUsers = sql<boolean>`uid > 5`;

/** @throws StoreRefusal `badCursor` */
export async function bills(database: Database, args: BillsArgs): Promise<Page<Bill>> {
  const { after, skip, take } = windowOf('b', args);
  let query = database.sql.selectFrom('bill').selectAll().where('uid', '=', args.uid).where(ofUsers);
  if (args.symbol !== null) query = query.where('symbol', '=', args.symbol);
  if (args.businessType !== null) query = query.where('business_type', '=', args.businessType);
  if (args.startMs !== null) query = query.where('time_ms', '>=', args.startMs);
  if (args.endMs !== null) query = query.where('time_ms', '<=', args.endMs);
  if (after !== null) query = query.where((eb) => eb(eb.refTuple('time_ms', 'id'), '<', eb.tuple(after.timeMs, after.id)));
  const rows = await query.orderBy('time_ms', 'desc').orderBy('id', 'desc').limit(take).offset(skip).execute();
  return pageOf('b', args.limit, rows, billOf, (row) => ({ timeMs: row.time_ms, id: row.id }));
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

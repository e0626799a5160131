/**
 * An account's bills over all its parts, newest first (BILL-002).
 */
import { sql } from 'kysely';
import { FEE, LAST_SYSTEM_ACCOUNT } from '../../core/language/accounts.ts';
import type { Bill, BusinessType } from '../../core/language/bills.ts';
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

/**
 * Which index can answer: users' bills are in three, those of the exchange's own accounts, fees of fills apart, in one
 * of their own.
 */
const lastSystemAccount = sql.lit(LAST_SYSTEM_ACCOUNT);
const ofUsers = sql<boolean>`uid > ${lastSystemAccount}`;
const ofSystem = sql<boolean>`uid <= ${lastSystemAccount} AND business_type <> 'order_fill_fee_income'`;

/** Half of all bills are fees of fills: the newest of them are found quickly by going back through all. */
function hasMassOfBills({ uid, businessType }: BillsArgs): boolean {
  return uid === FEE && (businessType === null || businessType === 'order_fill_fee_income');
}

/** @throws StoreRefusal `badCursor` */
export async function bills(database: Database, args: BillsArgs): Promise<Page<Bill>> {
  const { after, skip, take } = windowOf('b', args);
  let query = database.sql.selectFrom('bill').selectAll().where('uid', '=', args.uid);
  if (args.uid > LAST_SYSTEM_ACCOUNT) query = query.where(ofUsers);
  else if (!hasMassOfBills(args)) query = query.where(ofSystem);
  if (args.symbol !== null) query = query.where('symbol', '=', args.symbol);
  if (args.businessType !== null) query = query.where('business_type', '=', args.businessType);
  if (args.startMs !== null) query = query.where('time_ms', '>=', args.startMs);
  if (args.endMs !== null) query = query.where('time_ms', '<=', args.endMs);
  if (after !== null)
    query = query.where((eb) => eb(eb.refTuple('time_ms', 'id'), '<', eb.tuple(after.timeMs, after.id)));
  // Ids and times rise together.
  const ordered = hasMassOfBills(args) ? query : query.orderBy('time_ms', 'desc');
  const rows = await ordered.orderBy('id', 'desc').limit(take).offset(skip).execute();
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

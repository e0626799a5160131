/**
 * The rows of orders with the log that decides about each, and the openings that some of them follow: take-profits and
 * stop-losses of a covered opening are covered like it, by the same function as in a report (docs/evidence.md,
 * Triggers). Found when they are asked for, since an opening may get its log after what follows it.
 */
import type { Decision } from '../../core/log/decision.ts';
import type { OrderHeader } from '../../core/log/header.ts';
import { isBracket, openingTypeOf } from '../../core/verification/bracket.ts';
import { coinsOf, contentOf } from '../../core/verification/content.ts';
import { exactOf } from '../../core/verification/exact.ts';
import { type Grade, isCovered, type LinkKind } from '../../core/verification/grade.ts';
import type { Range } from '../../core/verification/marks.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import type { Database } from '../database/db.ts';
import { QUOTE } from '../write/grade-orders.ts';
import { headerOf } from '../schema/leaf-form.ts';
import { decodeRows, symbolCode, wordCode } from '../schema/row-codec.ts';

export interface OrderRow {
  readonly order_id: number;
  readonly leaf_index: number;
  readonly uid: number;
  readonly symbol: string;
  readonly type: string;
  readonly placed_at: number;
  readonly late_ms: number;
  readonly grade: Grade;
  readonly mark: string | null;
  readonly deciding_log: number | null;
  readonly deciding_how: LinkKind | null;
  readonly header: Uint8Array | null;
  readonly decisions: string | null;
  readonly received_at: number | null;
  readonly traced: number | null;
  readonly fresh: number | null;
}

/** A row with the opening it follows; null: it stands for itself. */
export interface FollowedRow extends OrderRow {
  readonly opening: OrderRow | null;
}

const MINUTE_MS = 60_000;
/** Bars are in 1e-8. */
const BAR_PLACES = 8;

export function ordersIn(database: Database) {
  return database.sql
    .selectFrom('ai_order')
    .innerJoin('tlog_leaf', 'tlog_leaf.idx', 'ai_order.leaf_index')
    .leftJoin('ailog', 'ailog.log_index', 'ai_order.deciding_log')
    .leftJoin('ailog_trace', 'ailog_trace.log_index', 'ai_order.deciding_log')
    .select(['ai_order.order_id', 'leaf_index', 'ai_order.uid', 'symbol', 'type', 'placed_at'])
    .select(['late_ms', 'grade', 'mark', 'deciding_log', 'deciding_how'])
    .select(['tlog_leaf.header', 'ailog.decisions', 'ailog.received_at', 'ailog_trace.traced', 'ailog_trace.fresh']);
}

type Orders = ReturnType<typeof ordersIn>;

async function rowsOf(database: Database, query: Orders): Promise<OrderRow[]> {
  return decodeRows(database.sql, 'ai_order', await query.execute());
}

/** Orders that may follow an opening: to close, and not covered by a log of their own. */
export function mayFollow(database: Database, uid: number) {
  const grades = (['U', 'D', 'X'] as const).map((grade) => wordCode('ai_order', 'grade', grade));
  const types = ['3', '4'].map((type) => wordCode('ai_order', 'type', type));
  return ordersIn(database)
    .where('ai_order.uid', '=', uid)
    .where('counted', '=', 1)
    .where('grade', 'in', grades)
    .where('type', 'in', types);
}

/** The rows that a query of `ordersIn` gives, each with the opening it follows. */
export async function withOpenings(database: Database, query: Orders): Promise<FollowedRow[]> {
  const found: FollowedRow[] = [];
  for (const row of await rowsOf(database, query)) found.push({ ...row, opening: await openingOf(database, row) });
  return found;
}

async function openingOf(database: Database, row: OrderRow): Promise<OrderRow | null> {
  const type = openingTypeOf(row.type);
  if (type === null || isCovered(row.grade)) return null;
  const header = JSON.parse(headerOf(row) ?? '{}') as OrderHeader;
  if (header.triggerPrice === null) return null;
  const opening = await latestOpening(database, row, type);
  if (opening === undefined || !isCovered(opening.grade)) return null;
  const marks = await marksAt(database, row);
  const contentAs = (of: string) => contentFor(row, { ...header, type: of });
  const content = row.deciding_log === null ? null : contentAs(row.type);
  return isBracket({ header, content, contentAs, marks: () => marks }, DEFAULT_TERMS) ? opening : null;
}

/** The latest counted opening of the contract and side before it that has a fill. */
async function latestOpening(database: Database, { uid, symbol, leaf_index }: OrderRow, type: string) {
  const query = ordersIn(database)
    .where('ai_order.uid', '=', uid)
    .where('counted', '=', 1)
    .where('symbol', '=', symbolCode(symbol))
    .where('type', '=', wordCode('ai_order', 'type', type))
    .where('leaf_index', '<', leaf_index)
    .where((are) =>
      are.exists(are.selectFrom('fill').select('fill.order_id').whereRef('fill.order_id', '=', 'ai_order.order_id')),
    )
    .orderBy('leaf_index', 'desc')
    .limit(1);
  return (await rowsOf(database, query))[0];
}

/** Its own log's statement, as an order of this header. */
function contentFor({ decisions, mark }: OrderRow, { symbol, type, size, price }: OrderHeader) {
  if (decisions === null) return 'unread';
  const read = JSON.parse(decisions) as Decision[];
  return contentOf({ type, ...coinsOf(symbol, QUOTE), size, price }, read, DEFAULT_TERMS, () => mark);
}

/** The marks of that minute; where it has no bar, nothing changed since the last one that has. */
async function marksAt(database: Database, { symbol, placed_at: placedAt }: OrderRow): Promise<Range | null> {
  const bar = await database.sql
    .selectFrom('bar')
    .select(['open_ms', 'low', 'high', 'close'])
    .where('symbol', '=', symbol)
    .where('price_kind', '=', 'mark')
    .where('granularity', '=', '1m')
    .where('open_ms', '<=', placedAt)
    .orderBy('open_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (bar === undefined) return null;
  const isThen = bar.open_ms > placedAt - MINUTE_MS;
  const [low, high] = [exactOf(isThen ? bar.low : bar.close), exactOf(isThen ? bar.high : bar.close)];
  if (low === null || high === null) return null;
  return { low: { ...low, places: BAR_PLACES }, high: { ...high, places: BAR_PLACES } };
}

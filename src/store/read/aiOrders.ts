/**
 * An account's counted orders, newest first, each with its grade, its level and the log that decides about it
 * (docs/evidence.md, Grades and Levels).
 */
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import type { Level } from '../../core/verification/level.ts';
import type { Database } from '../database/db.ts';
import { levelOfTrace } from '../write/log-traces.ts';
import { type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import { headerOf } from '../schema/leaf-form.ts';
import { symbolCode } from '../schema/row-codec.ts';
import { type FollowedRow, ordersIn, withOpenings } from './ai-order-rows.ts';

export interface AiOrdersArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  /** By the time the order was accepted, both ends inclusive. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export interface AiOrderItem {
  readonly orderId: string;
  /** Index of its leaf. */
  readonly index: number;
  readonly symbol: string;
  /** As on the wire, 1 to 4. */
  readonly type: string;
  /** JCS of the leaf's header, which has the size. */
  readonly header: string;
  readonly placedAtMs: number;
  readonly grade: Grade;
  /** Until when a log still covers it. */
  readonly lateUntilMs: number;
  /** Null without a log. */
  readonly level: Level | null;
  /** `opening`: it follows the order that opened its position, and the log is that one's. */
  readonly link: { readonly index: number; readonly how: LinkKind | 'opening'; readonly deltaMs: number } | null;
}

/** @throws StoreRefusal `badCursor` */
export async function aiOrders(database: Database, args: AiOrdersArgs): Promise<Page<AiOrderItem>> {
  const { uid, symbol, startMs, endMs } = args;
  let query = ordersIn(database).where('ai_order.uid', '=', uid).where('counted', '=', 1);
  if (symbol !== null) query = query.where('symbol', '=', symbolCode(symbol));
  if (startMs !== null) query = query.where('placed_at', '>=', startMs);
  if (endMs !== null) query = query.where('placed_at', '<=', endMs);
  const newest = query.orderBy('leaf_index', 'desc');
  const read = async ({ after, skip, take }: Window): Promise<FollowedRow[]> => {
    const page = after === null ? newest : newest.where('leaf_index', '<', after.id);
    return withOpenings(database, page.limit(take).offset(skip));
  };
  return pageOf('a', args, read, itemOf, ({ placed_at, leaf_index }) => ({ timeMs: placed_at, id: leaf_index }));
}

/** The orders of these leaves, by leaf. */
export async function ordersAt(database: Database, leaves: readonly number[]): Promise<Map<number, AiOrderItem>> {
  if (leaves.length === 0) return new Map();
  const rows = await withOpenings(database, ordersIn(database).where('leaf_index', 'in', leaves));
  return new Map(rows.map((row) => [row.leaf_index, itemOf(row)]));
}

function itemOf(row: FollowedRow): AiOrderItem {
  const { leaf_index: index, symbol, type, placed_at: placedAtMs, opening } = row;
  const { grade, deciding_log: log, deciding_how: how, received_at: receivedAt, traced, fresh } = opening ?? row;
  const isLinked = log !== null && how !== null && receivedAt !== null;
  const trace = traced === null || fresh === null ? null : { traced, fresh };
  return {
    orderId: String(row.order_id),
    index,
    symbol,
    type,
    header: headerOf(row) ?? '',
    placedAtMs,
    grade,
    lateUntilMs: placedAtMs + row.late_ms,
    level: isLinked ? levelOfTrace(trace, grade) : null,
    link: isLinked ? { index: log, how: opening === null ? how : 'opening', deltaMs: receivedAt - placedAtMs } : null,
  };
}

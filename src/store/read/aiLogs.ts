/**
 * An account's own AI logs, newest first, each with the orders it is linked to (docs/ai-log.md 11). Bodies are left
 * out.
 */
import type { Decision } from '../../core/log/decision.ts';
import type { UploadWarning } from '../../core/log/upload.ts';
import type { LinkKind } from '../../core/verification/grade.ts';
import type { Database } from '../database/db.ts';
import { type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import type { AiLogTable } from '../schema/tables.ts';

export interface AiLogsArgs extends PageRequest {
  readonly uid: number;
  /** Logs that carry this order id or are linked to this order. */
  readonly orderId: string | null;
  /** By the time of receipt, both ends inclusive. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export interface AiLogItem {
  /** Its leaf's index, which is its id. */
  readonly index: number;
  readonly receivedAtMs: number;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  readonly size: number;
  readonly bodySha256: string;
  readonly decisions: readonly Decision[];
  readonly links: readonly { readonly orderId: string; readonly how: LinkKind }[];
  readonly warnings: readonly UploadWarning[];
}

/** @throws StoreRefusal `badCursor` */
export async function aiLogs(database: Database, args: AiLogsArgs): Promise<Page<AiLogItem>> {
  const { orderId, uid } = args;
  let query = database.sql.selectFrom('ailog').selectAll().where('uid', '=', uid);
  if (orderId !== null) {
    const carries = database.sql
      .selectFrom('ailog_key')
      .select('log_index')
      .where('uid', '=', uid)
      .where('how', '=', 'orderId')
      .where('key', '=', orderId);
    const linked = database.sql.selectFrom('ailog_link').select('log_index').where('order_id', '=', orderId);
    query = query.where('log_index', 'in', carries.union(linked));
  }
  if (args.startMs !== null) query = query.where('received_at', '>=', args.startMs);
  if (args.endMs !== null) query = query.where('received_at', '<=', args.endMs);
  const newest = query.orderBy('received_at', 'desc').orderBy('log_index', 'desc');
  const read = ({ after, skip, take }: Window): Promise<AiLogTable[]> => {
    const rest =
      after === null
        ? newest
        : newest.where((eb) => eb(eb.refTuple('received_at', 'log_index'), '<', eb.tuple(after.timeMs, after.id)));
    return rest.limit(take).offset(skip).execute();
  };
  const { items: rows, nextCursor } = await pageOf('l', args, read, (row) => row, placeOf);
  const links = await linksOf(
    database,
    rows.map((row) => row.log_index),
  );
  return { items: rows.map((row) => aiLogItem(row, links.get(row.log_index))), nextCursor };
}

function placeOf(row: AiLogTable): { timeMs: number; id: number } {
  return { timeMs: row.received_at, id: row.log_index };
}

/** A log's row as it is shown; `links` undefined when it has none. */
export function aiLogItem(row: AiLogTable, links: AiLogItem['links'] | undefined): AiLogItem {
  return {
    index: row.log_index,
    receivedAtMs: row.received_at,
    orderId: row.order_id,
    stage: row.stage,
    model: row.model,
    size: row.size,
    bodySha256: row.body_sha256,
    decisions: JSON.parse(row.decisions) as Decision[],
    links: links ?? [],
    warnings: JSON.parse(row.warnings) as UploadWarning[],
  };
}

/** The orders each log is linked to, oldest first, strongest link first. */
export async function linksOf(
  database: Database,
  indices: readonly number[],
): Promise<Map<number, AiLogItem['links']>> {
  const links = new Map<number, { orderId: string; how: LinkKind }[]>();
  if (indices.length === 0) return links;
  const rows = await database.sql
    .selectFrom('ailog_link')
    .selectAll()
    .where('log_index', 'in', indices)
    .orderBy('log_index')
    .orderBy('order_id')
    .orderBy('how')
    .execute();
  for (const { log_index, order_id: orderId, how } of rows) {
    const known = links.get(log_index);
    if (known) known.push({ orderId, how });
    else links.set(log_index, [{ orderId, how }]);
  }
  return links;
}

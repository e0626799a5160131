/** Leaves of the log as the public sees them, newest first: where each is, of what kind, and when. */
import { sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { leavesWithHash } from '../evidence/leaf-hashes.ts';
import { ofKind } from '../schema/leaf-form.ts';
import type { LeafTable } from '../schema/log-tables.ts';
import { type Page, type PageRequest, pageOf, type Window } from './paging.ts';

export interface LeavesArgs extends PageRequest {
  readonly kind: string | null;
  /** Hex of its hash. */
  readonly leaf: string | null;
  /** Only those in the tree of this size. */
  readonly below?: number;
}

export interface LeafItem {
  readonly index: number;
  readonly k: string;
  readonly t: number;
}

const WITH_ALL = leavesText('SELECT idx, kind, t FROM tlog_leaf');

/** Those of logs and orders are in no index over kinds: they are found by their log or order. */
function leavesOf(kind: string | null) {
  if (kind === null) return WITH_ALL;
  if (kind === 'order') return leavesText(`SELECT leaf_index AS idx, 'order' AS kind, placed_at AS t FROM ai_order`);
  if (kind === 'ailog') return leavesText(`SELECT log_index AS idx, 'ailog' AS kind, received_at AS t FROM ailog`);
  return sql<LeafPlace>`(SELECT idx, kind, t FROM tlog_leaf WHERE ${ofKind(kind)})`.as('leaf');
}

type LeafPlace = Pick<LeafTable, 'idx' | 'kind' | 't'>;

function leavesText(text: string) {
  return sql.raw<LeafPlace>(`(${text})`).as('leaf');
}

/** @throws StoreRefusal `badCursor` */
export async function leaves(database: Database, args: LeavesArgs): Promise<Page<LeafItem>> {
  let query = database.sql.selectFrom(args.leaf === null ? leavesOf(args.kind) : WITH_ALL).select(['idx', 'kind', 't']);
  if (args.kind !== null && args.leaf !== null) query = query.where('kind', '=', args.kind);
  if (args.leaf !== null) {
    const found = await leavesWithHash(database, Buffer.from(args.leaf, 'hex'));
    if (found.length === 0) return { items: [], nextCursor: null };
    query = query.where('idx', 'in', found);
  }
  if (args.below !== undefined) query = query.where('idx', '<', args.below);
  const newest = query.orderBy('idx', 'desc');
  const read = ({ after, skip, take }: Window): Promise<LeafPlace[]> =>
    (after === null ? newest : newest.where('idx', '<', after.id)).limit(take).offset(skip).execute();
  return pageOf(
    'e',
    args,
    read,
    ({ idx: index, kind: k, t }) => ({ index, k, t }),
    ({ idx: id, t: timeMs }) => ({ timeMs, id }),
  );
}

/** The last leaf of this time or before; −1: none. Times rise with the leaves, so it is found by halving. */
export async function leafAt({ sql: on }: Database, timeMs: number): Promise<number> {
  const newest = await on.selectFrom('tlog_leaf').select('idx').orderBy('idx', 'desc').limit(1).executeTakeFirst();
  const found = await sql<{ found: number }>`WITH RECURSIVE halving (low, high) AS (
      SELECT CAST(-1 AS BIGINT), CAST(${newest?.idx ?? -1} AS BIGINT)
      UNION ALL
      SELECT CASE WHEN t <= ${timeMs} THEN idx ELSE low END, CASE WHEN t <= ${timeMs} THEN high ELSE idx - 1 END
      FROM halving, tlog_leaf WHERE low < high AND idx = (low + high + 1) / 2
    ) SELECT low AS found FROM halving WHERE low = high`.execute(on);
  return found.rows[0]?.found ?? -1;
}

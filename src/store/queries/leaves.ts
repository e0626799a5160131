/** Leaves of the log as the public sees them, newest first: where each is, of what kind, and when. */
import { sql } from 'kysely';
import type { Database } from '../db.ts';
import { type Page, type PageRequest, pageOf, windowOf } from '../paging.ts';

export interface LeavesArgs extends PageRequest {
  readonly kind: string | null;
  /** Hex of its hash. */
  readonly leaf: string | null;
  /** Only those of the tree of this size. */
  readonly below?: number;
}

export interface LeafItem {
  readonly index: number;
  readonly k: string;
  readonly t: number;
}

/** @throws StoreRefusal `badCursor` */
export async function leaves(database: Database, args: LeavesArgs): Promise<Page<LeafItem>> {
  const { after, skip, take } = windowOf('e', args);
  let query = database.sql.selectFrom('tlog_leaf').select(['idx', 'kind', 't']);
  if (args.kind !== null) query = query.where('kind', '=', args.kind);
  if (args.leaf !== null) query = query.where(sql<boolean>`hash = ${Buffer.from(args.leaf, 'hex')}`);
  if (args.below !== undefined) query = query.where('idx', '<', args.below);
  if (after !== null) query = query.where('idx', '<', after.id);
  const rows = await query.orderBy('idx', 'desc').limit(take).offset(skip).execute();
  return pageOf(
    'e',
    args.limit,
    rows,
    ({ idx: index, kind: k, t }) => ({ index, k, t }),
    ({ idx: id, t: timeMs }) => ({ timeMs, id }),
  );
}

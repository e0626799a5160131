/**
 * The stored leaves of the log in order, each with what opens it: for judging or exporting, which have their own
 * connection and thread and read for minutes. A body is read when it is wanted, one at a time.
 */
import type { Database } from '../database/db.ts';
import { entryOf, headerOf } from '../schema/leaf-form.ts';
import { payloadGet, type StoredBody } from './payloads.ts';

/** How many rows are read in one go. */
const CHUNK = 1_000;

export interface StoredLeaf {
  readonly index: number;
  readonly kind: string;
  /** The account of a blinded leaf; null when it has none, and for public ones. */
  readonly uid: number | null;
  /** JCS; null for a public leaf, and where the body it is read from is gone. */
  readonly header: string | null;
  readonly entry: string;
  readonly hash: Uint8Array;
  /** For an AI log, the name its body and salt are kept under. */
  readonly h: string | null;
}

/** Leaves from 0 up to a size. @throws RangeError when one is missing */
export async function* storedLeaves(database: Database, size: number): AsyncGenerator<StoredLeaf> {
  for (let first = 0; first < size; first += CHUNK) {
    const end = Math.min(first + CHUNK, size);
    const rows = await leavesBetween(database, first, end);
    for (const [nth, row] of rows.entries()) {
      if (row.index !== first + nth) throw new RangeError(`leaf ${first + nth} is not stored`);
      yield row;
    }
    if (rows.length < end - first) throw new RangeError(`leaf ${first + rows.length} is not stored`);
  }
}

async function leavesBetween({ sql }: Database, first: number, end: number): Promise<StoredLeaf[]> {
  const rows = await sql
    .selectFrom('tlog_leaf')
    .leftJoin('ailog', 'ailog.log_index', 'tlog_leaf.idx')
    .select(['tlog_leaf.idx', 'kind', 't', 'tlog_leaf.uid', 'header', 'entry', 'hash'])
    .select('ailog.h')
    .where('idx', '>=', first)
    .where('idx', '<', end)
    .orderBy('idx')
    .execute();
  return rows.map((row) => {
    const { idx: index, kind, uid, hash, h } = row;
    return { index, kind, uid, header: headerOf(row), entry: entryOf(row), hash, h };
  });
}

/** Body and salt of an AI log; null when they are gone. */
export function bodyOf(database: Database, { h }: StoredLeaf): Promise<StoredBody | null> {
  return h === null ? Promise.resolve(null) : payloadGet(database, { h });
}

/** JCS of the records of a minute; null when there are none. */
export async function minuteOf({ sql }: Database, contest: string, atMs: number): Promise<string | null> {
  const query = sql.selectFrom('contest_minute').select('payload');
  const row = await query.where('contest', '=', contest).where('at_ms', '=', atMs).executeTakeFirst();
  return row?.payload ?? null;
}

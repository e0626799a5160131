/**
 * Checkpoints that were signed (docs/ai-log.md 15): one root for a size, and never a smaller size. Both are ensured
 * here, in one transaction, whoever signs: a checkpoint is stored only after the one its signer knows as the newest,
 * which, according to the rows, is the beginning of the new tree.
 */
import { sql } from 'kysely';
import { equalBytes } from '../../core/text/bytes.ts';
import type { Database } from '../database/db.ts';
import { logRoot } from './log-tiles.ts';

export interface StoredCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
  /** As it is served. */
  readonly note: string;
  readonly atMs: number;
}

export async function checkpointNewest(
  database: Database,
  { origin }: { readonly origin: string },
): Promise<StoredCheckpoint | null> {
  const row = await database.sql
    .selectFrom('tlog_checkpoint')
    .selectAll()
    .where('origin', '=', origin)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { size: row.size, root: row.root, note: row.note + row.cosignatures, atMs: row.at };
}

export interface CheckpointPut extends StoredCheckpoint {
  readonly origin: string;
  /** Size of the newest one that the signer knows; null: none yet. */
  readonly after: number | null;
}

/**
 * Whether it is stored, or what prevents it: `rows`, the stored tree has another root at that size; `published`, it has
 * another one at the size of the newest checkpoint; `newest`, another checkpoint is the newest.
 */
export type CheckpointStored =
  | { readonly ok: true }
  | { readonly ok: false; readonly against: 'rows' | 'published' | 'newest'; readonly why: string };

/** Must be asked at a sequence at which the leaves it covers are stored. */
export async function checkpointPut(database: Database, put: CheckpointPut): Promise<CheckpointStored> {
  const { origin, size, root, note, atMs, after } = put;
  const found = await checkpointNewest(database, { origin });
  if (!(await isRoot(database, put)))
    return { ok: false, against: 'rows', why: `the stored leaves do not lead to the root of size ${size}` };
  if (found !== null && found.size <= size && !(await isRoot(database, found)))
    return {
      ok: false,
      against: 'published',
      why: `the stored leaves do not lead to the published root of size ${found.size}`,
    };
  return database.transaction('durable', async (on): Promise<CheckpointStored> => {
    if (database.kind === 'postgres') await sql`LOCK TABLE tlog_checkpoint IN SHARE ROW EXCLUSIVE MODE`.execute(on);
    const newest = await on
      .selectFrom('tlog_checkpoint')
      .select((eb) => eb.fn.max<number | null>('size').as('size'))
      .where('origin', '=', origin)
      .executeTakeFirst();
    const newestSize = newest?.size ?? null;
    if (newestSize !== after || (after !== null && size <= after))
      return {
        ok: false,
        against: 'newest',
        why: `the newest checkpoint is of ${newestSize ?? 'no'} leaves, not of ${after ?? 'none'}`,
      };
    await on.insertInto('tlog_checkpoint').values({ origin, size, root, note, at: atMs, cosignatures: '' }).execute();
    return { ok: true };
  });
}

/** A line that a witness added to a checkpoint. */
export interface CheckpointCosigned {
  readonly origin: string;
  readonly size: number;
  readonly line: string;
}

export async function checkpointCosign(
  database: Database,
  { origin, size, line }: CheckpointCosigned,
): Promise<{ readonly ok: true }> {
  await database.sql
    .updateTable('tlog_checkpoint')
    .set({ cosignatures: sql`cosignatures || ${line}` })
    .where('origin', '=', origin)
    .where('size', '=', size)
    .execute();
  return { ok: true };
}

/** Whether the stored leaves lead to the root; if rows are missing they don't. */
async function isRoot(database: Database, { size, root }: Pick<StoredCheckpoint, 'size' | 'root'>): Promise<boolean> {
  try {
    return equalBytes(await logRoot(database, size), root);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

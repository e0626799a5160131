/**
 * One AI log with everything its owner may have: header, field keys, body, entry and leaf hash (docs/ai-log.md 5, 11).
 *
 * The salt stays here. A log of another account and one that does not exist are the same: null.
 */
import { type UploadKeys, uploadKeys } from '../../core/log/header.ts';
import type { Database } from '../database/db.ts';
import { bodiesOf } from '../evidence/payloads.ts';
import { sha256 } from '../sha256.ts';
import { entryOf, headerOf } from '../schema/leaf-form.ts';
import type { AiLogTable } from '../schema/tables.ts';
import { type AiLogItem, aiLogItem, linksOf } from './aiLogs.ts';

export interface AiLogArgs {
  readonly uid: number;
  readonly index: number;
}

export interface AiLogWhole extends AiLogItem {
  /** JCS text; null when the body is gone. */
  readonly header: string | null;
  /** The five field keys, base64; null when the body is gone. */
  readonly keys: UploadKeys | null;
  /** The request's body as received; null when it is gone. */
  readonly body: Uint8Array | null;
  /** JCS text of the leaf's entry. */
  readonly entry: string;
  /** Leaf hash, lower-case hex. */
  readonly leaf: string;
}

export async function aiLog(database: Database, { uid, index }: AiLogArgs): Promise<AiLogWhole | null> {
  const row = await database.sql
    .selectFrom('ailog')
    .selectAll()
    .where('log_index', '=', index)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row === undefined ? null : ((await wholeLogs(database, [row])).get(index) ?? null);
}

/** The logs of these leaves, by leaf. */
export async function logsAt(database: Database, leaves: readonly number[]): Promise<Map<number, AiLogWhole>> {
  if (leaves.length === 0) return new Map();
  return wholeLogs(
    database,
    await database.sql.selectFrom('ailog').selectAll().where('log_index', 'in', leaves).execute(),
  );
}

async function wholeLogs(database: Database, rows: readonly AiLogTable[]): Promise<Map<number, AiLogWhole>> {
  const indices = rows.map(({ log_index }) => log_index);
  const found = await database.sql
    .selectFrom('tlog_leaf')
    .select(['idx', 'kind', 't', 'header', 'entry', 'hash'])
    .where('idx', 'in', indices)
    .execute();
  const leaves = new Map(found.map((leaf) => [leaf.idx, leaf]));
  const bodies = await bodiesOf(
    database,
    rows.map(({ h }) => h),
  );
  const links = await linksOf(database, indices);
  return new Map(
    rows.map((row) => {
      const leaf = leaves.get(row.log_index);
      if (leaf === undefined) throw new Error(`leaf ${row.log_index} is gone`);
      const stored = bodies.get(row.h) ?? null;
      const whole = {
        ...aiLogItem(row, links.get(row.log_index)),
        header: headerOf(leaf),
        keys: stored === null ? null : uploadKeys(sha256, stored.salt),
        body: stored?.body ?? null,
        entry: entryOf(leaf),
        leaf: Buffer.from(leaf.hash).toString('hex'),
      };
      return [row.log_index, whole];
    }),
  );
}

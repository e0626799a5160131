/**
 * One AI log with everything its owner may have: header, field keys, body, entry and leaf hash (docs/ai-log.md 5, 11).
 *
 * The salt stays here. A log of another account and one that does not exist are the same: null.
 */
import { type UploadKeys, uploadKeys } from '../../core/ailog/log/header.ts';
import type { Database } from '../db.ts';
import { payloadGet } from '../payloads.ts';
import { sha256 } from '../sha256.ts';
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
  if (row === undefined) return null;
  const leaf = await database.sql
    .selectFrom('tlog_leaf')
    .select(['header', 'entry', 'hash'])
    .where('idx', '=', index)
    .executeTakeFirstOrThrow();
  const stored = await payloadGet(database, { h: row.h });
  const links = await linksOf(database, [index]);
  return {
    ...aiLogItem(row, links.get(index)),
    header: leaf.header,
    keys: stored === null ? null : uploadKeys(sha256, stored.salt),
    body: stored?.body ?? null,
    entry: leaf.entry,
    leaf: Buffer.from(leaf.hash).toString('hex'),
  };
}

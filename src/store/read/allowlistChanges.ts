/**
 * When an account came onto the AI-log allowlist or left it, oldest first: its `account` leaves (docs/ai-log.md 4, 11).
 */
import type { Database } from '../database/db.ts';
import { headerOf, ofKind } from '../schema/leaf-form.ts';

export interface AllowlistChange {
  /** Leaf index. */
  readonly index: number;
  readonly timeMs: number;
  readonly allowed: boolean;
  readonly reason: string;
}

export async function allowlistChanges(
  database: Database,
  { uid }: { readonly uid: number },
): Promise<AllowlistChange[]> {
  const rows = await database.sql
    .selectFrom('tlog_leaf')
    .select(['idx', 't', 'header'])
    .where(ofKind('account'))
    .where('uid', '=', uid)
    .orderBy('idx')
    .execute();
  return rows.map((leaf) => {
    const { allowed, reason } = JSON.parse(headerOf(leaf) ?? '{}') as { allowed: boolean; reason: string };
    return { index: leaf.idx, timeMs: leaf.t, allowed, reason };
  });
}

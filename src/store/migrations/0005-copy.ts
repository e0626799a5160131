/**
 * Copy trading for operators: projected tables of who followed whom, even after the core has forgotten it, and of
 * copies that were skipped (COPY-001, COPY-002). And the index by which the exchange's own accounts 1 to 5 show their
 * bills: all but the fees of fills, which are half of all bills there are and need none.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { idColumn, runAll } from './portable.ts';

export async function createCopyTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE copy_relation (id ${idColumn(kind)}, lead BIGINT NOT NULL, follower BIGINT NOT NULL, copy_ratio BIGINT NOT NULL,
      margin_mode TEXT NOT NULL, created_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL)`,
    `CREATE TABLE copy_skip (sequence BIGINT NOT NULL, place BIGINT NOT NULL, relation_id BIGINT NOT NULL, lead BIGINT NOT NULL,
      follower BIGINT NOT NULL, lead_position_id BIGINT NOT NULL, symbol TEXT NOT NULL, side TEXT NOT NULL, effect TEXT NOT NULL,
      reason TEXT NOT NULL, time_ms BIGINT NOT NULL, PRIMARY KEY (sequence, place))`,
    'CREATE INDEX copy_skip_follower ON copy_skip (follower, sequence, place)',
    'CREATE INDEX copy_skip_lead ON copy_skip (lead, sequence, place)',
    // Must be word for word the same in the query (`queries/bills.ts`).
    "CREATE INDEX bill_system ON bill (uid, time_ms, id) WHERE uid <= 5 AND business_type <> 'order_fill_fee_income'",
  ]);
}

export async function dropCopyTables(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE copy_relation', 'DROP TABLE copy_skip']);
}

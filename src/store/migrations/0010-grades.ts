/**
 * The columns a grade needs beyond its log: the mark an order without a limit was accepted at, and until when a log
 * covers it. Orders stored before were graded by time alone and are graded again; the mark they were accepted at is not
 * known, so their size is not compared where only that could tell.
 */
import type { Kysely } from 'kysely';
import { DEFAULT_RULESET } from '../../core/verification/ruleset.ts';
import type { DatabaseKind } from '../db.ts';
import { decidingLogs, gradeOrders } from '../grade-orders.ts';
import type { Tables } from '../tables.ts';
import { runAll } from './portable.ts';

const CHUNK = 500;

export async function addGrades(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    'ALTER TABLE ai_order ADD COLUMN mark TEXT',
    'ALTER TABLE ai_order ADD COLUMN late_until BIGINT NOT NULL DEFAULT 0',
    `UPDATE ai_order SET late_until = placed_at + ${DEFAULT_RULESET.lateMs}`,
  ]);
}

export async function gradeAnew(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await addGrades(kind, on);
  for (let after = -1; ; ) {
    const rows = await on
      .selectFrom('ai_order')
      .select(['order_id', 'leaf_index'])
      .where('deciding_log', 'is not', null)
      .where('leaf_index', '>', after)
      .orderBy('leaf_index')
      .limit(CHUNK)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.leaf_index;
    await gradeOrders(
      on,
      await decidingLogs(
        on,
        rows.map(({ order_id }) => order_id),
      ),
    );
  }
}

/**
 * The columns a grade needs beyond its log: the mark at which an order without a limit was accepted, and until when a
 * log covers it. Orders stored before were graded by time alone and are graded again; the mark they were accepted at is
 * not known, so their size is not compared where only that could tell.
 */
import { type Kysely, sql } from 'kysely';
import type { Grade, LinkKind, Outage } from '../../core/verification/grade.ts';
import { DEFAULT_RULESET } from '../../core/verification/ruleset.ts';
import type { DatabaseKind } from '../database/db.ts';
import { gradeOfOrder } from '../rows/grade-orders.ts';
import type { Tables } from '../tables/tables.ts';
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
  const outages = await outagesThen(on);
  for (let after = -1; ; ) {
    const { rows } = await sql<GradedThen>`
      SELECT o.order_id, o.leaf_index, o.placed_at, o.deciding_log, o.deciding_how, l.received_at, l.decisions, t.header
      FROM ai_order AS o JOIN tlog_leaf AS t ON t.idx = o.leaf_index JOIN ailog AS l ON l.log_index = o.deciding_log
      WHERE o.leaf_index > ${after} ORDER BY o.leaf_index LIMIT ${CHUNK}`.execute(on);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.leaf_index;
    for (const row of rows)
      await sql`UPDATE ai_order SET grade = ${gradeThen(row, outages)} WHERE order_id = ${row.order_id}`.execute(on);
  }
}

/** An order that has a log, with both as they were stored then. */
interface GradedThen {
  readonly order_id: string;
  readonly leaf_index: number;
  readonly placed_at: number;
  readonly deciding_log: number;
  readonly deciding_how: LinkKind;
  readonly received_at: number;
  readonly decisions: string;
  readonly header: string;
}

function gradeThen(row: GradedThen, outages: readonly Outage[]): Grade {
  const { leaf_index: leafIndex, placed_at: placedAt, header, decisions } = row;
  const deciding = {
    how: row.deciding_how,
    logIndex: row.deciding_log,
    receivedAt: row.received_at,
    isUndecided: false,
  };
  return gradeOfOrder({ leafIndex, placedAt, mark: null, header, deciding, decisions }, outages);
}

async function outagesThen(on: Kysely<Tables>): Promise<Outage[]> {
  const { rows } = await sql<{ entry: string }>`SELECT entry FROM tlog_leaf WHERE kind = 'outage' ORDER BY idx`.execute(
    on,
  );
  return rows.map(({ entry }) => (JSON.parse(entry) as { readonly p: Outage }).p);
}

/**
 * The grade an account's order would have if a log with these decisions came now and decided about it
 * (docs/evidence.md, Grades): for the dry run of an upload. Null for an order that has no leaf.
 */
import type { Decision } from '../../core/log/decision.ts';
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import type { Database } from '../database/db.ts';
import { decidingLogs, gradeOfOrder } from '../write/grade-orders.ts';
import { outagesOf } from '../write/outages.ts';

export interface AiGradeArgs {
  readonly orderId: string;
  readonly how: LinkKind;
  /** The place the log would have, and its time. */
  readonly logIndex: number;
  readonly receivedAt: number;
  readonly decisions: readonly Decision[];
}

export async function aiGrade(database: Database, args: AiGradeArgs): Promise<Grade | null> {
  const { orderId, how, logIndex, receivedAt, decisions } = args;
  const id = Number(orderId);
  const order = Number.isSafeInteger(id) ? (await decidingLogs(database.sql, [id])).get(id) : undefined;
  if (order === undefined) return null;
  order.deciding = { how, logIndex, receivedAt, isUndecided: decisions.length === 0 };
  order.decisions = JSON.stringify(decisions);
  return gradeOfOrder(order, await outagesOf(database.sql));
}

/**
 * Writes the grades of orders: by time, and by whether the order does what its log decided.
 */
import type { Kysely } from 'kysely';
import type { Decision } from '../../core/log/decision.ts';
import type { OrderHeader } from '../../core/log/header.ts';
import { coinsOf, contentOf } from '../../core/verification/content.ts';
import { deadlinesOf, type Grade, gradeOf, type Link, type Outage, timingOf } from '../../core/verification/grade.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import { outagesOf } from './outages.ts';
import { headerOf } from '../schema/leaf-form.ts';
import { decodeRows, idCode, wordCode } from '../schema/row-codec.ts';
import type { Tables } from '../schema/tables.ts';

/** An order with the log that decides about it, and what it is compared with. */
export interface DecidingLog {
  readonly leafIndex: number;
  readonly placedAt: number;
  readonly mark: string | null;
  /** JCS of the order's header. */
  readonly header: string;
  deciding: Link | null;
  /** Those of the deciding log, as stored. */
  decisions: string | null;
}

export const QUOTE = 'USDT';

/** The orders by their ids, as they are stored. */
export async function decidingLogs(on: Kysely<Tables>, orderIds: readonly number[]): Promise<Map<number, DecidingLog>> {
  const rows = await on
    .selectFrom('ai_order')
    .innerJoin('tlog_leaf', 'tlog_leaf.idx', 'ai_order.leaf_index')
    .leftJoin('ailog', 'ailog.log_index', 'ai_order.deciding_log')
    .select(['ai_order.order_id', 'leaf_index', 'placed_at', 'mark', 'deciding_log', 'deciding_how', 'received_at'])
    .select(['tlog_leaf.header', 'ailog.decisions'])
    .where('ai_order.order_id', 'in', orderIds.map(idCode))
    .execute();
  return new Map(
    (await decodeRows(on, 'ai_order', rows)).map((row) => {
      const { deciding_log: logIndex, deciding_how: how, received_at: receivedAt } = row;
      const { leaf_index: leafIndex, placed_at: placedAt, mark, decisions } = row;
      const isUndecided = decidesNothing(decisions);
      const deciding =
        logIndex === null || how === null || receivedAt === null ? null : { how, logIndex, receivedAt, isUndecided };
      return [row.order_id, { leafIndex, placedAt, mark, header: headerOf(row) ?? '', deciding, decisions }];
    }),
  );
}

/** Whether a log's decisions, as they are stored, are none. */
export function decidesNothing(decisions: string | null): boolean {
  return decisions === null || decisions === '[]';
}

/** Stores the grade that each gets from its deciding log. */
export async function gradeOrders(on: Kysely<Tables>, orders: ReadonlyMap<number, DecidingLog>): Promise<void> {
  const outages = orders.size === 0 ? [] : await outagesOf(on);
  for (const [orderId, order] of orders) {
    const { deciding } = order;
    await on
      .updateTable('ai_order')
      .set({
        grade: wordCode('ai_order', 'grade', gradeOfOrder(order, outages)),
        deciding_log: deciding?.logIndex ?? null,
        deciding_how: deciding === null ? null : wordCode('ai_order', 'deciding_how', deciding.how),
      })
      .where('order_id', '=', idCode(orderId))
      .execute();
  }
}

/** The grade that an order gets from the log that decides about it. */
export function gradeOfOrder(order: DecidingLog, outages: readonly Outage[]): Grade {
  const { deciding, placedAt, mark } = order;
  if (deciding === null) return 'U';
  const { type, symbol, size, price } = JSON.parse(order.header) as OrderHeader;
  const decisions = JSON.parse(order.decisions ?? '[]') as Decision[];
  const content = contentOf({ type, ...coinsOf(symbol, QUOTE), size, price }, decisions, DEFAULT_TERMS, () => mark);
  return gradeOf(timingOf(order, deciding, deadlinesOf(placedAt, outages, DEFAULT_TERMS)), content, DEFAULT_TERMS);
}

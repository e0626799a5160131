/**
 * Finds which AI logs and orders belong together after a batch of either was written, and grades the orders that gained
 * a log.
 *
 * A link depends on its two ends alone and is found when the later one arrives, so any cutting of the journal into
 * batches gives the same links and grades. Runs inside the projector's transaction.
 */
import { type Kysely, sql } from 'kysely';
import { decidesBefore, gradeByTime, LINK_BEFORE_MS, LINKED_ORDERS, type Link } from '../core/ailog/grade.ts';
import type { AiLogLinkTable, Tables } from './tables.ts';

/** Leaf indices of this batch's logs and orders, inclusive; null when it has none. */
export interface NewLeaves {
  readonly logs: readonly [first: number, last: number] | null;
  readonly orders: readonly [first: number, last: number] | null;
}

const CHUNK = 500;

/** Links what arrived with what was there (and with itself) and brings the grades up to date. */
export async function linkLogs(on: Kysely<Tables>, { logs, orders }: NewLeaves): Promise<void> {
  const found: AiLogLinkTable[] = [];
  if (orders) found.push(...(await addLinks(on, sql`o.leaf_index BETWEEN ${orders[0]} AND ${orders[1]}`)));
  if (logs) found.push(...(await addLinks(on, sql`l.log_index BETWEEN ${logs[0]} AND ${logs[1]}`)));
  if (found.length === 0) return;
  const counting = await withoutSurplus(on, found);
  for (let start = 0; start < counting.length; start += CHUNK) await regrade(on, counting.slice(start, start + CHUNK));
}

async function addLinks(on: Kysely<Tables>, arrived: ReturnType<typeof sql>): Promise<AiLogLinkTable[]> {
  const { rows } = await sql<AiLogLinkTable>`
    INSERT INTO ailog_link (order_id, log_index, how)
    SELECT o.order_id, l.log_index, l.how
    FROM ai_order_key AS o JOIN ailog_key AS l ON l.uid = o.uid AND l.how = o.how AND l.key = o.key
    WHERE ${arrived} AND (l.log_index > o.leaf_index OR o.placed_at - l.received_at <= ${LINK_BEFORE_MS})
    ON CONFLICT DO NOTHING
    RETURNING order_id, log_index, how`.execute(on);
  return rows;
}

/** The new links without those by which a log claims more orders than one decision may cover. */
async function withoutSurplus(on: Kysely<Tables>, found: readonly AiLogLinkTable[]): Promise<AiLogLinkTable[]> {
  const claimed = new Map<number, Set<string>>();
  const logs = [...new Set(found.filter(({ how }) => how !== 'orderId').map(({ log_index }) => log_index))];
  for (let start = 0; start < logs.length; start += CHUNK) {
    const rows = await on
      .selectFrom('ailog_link')
      .select(['log_index', 'order_id'])
      .where('log_index', 'in', logs.slice(start, start + CHUNK))
      .where('how', '<>', 'orderId')
      .orderBy('log_index')
      .orderBy('order_id')
      .execute();
    for (const { log_index, order_id } of rows) {
      let orders = claimed.get(log_index);
      if (!orders) claimed.set(log_index, (orders = new Set()));
      if (orders.size < LINKED_ORDERS) orders.add(order_id);
    }
  }
  return found.filter(({ how, log_index, order_id }) => how === 'orderId' || claimed.get(log_index)?.has(order_id));
}

async function regrade(on: Kysely<Tables>, links: readonly AiLogLinkTable[]): Promise<void> {
  const logs = await on
    .selectFrom('ailog')
    .select(['log_index', 'received_at'])
    .where('log_index', 'in', [...new Set(links.map(({ log_index }) => log_index))])
    .execute();
  const receivedAt = new Map(logs.map((log) => [log.log_index, log.received_at]));
  const orders = await ordersWithDecidingLog(on, [...new Set(links.map(({ order_id }) => order_id))]);
  const changed = new Set<GradedOrder>();
  for (const { order_id, log_index, how } of links) {
    const order = orders.get(order_id);
    const received = receivedAt.get(log_index);
    if (order === undefined || received === undefined) continue;
    const link: Link = { how, logIndex: log_index, receivedAt: received };
    if (!decidesBefore(order, link, order.deciding)) continue;
    order.deciding = link;
    changed.add(order);
  }
  for (const order of changed) {
    await on
      .updateTable('ai_order')
      .set({
        grade: gradeByTime(order, order.deciding),
        deciding_log: order.deciding?.logIndex ?? null,
        deciding_how: order.deciding?.how ?? null,
      })
      .where('order_id', '=', order.orderId)
      .execute();
  }
}

interface GradedOrder {
  readonly orderId: string;
  readonly leafIndex: number;
  readonly placedAt: number;
  deciding: Link | null;
}

async function ordersWithDecidingLog(
  on: Kysely<Tables>,
  orderIds: readonly string[],
): Promise<Map<string, GradedOrder>> {
  const rows = await on
    .selectFrom('ai_order')
    .leftJoin('ailog', 'ailog.log_index', 'ai_order.deciding_log')
    .select(['ai_order.order_id', 'leaf_index', 'placed_at', 'deciding_log', 'deciding_how', 'received_at'])
    .where('ai_order.order_id', 'in', orderIds)
    .execute();
  return new Map(
    rows.map((row) => {
      const { deciding_log: logIndex, deciding_how: how, received_at: receivedAt } = row;
      const deciding = logIndex === null || how === null || receivedAt === null ? null : { how, logIndex, receivedAt };
      return [row.order_id, { orderId: row.order_id, leafIndex: row.leaf_index, placedAt: row.placed_at, deciding }];
    }),
  );
}

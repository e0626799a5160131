/**
 * Finds which AI logs and orders belong together after a batch of either was written, and grades the orders that gained
 * a log, by the same functions and with the same numbers as a report (docs/evidence.md, Grades).
 *
 * A link depends on its two ends alone and is found when the later one arrives, so any cutting of the journal into
 * batches gives the same links and grades. Runs inside the projector's transaction.
 */
import { type Kysely, sql } from 'kysely';
import { decidesBefore, type Link } from '../core/verification/grade.ts';
import { DEFAULT_RULESET } from '../core/verification/ruleset.ts';
import { decidingLogs, type DecidingLog, gradeOrders } from './grade-orders.ts';
import type { LeafRange } from './leaf-range.ts';
import { extendDeadlines } from './outages.ts';
import type { AiLogLinkTable, Tables } from './tables.ts';

export interface NewLeaves {
  readonly logs: LeafRange;
  readonly orders: LeafRange;
  readonly outages: LeafRange;
}

const CHUNK = 500;

/** Links what arrived with what was there (and with itself) and brings the grades up to date. */
export async function linkLogs(on: Kysely<Tables>, { logs, orders, outages }: NewLeaves): Promise<void> {
  const touched = await extendDeadlines(on, orders, outages);
  const found: AiLogLinkTable[] = [];
  if (orders) found.push(...(await addLinks(on, sql`o.leaf_index BETWEEN ${orders[0]} AND ${orders[1]}`)));
  if (logs) found.push(...(await addLinks(on, sql`l.log_index BETWEEN ${logs[0]} AND ${logs[1]}`)));
  const counting = found.length === 0 ? [] : await withoutSurplus(on, found);
  for (let start = 0; start < counting.length; start += CHUNK) await regrade(on, counting.slice(start, start + CHUNK));
  for (let start = 0; start < touched.length; start += CHUNK)
    await gradeOrders(on, await decidingLogs(on, touched.slice(start, start + CHUNK)));
}

async function addLinks(on: Kysely<Tables>, arrived: ReturnType<typeof sql>): Promise<AiLogLinkTable[]> {
  const { rows } = await sql<AiLogLinkTable>`
    INSERT INTO ailog_link (order_id, log_index, how)
    SELECT o.order_id, l.log_index, l.how
    FROM ai_order_key AS o JOIN ailog_key AS l ON l.uid = o.uid AND l.how = o.how AND l.key = o.key
    WHERE ${arrived} AND (l.log_index > o.leaf_index OR o.placed_at - l.received_at <= ${DEFAULT_RULESET.preMs})
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
      .innerJoin('ai_order', 'ai_order.order_id', 'ailog_link.order_id')
      .select(['log_index', 'ailog_link.order_id'])
      .where('log_index', 'in', logs.slice(start, start + CHUNK))
      .where('how', '<>', 'orderId')
      .orderBy('log_index')
      .orderBy('leaf_index')
      .execute();
    for (const { log_index, order_id } of rows) {
      let orders = claimed.get(log_index);
      if (!orders) claimed.set(log_index, (orders = new Set()));
      if (orders.size < DEFAULT_RULESET.childOrders) orders.add(order_id);
    }
  }
  return found.filter(({ how, log_index, order_id }) => how === 'orderId' || claimed.get(log_index)?.has(order_id));
}

async function regrade(on: Kysely<Tables>, links: readonly AiLogLinkTable[]): Promise<void> {
  const logs = await on
    .selectFrom('ailog')
    .select(['log_index', 'received_at', 'decisions'])
    .where('log_index', 'in', [...new Set(links.map(({ log_index }) => log_index))])
    .execute();
  const logOf = new Map(logs.map((log) => [log.log_index, log]));
  const orders = await decidingLogs(on, [...new Set(links.map(({ order_id }) => order_id))]);
  const changed = new Map<string, DecidingLog>();
  for (const { order_id, log_index, how } of links) {
    const order = orders.get(order_id);
    const log = logOf.get(log_index);
    if (order === undefined || log === undefined) continue;
    const link: Link = { how, logIndex: log_index, receivedAt: log.received_at };
    if (!decidesBefore(order, link, order.deciding)) continue;
    order.deciding = link;
    order.decisions = log.decisions;
    changed.set(order_id, order);
  }
  await gradeOrders(on, changed);
}

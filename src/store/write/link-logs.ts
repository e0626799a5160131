/**
 * Finds which AI logs and orders belong together after a batch of either was written, and grades the orders that gained
 * a log, with the same functions and the same numbers as a report (docs/evidence.md, Grades).
 *
 * A link depends only on its two ends and is found when the later one arrives, so however the journal is cut into
 * batches, the links and grades are the same. Runs inside the projector's transaction.
 */
import { type Kysely, sql } from 'kysely';
import type { OrderHeader } from '../../core/log/header.ts';
import { decidesBefore, type Link, mayLink } from '../../core/verification/grade.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import type { Database } from '../database/db.ts';
import { decidesNothing, decidingLogs, type DecidingLog, gradeOrders } from './grade-orders.ts';
import { type NamedOrder, namePrint, namesOf, type OrderName } from './order-names.ts';
import { extendDeadlines, type LeafRange } from './outages.ts';
import { insertRows } from '../database/insert-rows.ts';
import { headerOf } from '../schema/leaf-form.ts';
import { idCode, idOfCode } from '../schema/row-codec.ts';
import type { AiLogKeyTable, AiLogLinkTable, Tables } from '../schema/tables.ts';

/** The news of a batch; orders in the order of their leaves. */
export interface NewLeaves {
  readonly logKeys: readonly AiLogKeyTable[];
  readonly orders: readonly NamedOrder[];
  readonly outages: LeafRange;
}

const CHUNK = 500;

/** Links what arrived with what was there (and with itself) and brings the grades up to date. */
export async function linkLogs(
  database: Database,
  on: Kysely<Tables>,
  { logKeys, orders, outages }: NewLeaves,
): Promise<void> {
  const touched = await extendDeadlines(on, rangeOf(orders), outages);
  const links = new Map<string, AiLogLinkTable>();
  for (const part of chunks(orders)) await linkOrders(on, part, links);
  for (const part of chunks(logKeys)) await linkKeys(on, part, links);
  const found = [...links.values()];
  await insertRows(database, on, 'ailog_link', found);
  const counting = found.length === 0 ? [] : await withoutSurplus(on, found);
  for (const part of chunks(counting)) await regrade(on, part);
  for (const part of chunks(touched)) await gradeOrders(on, await decidingLogs(on, part));
}

function rangeOf(orders: readonly NamedOrder[]): LeafRange {
  const [first, last] = [orders[0], orders.at(-1)];
  return first === undefined || last === undefined ? null : [first.leafIndex, last.leafIndex];
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

function nameText({ uid, how, key }: OrderName): string {
  return `${uid} ${how} ${key}`;
}

function addLink(links: Map<string, AiLogLinkTable>, order: Omit<NamedOrder, 'names'>, key: AiLogKeyTable): void {
  const { how, log_index: logIndex, received_at: receivedAt } = key;
  if (!mayLink(order, { logIndex, receivedAt }, DEFAULT_TERMS)) return;
  const link = { order_id: String(order.orderId), log_index: logIndex, how };
  links.set(Object.values(link).join(' '), link);
}

/** Links of new orders with the logs that name them. */
async function linkOrders(
  on: Kysely<Tables>,
  orders: readonly NamedOrder[],
  links: Map<string, AiLogLinkTable>,
): Promise<void> {
  const named = byName(orders);
  const names = orders.flatMap((order) => order.names);
  const { rows } = await sql<AiLogKeyTable>`SELECT log.* FROM (VALUES ${sql.join(
    names.map(({ uid, how, key }) => sql`(CAST(${uid} AS BIGINT), CAST(${how} AS TEXT), CAST(${key} AS TEXT))`),
  )}) AS name CROSS JOIN ailog_key AS log
    WHERE log.uid = name.column1 AND log.how = name.column2 AND log.key = name.column3`.execute(on);
  for (const key of rows) for (const order of named.get(nameText(key)) ?? []) addLink(links, order, key);
}

function byName(orders: readonly NamedOrder[]): Map<string, NamedOrder[]> {
  const named = new Map<string, NamedOrder[]>();
  for (const order of orders)
    for (const name of order.names) {
      const same = named.get(nameText(name));
      if (same === undefined) named.set(nameText(name), [order]);
      else same.push(order);
    }
  return named;
}

/** Links of new logs with the orders they name. */
async function linkKeys(
  on: Kysely<Tables>,
  keys: readonly AiLogKeyTable[],
  links: Map<string, AiLogLinkTable>,
): Promise<void> {
  const prints = keys.flatMap(({ how, uid, key }) => (how === 'orderId' ? [] : namePrint(uid, key)));
  const codes = keys.flatMap(({ how, key }) => (how === 'orderId' ? idCodeOf(key) : []));
  const named = byName([...(await ordersBy(on, 'name', prints)), ...(await ordersBy(on, 'order_id', codes))]);
  for (const key of keys) for (const order of named.get(nameText(key)) ?? []) addLink(links, order, key);
}

/** The id as orders have it; none for a text that isn't an order's id. */
function idCodeOf(text: string): number[] {
  const id = Number(text);
  return Number.isSafeInteger(id) && String(id) === text ? [idCode(id)] : [];
}

async function ordersBy(on: Kysely<Tables>, column: 'name' | 'order_id', values: readonly number[]) {
  if (values.length === 0) return [];
  const rows = await on
    .selectFrom('ai_order')
    .innerJoin('tlog_leaf', 'tlog_leaf.idx', 'ai_order.leaf_index')
    .select(['leaf_index', 'order_id', 'ai_order.uid', 'placed_at', 'tlog_leaf.header'])
    .where(column, 'in', values)
    .execute();
  return rows.map((row): NamedOrder => {
    const { orderId, clientOid } = JSON.parse(headerOf(row) ?? '{}') as OrderHeader;
    const names = namesOf(row.uid, orderId, clientOid);
    return { leafIndex: row.leaf_index, orderId: idOfCode(row.order_id), placedAt: row.placed_at, names };
  });
}

/** The new links without those by which a log claims more orders than one decision may cover. */
async function withoutSurplus(on: Kysely<Tables>, found: readonly AiLogLinkTable[]): Promise<AiLogLinkTable[]> {
  const claimed = new Map<number, Set<string>>();
  const logs = [...new Set(found.filter(({ how }) => how !== 'orderId').map(({ log_index }) => log_index))];
  for (const part of chunks(logs)) {
    const rows = await on
      .selectFrom('ailog_link')
      .select(['log_index', 'order_id'])
      .where('log_index', 'in', part)
      .where('how', '<>', 'orderId')
      .execute();
    rows.sort((a, b) => Number(a.order_id) - Number(b.order_id));
    for (const { log_index, order_id } of rows) {
      let orders = claimed.get(log_index);
      if (!orders) claimed.set(log_index, (orders = new Set()));
      if (orders.size < DEFAULT_TERMS.childOrders) orders.add(order_id);
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
  const orders = await decidingLogs(on, [...new Set(links.map(({ order_id }) => Number(order_id)))]);
  const changed = new Map<number, DecidingLog>();
  for (const { order_id, log_index, how } of links) {
    const order = orders.get(Number(order_id));
    const log = logOf.get(log_index);
    if (order === undefined || log === undefined) continue;
    const isUndecided = decidesNothing(log.decisions);
    const link: Link = { how, logIndex: log_index, receivedAt: log.received_at, isUndecided };
    if (!decidesBefore(order, link, order.deciding)) continue;
    order.deciding = link;
    order.decisions = log.decisions;
    changed.set(Number(order_id), order);
  }
  await gradeOrders(on, changed);
}

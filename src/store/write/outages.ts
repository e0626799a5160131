/**
 * Outages of the exchange, as the log has them: they move the deadlines of the orders whose first minute they touch
 * (docs/evidence.md, Grades).
 */
import { type Kysely, sql } from 'kysely';
import type { Outage } from '../../core/verification/grade.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import { ofKind, payloadOf } from '../schema/leaf-form.ts';
import { idOfCode } from '../schema/row-codec.ts';
import type { Tables } from '../schema/tables.ts';

/** The first and last index of a batch's leaves of a kind; null when it has none. */
export type LeafRange = readonly [first: number, last: number] | null;

/** All outages, in the order of their leaves. There are few. */
export async function outagesOf(on: Kysely<Tables>): Promise<readonly (Outage & { readonly index: number })[]> {
  const rows = await on
    .selectFrom('tlog_leaf')
    .select(['idx', 'kind', 't', 'entry'])
    .where(ofKind('outage'))
    .orderBy('idx')
    .execute();
  return rows.map((leaf) => {
    const { from, to } = payloadOf<Outage>(leaf);
    return { index: leaf.idx, from, to };
  });
}

/**
 * Moves the deadlines of new orders, and for new outages those of all; gives the orders whose grade may have changed.
 */
export async function extendDeadlines(on: Kysely<Tables>, orders: LeafRange, outages: LeafRange): Promise<number[]> {
  if (orders === null && outages === null) return [];
  const touched = new Set<number>();
  for (const { index, from, to } of await outagesOf(on)) {
    const isNew = outages !== null && index >= outages[0] && index <= outages[1];
    if (!isNew && orders === null) continue;
    const lateMs = sql<number>`${to + DEFAULT_TERMS.outageLateMs} - placed_at`;
    let query = on
      .updateTable('ai_order')
      .set({ late_ms: lateMs })
      .where('placed_at', '>=', from - DEFAULT_TERMS.timelyMs)
      .where('placed_at', '<=', to)
      .where('late_ms', '<', lateMs);
    if (!isNew && orders !== null) query = query.where('leaf_index', '>=', orders[0]);
    await query.execute();
    if (isNew) for (const orderId of await gradedWithin(on, from, to)) touched.add(orderId);
  }
  return [...touched];
}

async function gradedWithin(on: Kysely<Tables>, from: number, to: number): Promise<number[]> {
  const rows = await on
    .selectFrom('ai_order')
    .select('order_id')
    .where('placed_at', '>=', from - DEFAULT_TERMS.timelyMs)
    .where('placed_at', '<=', to)
    .where('deciding_log', 'is not', null)
    .orderBy('leaf_index')
    .execute();
  return rows.map(({ order_id }) => idOfCode(order_id));
}

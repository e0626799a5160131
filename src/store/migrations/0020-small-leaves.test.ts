// What an older store held as texts is packed in place: afterwards its rows are those that the journal leads to, and
// logs that come later find the earlier orders.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../database/db.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../rows/projector.ts';
import { leafTexts } from '../tables/leaf-form.ts';
import { migrate } from './migrate.ts';

const day = tradingDay(1, 1200);
const HALF = 600;

/** Projects the day's commands up to one of them, after those that are rows already. */
async function project(database: Database, until: number): Promise<void> {
  await payloadsPut(database, day.payloads);
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  for (const sequenced of day.commands.slice(0, until)) projector.project(sequenced, engine.apply(sequenced));
  await projector.flush();
}

async function rowsOf(database: Database) {
  return {
    leaves: (await database.sql.selectFrom('tlog_leaf').selectAll().orderBy('idx').execute()).map((row) =>
      Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    ),
    orders: await database.sql.selectFrom('ai_order').selectAll().orderBy('leaf_index').execute(),
    links: await database.sql.selectFrom('ailog_link').selectAll().orderBy('log_index').orderBy('order_id').execute(),
  };
}

/** Takes the rows back to the way 0019 kept them. */
async function takeBack(database: Database): Promise<void> {
  const leaves = (await database.sql.selectFrom('tlog_leaf').selectAll().orderBy('idx').execute()).map(leafTexts);
  const orders = await database.sql.selectFrom('ai_order').selectAll().orderBy('leaf_index').execute();
  const bytes = database.kind === 'sqlite' ? 'BLOB' : 'BYTEA';
  for (const statement of [
    'DROP VIEW ai_order',
    'DROP TABLE ai_order_row',
    'DROP TABLE tlog_leaf',
    `CREATE TABLE tlog_leaf (idx BIGINT PRIMARY KEY, kind TEXT NOT NULL, t BIGINT NOT NULL, uid BIGINT, header TEXT,
      entry TEXT NOT NULL, hash ${bytes} NOT NULL)`,
    `CREATE TABLE ai_order (order_id TEXT NOT NULL PRIMARY KEY, leaf_index BIGINT NOT NULL, uid BIGINT NOT NULL,
      symbol TEXT NOT NULL, type TEXT NOT NULL, placed_at BIGINT NOT NULL, counted BIGINT NOT NULL,
      waits_for_fill BIGINT NOT NULL, grade TEXT NOT NULL, deciding_log BIGINT, deciding_how TEXT, mark TEXT,
      late_until BIGINT NOT NULL DEFAULT 0)`,
    'CREATE TABLE ai_order_key (uid BIGINT NOT NULL)',
    `DELETE FROM kysely_migration WHERE name = '0020-small-leaves'`,
  ])
    await sql.raw(statement).execute(database.sql);
  for (const leaf of leaves)
    await database.sql
      .insertInto('tlog_leaf')
      .values(leaf as never)
      .execute();
  for (const { order_id: orderId, late_ms: lateMs, name: _, ...row } of orders) {
    const then = { ...row, order_id: String(orderId), late_until: row.placed_at + lateMs };
    await database.sql
      .insertInto('ai_order')
      .values(then as never)
      .execute();
  }
}

onEachDatabase('a store of before leaves were small', ({ fresh }) => {
  it('has the same rows afterwards, and goes on from them', async () => {
    const expected = await fresh();
    await project(expected, day.commands.length);
    const { orders, links } = await rowsOf(expected);
    expect(new Set(orders.map(({ grade }) => grade)).size).toBeGreaterThan(1);
    expect(new Set(links.map(({ how }) => how)).size).toBeGreaterThan(1);

    const old = await fresh();
    await project(old, HALF);
    const before = await rowsOf(old);
    await takeBack(old);
    await migrate(old);
    expect(await rowsOf(old)).toEqual(before);
    await project(old, day.commands.length);
    expect(await rowsOf(old)).toEqual(await rowsOf(expected));
    await expect(sql`UPDATE tlog_leaf SET uid = 7`.execute(old.sql)).rejects.toThrow(/never changed or deleted/);
  });
});

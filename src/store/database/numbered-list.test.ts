// Each question about a numbered list is answered by one index: SQLite's own plans say so.
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';
import { LIFE_SPANS } from '../write/life-span.ts';
import { makeTables } from './schema.ts';
import { halving, last, type NumberedList } from './numbered-list.ts';
import { longLives } from '../read/endedOrders.ts';

describe('numbered lists', () => {
  const ofAccount: NumberedList = { table: 'fill', uid: 7, symbol: null, orderId: null };
  const inContract: NumberedList = { table: 'order_record', uid: 7, symbol: 'x', orderId: null };

  it.each([
    ['SELECT id FROM fill WHERE order_id = 9 AND uid = 7', 'nth_of_order', 'PRIMARY KEY'],
    ['SELECT id FROM fill WHERE uid = 7', 'nth', 'INDEX fill_nth'],
    ['SELECT id FROM fill WHERE uid = 7 AND symbol = 3', 'nth_of_symbol', 'INDEX fill_nth_of_symbol'],
    ['SELECT id FROM order_record WHERE uid = 7', 'nth', 'INDEX order_record_nth'],
    ['SELECT id FROM order_record WHERE uid = 7 AND symbol = 3', 'nth_of_symbol', 'INDEX order_record_nth_of_symbol'],
  ])('reads a page by its numbers, in their order, and nothing else: %s', async (query, number, index) => {
    const pages = [`${number} IS NOT NULL`, `${number} <= 90 AND ${number} > 5`];
    for (const page of pages)
      expect(await planOf(sql.raw(`${query} AND ${page} ORDER BY ${number} DESC LIMIT 21`))).toEqual([
        expect.stringMatching(`USING (COVERING )?${index} \\(`),
      ]);
  });

  it('finds a place in time by halving, each half one look at the index', async () => {
    for (const [list, index] of [
      [ofAccount, 'fill_nth (uid=? AND nth=?)'],
      [inContract, 'order_record_nth_of_symbol (uid=? AND symbol=? AND nth_of_symbol=?)'],
      [{ ...ofAccount, symbol: 'x', orderId: 9 }, 'PRIMARY KEY (order_id=? AND nth_of_order=?)'],
    ] as const) {
      expect((await planOf(last(list))).slice(0, 1)).toEqual([
        expect.stringContaining(index.slice(0, index.lastIndexOf(' AND'))),
      ]);
      const plan = await planOf(halving(list, 0, 1_000_000, 5));
      expect(plan.filter((line) => line.includes(`SEARCH ${list.table}`))).toEqual([expect.stringContaining(index)]);
      expect(plan.filter((line) => line.includes(`SCAN ${list.table}`))).toEqual([]);
    }
  });

  it('finds the orders at work at a moment by the span of their lives', async () => {
    for (const list of [ofAccount, inContract]) {
      const plan = await planOf(longLives(list, 5_000_000_000_000));
      const looks = plan.filter((line) => /(SEARCH|SCAN) order/.test(line));
      expect(looks).toHaveLength(LIFE_SPANS.length);
      for (const look of looks)
        expect(look).toContain('order_record_life (uid=? AND life_span=? AND created_ms>? AND created_ms<?)');
    }
  });

  it.each([
    [
      "SELECT price FROM order_record WHERE uid = 1 AND client_order_id = 'x' AND nth IS NOT NULL ORDER BY id DESC LIMIT 1",
      /INDEX order_record_client \(/,
    ],
    [
      "SELECT * FROM plan_order WHERE uid = 1 AND client_order_id = 'x' ORDER BY id DESC LIMIT 1",
      /INDEX plan_order_client \(/,
    ],
  ])('finds what belongs to one order: %s', async (query, index) => {
    expect(await planOf(sql.raw(query))).toEqual([expect.stringMatching(index)]);
  });
});

/** The steps SQLite says it would take. */
async function planOf(query: RawBuilder<unknown>): Promise<string[]> {
  const database = openDatabase(':memory:');
  await makeTables(database);
  const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`.execute(database.sql);
  await database.close();
  return rows.map(({ detail }) => detail);
}

// Rows of an older version are converted in place: what the views show afterwards is, to the row and the digit, what
// the tables held before, and what the journal leads to.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../database/db.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../rows/projector.ts';
import { migrate } from './migrate.ts';

const SMALL = ['bill', 'fill', 'order_record'] as const;
const day = tradingDay(43, 700);

async function project(database: Database): Promise<void> {
  await payloadsPut(database, day.payloads);
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  for (const sequenced of day.commands) projector.project(sequenced, engine.apply(sequenced));
  await projector.flush();
}

/** Every row of the lists, words as words, whichever way it is stored. */
async function shown(database: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of SMALL) {
    const order = table === 'fill' ? 'order_id, nth_of_order' : 'id';
    const { rows } = await sql<
      Record<string, unknown>
    >`SELECT * FROM ${sql.raw(table)} ORDER BY ${sql.raw(order)}`.execute(database.sql);
    all[table] = rows;
  }
  return all;
}

onEachDatabase('a store of before rows were small', ({ fresh, freshUrl, open }) => {
  it('shows the same rows afterwards, and goes on from them', async () => {
    const anew = await fresh();
    await project(anew);
    const expected = await shown(anew);
    for (const table of SMALL) expect(expected[table]!.length, table).toBeGreaterThan(100);

    const old = open(await freshUrl());
    await migrate(old, '0008-bars');
    // As it was then: tables of these names, words in them, and extremes no day has.
    const least = {
      ...(expected['bill']![0] as { id: number }),
      id: 9,
      symbol: '',
      amount: -(2n ** 63n),
      balance: 2n ** 63n - 1n,
    };
    for (const table of SMALL) {
      const rows = (table === 'bill' ? [least] : []).concat(expected[table] as never[]);
      for (const row of rows)
        await old.sql
          .insertInto(table)
          .values(row as never)
          .execute();
    }
    await migrate(old);
    const found = await shown(old);
    expect(found['bill']![0]).toEqual(least);
    expect({ ...found, bill: found['bill']!.slice(1) }).toEqual(expected);
  });
});

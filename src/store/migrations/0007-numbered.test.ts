// A store filled by an older version is rebuilt from the journal, row for row as a store made now: its lists were not
// numbered, and part of their order is in the journal alone.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../database/db.ts';
import { insertRows } from '../tables/insert-rows.ts';
import { createProjector } from '../rows/projector.ts';
import { migrate } from './migrate.ts';

const commands = tradingDay(41, 700)
  .commands.filter(({ command }) => command.name !== 'recordAiLog')
  .map((sequenced, at) => ({ ...sequenced, sequence: at + 1 }));

async function project(database: Database): Promise<void> {
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  for (const sequenced of commands) projector.project(sequenced, engine.apply(sequenced));
  await projector.flush();
}

async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  return {
    bills: await database.sql.selectFrom('bill').selectAll().orderBy('id').execute(),
    fills: await database.sql.selectFrom('fill').selectAll().orderBy('id').orderBy('role').execute(),
    orders: await database.sql.selectFrom('order_record').selectAll().orderBy('id').execute(),
    plans: await database.sql.selectFrom('plan_order').selectAll().orderBy('id').execute(),
    state: await database.sql.selectFrom('projection_state').selectAll().execute(),
  };
}

onEachDatabase('a store of before the lists were numbered', ({ fresh, freshUrl, open }) => {
  it('is built anew, with its keys and accounts left alone', async () => {
    const anew = await fresh();
    await project(anew);
    const expected = await rowsOf(anew);
    expect(expected['fills']!.length).toBeGreaterThan(50);

    const old = open(await freshUrl());
    await migrate(old, '0006-owner');
    // The table in words, as it was then.
    await old.sql
      .insertInto('bill')
      .values(await anew.sql.selectFrom('bill').selectAll().limit(100).execute())
      .execute();
    await insertRows(
      old,
      old.sql,
      'projection_state',
      await anew.sql.selectFrom('projection_state').selectAll().execute(),
    );
    await insertRows(old, old.sql, 'account', [{ uid: 7, label: 'kept', created_at: 1 }]);
    await migrate(old);
    // Nothing says that it is up to date before it is.
    expect(await rowsOf(old)).toEqual({ bills: [], fills: [], orders: [], plans: [], state: [] });
    await project(old);
    expect(await rowsOf(old)).toEqual(expected);
    expect(await old.sql.selectFrom('account').select('label').execute()).toEqual([{ label: 'kept' }]);
  });
});

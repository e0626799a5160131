// Logs of an older version get their traces: the very rows that the projection makes of the same bodies.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../database/db.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../rows/projector.ts';
import { insertRows } from '../tables/insert-rows.ts';
import { leafTexts } from '../tables/leaf-form.ts';
import type { LeafTable } from '../tables/log-tables.ts';
import { migrate } from './migrate.ts';

const day = tradingDay(43, 700);

const tracesIn = ({ sql }: Database) => sql.selectFrom('ailog_trace').selectAll().orderBy('log_index').execute();

onEachDatabase('a store of before traces were kept', ({ fresh, freshUrl, open }) => {
  it('has them afterwards, but of bodies that are gone', async () => {
    const anew = await fresh();
    await payloadsPut(anew, day.payloads);
    const engine = createEngine(sha256);
    const projector = await createProjector(anew);
    for (const sequenced of day.commands) projector.project(sequenced, engine.apply(sequenced));
    await projector.flush();
    const expected = await tracesIn(anew);
    expect(expected.filter(({ traced }) => traced === 1).length).toBeGreaterThan(0);
    expect(expected.filter(({ fresh: isFresh }) => isFresh === 1).length).toBeGreaterThan(0);

    const old = open(await freshUrl());
    await migrate(old, '0013-contest');
    const gone = expected[0]!.log_index;
    const { h: lost } = await anew.sql
      .selectFrom('ailog')
      .select('h')
      .where('log_index', '=', gone)
      .executeTakeFirstOrThrow();
    const bodies = await anew.sql.selectFrom('payload').selectAll().execute();
    await insertRows(
      old,
      old.sql,
      'payload',
      bodies.map((row) => (row.h === lost ? { ...row, body: null, salt: null, erased_at: 7 } : row)),
    );
    const leaves = (await anew.sql.selectFrom('tlog_leaf').selectAll().execute()).map(leafTexts);
    await insertRows(old, old.sql, 'tlog_leaf', leaves as unknown as LeafTable[]);
    await insertRows(old, old.sql, 'tlog_node', await anew.sql.selectFrom('tlog_node').selectAll().execute());
    await insertRows(old, old.sql, 'ailog', await anew.sql.selectFrom('ailog').selectAll().execute());
    await migrate(old);
    expect(await tracesIn(old)).toEqual(expected.slice(1));
  });
});

// What the store grades live, batch by batch, is what a report says of the same leaves.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { rowsInWords } from '../store/in-words.ts';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/core/engine.ts';
import type { OrderHeader } from '../../src/core/log/header.ts';
import type { LeafRecord, LogHeader } from '../../src/core/verification/records.ts';
import { verify } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import type { Database } from '../../src/store/database/db.ts';
import { payloadsPut, payloadGet } from '../../src/store/evidence/payloads.ts';
import { createProjector } from '../../src/store/write/projector.ts';
import { entryOf, headerOf } from '../../src/store/schema/leaf-form.ts';
import { onEachDatabase } from '../store/each-database.ts';
import { seeded, sha256, START_MS, tradingDay, TRADERS } from '../store/trading-day.ts';
import { CONTEST, rootAt } from './contest-day.ts';

/** The leaves as they are stored, opened, behind those of teams: one for each trader. */
async function leavesIn(database: Database): Promise<LeafRecord[]> {
  const teams = TRADERS.map((uid, at): LeafRecord => {
    const [team, state] = [`t${at}`, 'approved'] as const;
    const payload = { contest: 'c1', team, name: team, modelClass: 'llm', models: [], state };
    return { index: at, t: START_MS, kind: 'team', payload, uid: String(uid) };
  });
  const rows = await database.sql.selectFrom('tlog_leaf').selectAll().orderBy('idx').execute();
  const stored = await Promise.all(
    rows.map(async (leaf): Promise<LeafRecord> => {
      const { idx, kind, t } = leaf;
      const place = { index: idx + teams.length, t };
      const opened: unknown = JSON.parse(headerOf(leaf) ?? '{}');
      if (kind === 'order') return { ...place, kind, header: opened as OrderHeader };
      if (kind !== 'ailog') return { ...place, kind: 'other' };
      const payload = await payloadGet(database, { h: (JSON.parse(entryOf(leaf)) as { h: string }).h });
      return { ...place, kind, header: opened as LogHeader, body: payload?.body ?? null };
    }),
  );
  return [...teams, ...stored];
}

onEachDatabase('grades', ({ fresh }) => {
  it.each([1, 2, 3])('of day %i are those of a report', async (seed) => {
    const database = await fresh();
    const day = tradingDay(seed, 1200);
    await payloadsPut(database, day.payloads);
    const engine = createEngine(sha256);
    const projector = await createProjector(database);
    const random = seeded(seed + 100);
    for (const sequenced of day.commands) {
      projector.project(sequenced, engine.apply(sequenced));
      if (random() < 0.05) await projector.flush();
    }
    await projector.flush();
    const contest = { ...CONTEST, startMs: START_MS, endMs: START_MS + 86_400_000 };
    const { report } = verify(sha256, verifyEd25519, DEFAULT_RULESET, contest, await leavesIn(database), rootAt);
    const rows = (await rowsInWords(database, 'ai_order')).filter(({ counted }) => counted === 1);
    const live = new Map(rows.map((row) => [String(row.order_id), [row.grade, row.deciding_log, row.deciding_how]]));
    const shown = report.orders.map(({ orderId, grade, log, link }) => [
      orderId,
      [grade, log === null ? null : log - TRADERS.length, link],
    ]);
    expect(shown.length).toBeGreaterThan(20);
    expect(new Set(report.orders.map(({ grade }) => grade)).size).toBeGreaterThan(1);
    // Without minutes a report does not know which plan orders have a fill.
    expect(shown.map(([orderId]) => [orderId, live.get(orderId as string)])).toEqual(shown);
  });
});

import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { START_MS, uploadOf } from '../../../test/store/trading-day.ts';
import type { AiLogStored } from '../../core/turn/events.ts';
import { freshLogs } from '../evidence/fresh-logs.ts';
import { payloadDrop, payloadsPut } from '../evidence/payloads.ts';
import { readBodies } from './read-bodies.ts';

const LOGS = 40;

function uploads(news = '') {
  return Array.from({ length: LOGS }, (_, at) => {
    const output = `{"decision":"HOLD","client_oid":"c-${at}"}`;
    const body = `{"stage":"s","model":"m","input":{"news":"${news}"},"output":${output},"explanation":"because ${at}"}`;
    const { command, payload } = uploadOf(body, { salt: at });
    const event = { ...command, name: 'aiLogStored', index: at, orderFound: true, sig: null } as unknown as AiLogStored;
    return { payload, log: { event, receivedAt: START_MS + at } };
  });
}

onEachDatabase('the bodies of a batch', ({ fresh }) => {
  it('say the same whether they were written a moment ago or are read', async () => {
    const database = await fresh();
    const all = uploads();
    await payloadsPut(
      database,
      all.map(({ payload }) => payload),
    );
    const logs = all.map(({ log }) => log);
    const first = await readBodies(database, logs, false);
    expect(all.map(({ payload }) => freshLogs(database).take(payload.h))).toEqual(all.map(() => null));
    expect(await readBodies(database, logs, false)).toEqual(first);
    expect(first.map(({ header }) => header)).toEqual(all.map(({ payload }) => payload.log?.header));
    expect(first.every(({ keys }) => keys.length > 1)).toBe(true);
  });

  it('are read when there were more than are kept, and not known when they were dropped', async () => {
    const database = await fresh();
    const all = uploads('x'.repeat(400_000));
    for (const { payload } of all) await payloadsPut(database, [payload]);
    const kept = freshLogs(database);
    expect(kept.take(all[0]!.payload.h), 'the oldest went').toBeNull();
    expect(await readBodies(database, [all[0]!.log], false)).toHaveLength(1);
    await payloadDrop(database, { hs: [all.at(-1)!.payload.h] });
    expect(kept.take(all.at(-1)!.payload.h)).toBeNull();
    await expect(readBodies(database, [all.at(-1)!.log], false)).rejects.toThrow(/is gone from the read store/);
  });
});

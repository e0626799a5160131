import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { openingCommands, sha256, START_MS, uploadOf } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import { type Payload, payloadDrop, payloadGet, payloadOrphans, payloadsPut, payloadVolume } from './payloads.ts';
import { createProjector } from '../write/projector.ts';

const DAY = 86_400_000;
const payload = (at: number, body = `body ${at}`): Payload => ({
  h: `h${at}`,
  salt: Buffer.alloc(32, at),
  body: Buffer.from(body),
  storedAtMs: START_MS,
});

onEachDatabase('payloads', ({ fresh }) => {
  it('give back body and salt byte for byte, many at once', async () => {
    const database = await fresh();
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const all = Array.from({ length: 60 }, (_, at) => ({
      ...payload(at),
      body: Buffer.concat([every, Buffer.from([at])]),
    }));
    await payloadsPut(database, all);
    for (const { h, salt, body } of all) {
      const stored = await payloadGet(database, { h });
      expect(Buffer.from(stored?.salt ?? []).equals(salt)).toBe(true);
      expect(Buffer.from(stored?.body ?? []).equals(body)).toBe(true);
    }
    expect(await payloadGet(database, { h: 'none' })).toBeNull();
  });

  it('are written once: the same h again changes nothing', async () => {
    const database = await fresh();
    await payloadsPut(database, [payload(1)]);
    await payloadsPut(database, [{ ...payload(1), body: Buffer.from('other') }]);
    expect(Buffer.from((await payloadGet(database, { h: 'h1' }))?.body ?? []).toString()).toBe('body 1');
  });

  it('say so when they could not be stored, and the next one works', async () => {
    const database = await fresh();
    await expect(payloadsPut(database, [{ ...payload(1), h: null as unknown as string }])).rejects.toThrow(/null/i);
    await payloadsPut(database, [payload(2)]);
    expect(await payloadGet(database, { h: 'h2' })).not.toBeNull();
  });

  it('without a log are found by age and removed; those with one never', async () => {
    const database = await fresh();
    const { command, payload: kept } = uploadOf('{"stage":"s","model":"m","input":{},"output":{}}', {});
    await payloadsPut(database, [{ ...kept, storedAtMs: START_MS }]);
    await payloadsPut(database, [{ ...payload(1), storedAtMs: START_MS }]);
    await payloadsPut(database, [{ ...payload(2), storedAtMs: START_MS + 1 }]);
    const engine = createEngine(sha256);
    const projector = await createProjector(database);
    for (const [at, one] of [...openingCommands(), command].entries()) {
      const sequenced = { sequence: at + 1, timeMs: START_MS, command: one };
      projector.project(sequenced, engine.apply(sequenced));
    }
    await projector.flush();
    const orphans = async (storedBeforeMs: number, limit = 10, after = '') =>
      payloadOrphans(database, { after, storedBeforeMs, limit });
    expect(await orphans(START_MS)).toEqual({ hs: [], next: null });
    expect(await orphans(START_MS + 1)).toEqual({ hs: ['h1'], next: null });
    expect(await orphans(START_MS + 2)).toEqual({ hs: ['h1', 'h2'], next: null });
    const walked: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const part = await orphans(START_MS + DAY, 1, after);
      walked.push(...part.hs);
      after = part.next;
    }
    expect(walked).toEqual(['h1', 'h2']);
    await payloadDrop(database, { hs: ['h1', kept.h, 'none'] });
    expect(await payloadGet(database, { h: 'h1' })).toBeNull();
    expect(await payloadGet(database, { h: 'h2' })).not.toBeNull();
    expect(await payloadGet(database, { h: kept.h })).not.toBeNull();

    expect(await payloadVolume(database, { uid: 1_000_001, sinceMs: START_MS })).toBe(command.size);
    expect(await payloadVolume(database, { uid: 1_000_001, sinceMs: START_MS + 1 })).toBe(0);
    expect(await payloadVolume(database, { uid: 1_000_002, sinceMs: 0 })).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { createEngine } from '../core/engine.ts';
import { stateHash } from '../core/state/hash.ts';
import { memoryDisk } from '../sequencer/disk/memory-disk.ts';
import { openJournal } from '../sequencer/journal/journal-file.ts';
import { NotExecuted } from '../sequencer/refusals.ts';
import { StoreAway, StoreBehind } from '../store/errors.ts';
import { sha256 } from '../store/sha256.ts';
import type { Store } from '../store/store.ts';
import { manualTime } from '../time/manual.ts';
import { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';

const START_MS = 1_767_225_600_000;
const deposit = { name: 'deposit', account: 1_000_001, amount: '10000' } as const;

it('is caught up when its read store is, which may be far behind and away before', async () => {
  let projected = 0;
  const troubles = [new StoreBehind(1, 0, 9), new StoreAway('database is locked')];
  const store = {
    projected: () => projected,
    announceDurable: () => undefined,
    ask: async () => {
      const trouble = troubles.pop();
      if (trouble !== undefined) throw trouble;
      projected = exchange.sequence;
    },
  } as unknown as Store;
  const exchange = new Exchange({ engine: createEngine(sha256), time: manualTime(START_MS), store });
  await exchange.resume({ journal: await openJournal('journal.log', { disk: memoryDisk() }) });
  await exchange.submit(deposit);
  expect(exchange.behind).toBe(1);
  await exchange.caughtUp();
  expect([exchange.behind, troubles]).toEqual([0, []]);
  await exchange.close();
});

describe('an exchange without a server', () => {
  it('takes commands, ticks with its time, and is closed', async () => {
    const time = manualTime(START_MS);
    const exchange = await openExchange({ time });
    expect(await exchange.submit(deposit)).toMatchObject({ ok: true, timeMs: START_MS });
    const before = exchange.sequence;
    await time.advance(60_000);
    expect(exchange.sequence).toBe(before + 60);
    expect(exchange.state.timeMs).toBe(START_MS + 60_000);
    await exchange.close();
    await expect(exchange.submit(deposit)).rejects.toThrow(NotExecuted);
    await time.advance(60_000);
    expect(exchange.sequence).toBe(before + 60);
  });

  it('goes on from its journal, to the same hash', async () => {
    const journal = { disk: memoryDisk(), path: 'journal.log' };
    const time = manualTime(START_MS);
    const first = await openExchange({ time, journal });
    await first.submit(deposit);
    await time.advance(3_000);
    await first.close();
    const hash = stateHash(first.state, sha256);

    const second = await openExchange({ time: manualTime(START_MS), journal });
    expect(stateHash(second.state, sha256)).toBe(hash);
    expect([second.sequence, second.state.instruments.length]).toEqual([
      first.sequence,
      first.state.instruments.length,
    ]);
    await second.close();
  });

  it('has nothing to ask without a read store, and says so', async () => {
    const exchange = await openExchange({ time: manualTime(START_MS) });
    await expect(exchange.ask('keyring', null)).rejects.toThrow('no read store');
    await expect(exchange.snapshot()).rejects.toThrow('no read store');
    await exchange.close();
  });
});

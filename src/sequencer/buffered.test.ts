import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../core/engine.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import type { Command, Sequenced } from '../core/language/commands.ts';
import { stateHash } from '../core/state/hash.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { sha256 } from '../store/sha256.ts';
import { manualClock } from '../time/manual.ts';
import { type BufferedOptions, createBufferedSequencer } from './buffered.ts';
import { type DiskFault, type DiskOperation, memoryDisk } from './disk/memory-disk.ts';
import { type JournalOptions, openJournal } from './journal/journal-file.ts';
import { CommandMalformed, NotExecuted, OutcomeUnknown } from './refusals.ts';
import { replay } from './replay.ts';

const deposit = (account: number): Command => ({ name: 'deposit', account, amount: '1' });
const accountsOf = (records: readonly { command: Command }[]): unknown[] =>
  records.map(({ command }) => (command as { account?: number }).account);
const done = ({ sequence, timeMs }: Sequenced): Outcome => ({ ok: true, result: null, sequence, timeMs, events: [] });

interface Setting extends Partial<BufferedOptions>, Pick<JournalOptions, 'segmentBytes'> {
  readonly fault?: (operation: DiskOperation, count: number) => DiskFault | null;
  readonly keepSector?: () => boolean;
}

async function start({ fault, keepSector, segmentBytes, ...options }: Setting = {}) {
  const disk = memoryDisk({ ...(fault && { fault }), ...(keepSector && { keepSector }) });
  const sizes = { growBytes: 4_096, ...(segmentBytes === undefined ? {} : { segmentBytes }) };
  const journal = await openJournal('journal.log', { disk, ...sizes });
  const batches: number[] = [];
  const counted = {
    get end() {
      return journal.end;
    },
    write: (batch: Parameters<typeof journal.write>[0]) => {
      batches.push(batch.length);
      return journal.write(batch);
    },
    sync: () => journal.sync(),
  };
  const clock = manualClock(1_000);
  const sequencer = createBufferedSequencer({ engine: { apply: done }, journal: counted, clock, ...options });
  return { sequencer, journal, disk, clock, batches };
}

describe('a buffered journal', () => {
  it('answers before it writes, and gives all of it back in order', async () => {
    const { sequencer, journal, disk, clock } = await start();
    const first = sequencer.submit(deposit(1));
    expect([sequencer.sequence, journal.end.sequence]).toEqual([1, 0]);
    expect(await first).toMatchObject({ sequence: 1, timeMs: 1_000 });
    clock.advance(500);
    expect(sequencer.carryOut([deposit(2), deposit(3)]).map(({ sequence, timeMs }) => [sequence, timeMs])).toEqual([
      [2, 1_500],
      [3, 1_500],
    ]);
    const written: number[] = [];
    sequencer.onDurable((sequence) => written.push(sequence));
    await sequencer.write();
    expect([written, journal.end.sequence]).toEqual([[3], 3]);
    await sequencer.stop();
    await journal.close();
    expect(accountsOf([...(await openJournal('journal.log', { disk })).read()])).toEqual([1, 2, 3]);
  });

  it('writes by itself, after a while and at 128 KiB', async () => {
    const { sequencer, journal, batches } = await start();
    sequencer.carryOut([deposit(1)]);
    await expect.poll(() => journal.end.sequence).toBe(1);
    const long: Command = {
      name: 'cancelOrder',
      account: 1,
      keyId: 'k',
      channel: 'api',
      orderId: null,
      clientOrderId: 'x'.repeat(60),
    };
    const one = JSON.stringify(long).length;
    sequencer.carryOut(Array.from({ length: 2_000 }, () => long));
    await expect.poll(() => batches.length).toBeGreaterThan(1);
    expect(batches[1]).toBe(Math.ceil((128 * 1024) / one));
    await sequencer.write();
    expect(journal.end.sequence).toBe(2_001);
  });

  it('takes what is submitted while a command is applied after it, and the driver only when nobody waits', async () => {
    let again: Promise<Outcome> | null = null;
    let refused: unknown = null;
    const { sequencer } = await start({
      onApplied: ({ sequence }) => {
        if (sequence !== 1) return;
        again = sequencer.submit(deposit(9));
        try {
          sequencer.carryOut([deposit(8)]);
        } catch (error) {
          refused = error;
        }
      },
    });
    sequencer.carryOut([deposit(1), deposit(2)]);
    expect(String(refused)).toContain('commands of others come first');
    expect(await again!).toMatchObject({ sequence: 3 });
  });

  it('refuses what is no command, and what can not be taken now, before anything is carried out', async () => {
    const { sequencer } = await start({ obstacle: () => (sequencer.sequence > 0 ? new NotExecuted('disk') : null) });
    expect(() => sequencer.carryOut([deposit(1), { name: 'deposit' } as never])).toThrow(CommandMalformed);
    expect(sequencer.sequence).toBe(0);
    sequencer.carryOut([deposit(1)]);
    expect(() => sequencer.carryOut([deposit(2)])).toThrow('the disk is nearly full');
    await expect(sequencer.submit(deposit(3) as never)).rejects.toThrow(NotExecuted);
    await sequencer.stop();
    expect(() => sequencer.carryOut([deposit(2)])).toThrow('stopping');
  });

  it('takes nothing after a fault of the engine, and says so of what was under way', async () => {
    const faults: unknown[] = [];
    const apply = (one: Sequenced): Outcome => {
      if (one.sequence === 2) throw new Error('a fault of the engine');
      return done(one);
    };
    const { sequencer, journal } = await start({ engine: { apply } });
    sequencer.onFault((error) => faults.push(error));
    expect(() => sequencer.carryOut([deposit(1), deposit(2), deposit(3)])).toThrow(OutcomeUnknown);
    expect([faults.length, sequencer.healthy(), sequencer.waiting]).toEqual([1, false, 0]);
    await expect(sequencer.submit(deposit(4) as never)).rejects.toThrow(NotExecuted);
    await sequencer.write();
    expect(journal.end.sequence, 'the faulty one is in the journal').toBe(2);
  });

  it('takes nothing after a write that failed', async () => {
    let fails = false;
    const { sequencer } = await start({ fault: () => (fails ? { kind: 'error', error: new Error('EIO') } : null) });
    const failures: unknown[] = [];
    sequencer.onJournalFailure((error) => failures.push(error));
    fails = true;
    sequencer.carryOut([deposit(1)]);
    await expect(sequencer.write()).rejects.toThrow(OutcomeUnknown);
    expect(failures).toHaveLength(1);
    expect(() => sequencer.carryOut([deposit(2)])).toThrow('the journal can not be written');
  });

  it('loses a tail and no more when the power goes, whichever sectors reached the disk', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      let random = seed;
      const keepSector = (): boolean => (random = (random * 48_271) % 2_147_483_647) % 3 !== 0;
      const { sequencer, disk } = await start({ keepSector, segmentBytes: 3_000 });
      for (let n = 1; n <= 120; n++) {
        sequencer.carryOut([deposit(n)]);
        if (n % 7 === 0) await sequencer.write();
        if (n === 50) await sequencer.sync();
      }
      await sequencer.write();
      disk.crash();
      const found = accountsOf([...(await openJournal('journal.log', { disk })).read()]);
      expect(found.length).toBeGreaterThanOrEqual(50);
      expect(found).toEqual(Array.from({ length: found.length }, (_, at) => at + 1));
    }
  });

  it('gives the state back that the engine had: the same hash', async () => {
    const engine = createEngine(sha256);
    const { sequencer, journal, clock } = await start({ engine });
    sequencer.carryOut([{ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} }]);
    for (let second = 1; second <= 50; second++) {
      clock.advance(1_000);
      const price = String(90_000 + second);
      const index: Command = { name: 'setIndexPrice', symbol: 'cmt_btcusdt', price, sourceTimeMs: clock.nowMs() };
      sequencer.carryOut([index, deposit(1_000_001 + (second % 3)), { name: 'tick' }]);
    }
    await sequencer.write();
    const again = createEngine(sha256);
    await replay(journal, again);
    expect(stateHash(again.state, sha256)).toBe(stateHash(engine.state, sha256));
  });

  it('is found up to some command after kill -9, without a gap', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-buffered-'));
    try {
      const path = join(folder, 'journal.log');
      let before = 0;
      for (let kill = 0; kill < 4; kill++) {
        const child = spawn(process.execPath, ['--input-type=module', '-e', WRITES, path], { cwd: process.cwd() });
        const ended = once(child, 'exit');
        let heard = 0;
        child.stdout.on('data', (data: Buffer) => (heard = Number(data.toString().trim().split('\n').at(-1))));
        await expect.poll(() => heard, { timeout: 20_000 }).toBeGreaterThan(before + 2_000);
        child.kill('SIGKILL');
        await ended;
        const journal = await openJournal(path);
        const found = accountsOf([...journal.read()]);
        await journal.close();
        expect(found.length).toBeGreaterThanOrEqual(heard);
        expect(found).toEqual(Array.from({ length: found.length }, (_, at) => at + 1));
        before = found.length;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Carries deposits out without end, and says now and then how many are written. */
const WRITES = `
import { createBufferedSequencer } from './src/sequencer/buffered.ts';
import { openJournal } from './src/sequencer/journal/journal-file.ts';
import { manualClock } from './src/time/manual.ts';
const journal = await openJournal(process.argv[1], { segmentBytes: 100_000 });
const apply = ({ sequence, timeMs }) => ({ ok: true, result: null, sequence, timeMs, events: [] });
const sequencer = createBufferedSequencer({ engine: { apply }, journal, clock: manualClock(1_000) });
for (let n = journal.end.sequence + 1; ; n++) {
  sequencer.carryOut([{ name: 'deposit', account: n, amount: '1' }]);
  if (n % 500 === 0) { await sequencer.write(); process.stdout.write(n + '\\n'); }
  if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
}`;

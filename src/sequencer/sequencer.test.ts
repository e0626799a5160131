import { describe, expect, it } from 'vitest';
import type { Command, Sequenced } from '../core/language/commands.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { manualClock } from '../time/manual.ts';
import type { Clock, ClockTrouble } from '../time/time.ts';
import { openJournal } from './journal/journal-file.ts';
import { type DiskFault, type DiskOperation, memoryDisk } from './disk/memory-disk.ts';
import { NotExecuted, OutcomeUnknown } from './refusals.ts';
import { createSequencer, type SequencerOptions } from './sequencer.ts';

const deposit = (account: number): Extract<Command, { name: 'deposit' }> => ({ name: 'deposit', account, amount: '1' });
const tick = { name: 'tick' } as const;

interface Setting extends Partial<SequencerOptions> {
  fault?: (operation: DiskOperation, count: number) => DiskFault | null;
  /** The sequence at which the engine throws. */
  throwsAt?: number;
  trouble?: Clock['trouble'];
}

async function start({ fault, throwsAt, trouble, ...options }: Setting = {}) {
  const disk = memoryDisk(fault === undefined ? {} : { fault });
  const journal = await openJournal('journal.log', { disk, growBytes: 4_096 });
  const batches: number[] = [];
  const counted = {
    get end() {
      return journal.end;
    },
    append: (batch: Parameters<typeof journal.append>[0]) => {
      batches.push(batch.length);
      return journal.append(batch);
    },
  };
  const applied: Sequenced[] = [];
  const engine = {
    apply(sequenced: Sequenced): Outcome {
      if (sequenced.sequence === throwsAt) throw new Error('a fault of the engine');
      applied.push(sequenced);
      return { ok: true, result: null, sequence: sequenced.sequence, timeMs: sequenced.timeMs, events: [] };
    },
  };
  const manual = manualClock(1_000);
  const clock = trouble === undefined ? manual : { ...manual, trouble };
  const sequencer = createSequencer({ engine, journal: counted, clock, ...options });
  const reopen = async () => [...(await openJournal('journal.log', { disk })).read()];
  return { sequencer, journal, disk, clock, applied, batches, reopen };
}

/** A sequencer whose journal and engine write down what they do, in order. */
function startLogged(options: { readonly maxBatch?: number; readonly gatherMs?: number } = {}) {
  const order: string[] = [];
  const end = { sequence: 0, timeMs: 0, endOffset: 16 };
  const journal = {
    end,
    append: async (batch: readonly { sequence: number }[]) => {
      order.push(`write ${batch.map(({ sequence }) => sequence).join()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      end.sequence = batch.at(-1)!.sequence;
      order.push(`durable ${end.sequence}`);
    },
  };
  const engine = {
    apply: ({ sequence, timeMs }: Sequenced): Outcome => {
      order.push(`apply ${sequence}`);
      return { ok: true, result: null, sequence, timeMs, events: [] };
    },
  };
  return { order, sequencer: createSequencer({ engine, journal, clock: manualClock(), ...options }) };
}

/** The outcome of each promise: its sequence, or the name of its refusal. */
async function outcomesOf(promises: Promise<Outcome>[]): Promise<(number | string)[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value.sequence;
    return result.reason instanceof NotExecuted ? `not executed: ${result.reason.why}` : (result.reason as Error).name;
  });
}

const failFrom =
  (first: number, last = Number.POSITIVE_INFINITY) =>
  (_operation: DiskOperation, count: number): DiskFault | null =>
    count >= first && count <= last ? { kind: 'error', error: new Error('EIO'), writtenBytes: 10_000 } : null;
// Operations: three names, header written, synced, synced once checked; zeros written ahead, first batch written (8),
// synced (9); second (10, 11).

describe('the sequencer', () => {
  it('numbers commands, journals them as one batch per turn, applies them in order and answers', async () => {
    const { sequencer, applied, batches, reopen } = await start();
    expect(sequencer.sequence).toBe(0);
    expect(await outcomesOf([1, 2, 3].map((n) => sequencer.submit(deposit(n))))).toEqual([1, 2, 3]);
    expect(await outcomesOf([sequencer.submit(tick)])).toEqual([4]);
    expect(batches).toEqual([3, 1]);
    expect(sequencer.sequence).toBe(4);
    expect(applied.map(({ command }) => command)).toEqual([deposit(1), deposit(2), deposit(3), tick]);
    expect((await reopen()).map(({ sequence, timeMs, command }) => ({ sequence, timeMs, command }))).toEqual(applied);
  });

  it('never applies before the batch is durable, and writes a full batch while it applies the last', async () => {
    const { order, sequencer } = startLogged({ maxBatch: 2 });
    const answers = [1, 2, 3, 4].map((n) => sequencer.submit(tick).then(() => order.push(`answer ${n}`)));
    await Promise.all(answers);
    const before = ['write 1,2', 'durable 2', 'write 3,4', 'apply 1', 'apply 2', 'answer 1', 'answer 2'];
    expect(order).toEqual([...before, 'durable 4', 'apply 3', 'apply 4', 'answer 3', 'answer 4']);
  });

  it('takes into the batch what the next turns bring, until one brings nothing', async () => {
    const { order, sequencer } = startLogged({ gatherMs: 60_000 });
    const answers = [sequencer.submit(tick)];
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(setImmediate);
      answers.push(sequencer.submit(tick));
    }
    await Promise.all(answers);
    expect(order.filter((step) => step.startsWith('write'))).toEqual(['write 1,2,3,4']);
  });

  it('waits a moment only, however many come', async () => {
    const { order, sequencer } = startLogged();
    const answers: Promise<unknown>[] = [];
    const writes = (): number => order.filter((step) => step.startsWith('write')).length;
    // Every turn brings a command; without a bound the first batch would never start, and this would run into the
    // test's time-out.
    while (writes() < 3) {
      answers.push(sequencer.submit(tick));
      await new Promise(setImmediate);
    }
    await Promise.all(answers);
    expect(writes()).toBeGreaterThanOrEqual(3);
  });

  it('tells listeners at once: durable before applied, applied before answered', async () => {
    const heard: string[] = [];
    const { sequencer, journal } = await start({
      onApplied: ({ command }, outcome) => heard.push(`applied ${command.name} ${outcome.sequence}`),
    });
    sequencer.onDurable((sequence) => heard.push(`durable ${sequence} ${journal.end.sequence === sequence}`));
    await Promise.all([1, 2].map((n) => sequencer.submit(deposit(n)).then(() => heard.push('answered'))));
    expect(heard).toEqual(['durable 2 true', 'applied deposit 1', 'applied deposit 2', 'answered', 'answered']);
  });

  it('stamps a time that never falls, not even below the last of the journal', async () => {
    const { sequencer, clock, journal } = await start();
    await journal.append([{ sequence: 1, timeMs: 1_500, text: '{"name":"tick"}' }]);
    const later = createSequencer({
      engine: { apply: (s): Outcome => ({ ...s, ok: true, result: null, events: [] }) },
      journal,
      clock,
    });
    expect((await later.submit(tick)).timeMs).toBe(1_500);
    clock.advance(600);
    expect((await later.submit(tick)).timeMs).toBe(1_600);
    expect(sequencer.sequence).toBe(0);
  });

  it('stamps nothing while its clock is in trouble, refuses what waits, and goes on afterwards', async () => {
    let trouble: ClockTrouble | null = null;
    const { sequencer, journal } = await start({ trouble: () => trouble });
    await sequencer.submit(deposit(1));
    trouble = { kind: 'jumped', byMs: 9_000, text: 'it jumped', retryAfterSeconds: 7 };
    const refused = await Promise.allSettled([sequencer.submit(deposit(2)), sequencer.submit(deposit(3))]);
    for (const one of refused)
      expect(one).toMatchObject({
        reason: { name: 'NotExecuted', why: 'clock', retryAfterSeconds: 7, message: 'nothing was executed: it jumped' },
      });
    expect([journal.end.sequence, sequencer.healthy()]).toEqual([1, true]);
    trouble = null;
    expect((await sequencer.submit(deposit(4))).sequence).toBe(2);
    trouble = { kind: 'jumped', byMs: 9_000, text: 'it jumped', retryAfterSeconds: 7 };
    const last = sequencer.submit(deposit(5));
    const stopped = sequencer.stop();
    await expect(last).rejects.toThrow('it jumped');
    await stopped;
  });

  it('refuses what does not fit its queue, and takes commands again once it has emptied', async () => {
    const { sequencer } = await start({ maxQueue: 3 });
    const outcomes = await outcomesOf([1, 2, 3, 4, 5].map((n) => sequencer.submit(deposit(n))));
    expect(outcomes).toEqual([1, 2, 3, 'not executed: busy', 'not executed: busy']);
    const again = await Promise.allSettled([1, 2, 3, 4].map((n) => sequencer.submit(deposit(n))));
    expect(again[3]).toMatchObject({
      status: 'rejected',
      reason: { name: 'NotExecuted', why: 'busy', retryAfterSeconds: 1 },
    });
    expect(sequencer.sequence).toBe(6);
    expect(sequencer.healthy()).toBe(true);
  });

  it('takes nothing while there is an obstacle, finishes what it has taken, and goes on after', async () => {
    let isObstructed = false;
    const { sequencer } = await start({ obstacle: () => (isObstructed ? new NotExecuted('store') : null) });
    const before = sequencer.submit(deposit(1));
    isObstructed = true;
    expect(await outcomesOf([before, sequencer.submit(deposit(2))])).toEqual([1, 'not executed: store']);
    isObstructed = false;
    expect(await outcomesOf([sequencer.submit(deposit(3))])).toEqual([2]);
  });

  it('splits what waits into batches of bounded count and size', async () => {
    const small = await start({ maxBatch: 2 });
    await Promise.all([1, 2, 3, 4, 5].map((n) => small.sequencer.submit(deposit(n))));
    expect(small.batches).toEqual([2, 2, 1]);
    const large = await start();
    const names = { orderIds: [], clientOrderIds: ['1'.repeat(200_000), '2'.repeat(200_000)] };
    const long = { name: 'cancelBatchOrders', account: 1, keyId: 'k', channel: 'api', ...names } as const;
    expect(await outcomesOf([1, 2, 3, 4].map(() => large.sequencer.submit(long)))).toEqual([1, 2, 3, 4]);
    expect(large.batches).toEqual([3, 1]);
  });

  it('refuses what is no command, alone, says why, and writes nothing of it', async () => {
    const { sequencer, reopen } = await start();
    const tiers = [{ bound: '100000', maxLeverage: 50, ratePercent: '0.5' }, null] as never;
    const answers = await Promise.allSettled([
      sequencer.submit({ ...deposit(1), account: 1n as unknown as number }),
      sequencer.submit({ name: 'changeContract', symbol: 'cmt_btcusdt', change: { tiers }, effectiveMs: null }),
      sequencer.submit(undefined as never),
      sequencer.submit(tick),
    ]);
    const messages = answers.map((one) => (one.status === 'rejected' ? String(one.reason) : one.value.sequence));
    expect(messages).toEqual([
      "CommandMalformed: nothing was executed: the command 'deposit' can not be carried out: " +
        'account is a bigint, which is no JSON, needs a whole number from 1 to 9007199254740991',
      "CommandMalformed: nothing was executed: the command 'changeContract' can not be carried out: " +
        'change.tiers[1] is null, needs an object with bound, maxLeverage, ratePercent',
      'CommandMalformed: nothing was executed: the command of type undefined can not be carried out: ' +
        'name is of type undefined, needs the name of a command',
      1,
    ]);
    expect((await reopen()).map(({ command }) => command)).toEqual([tick]);
  });

  it('finishes what it has when it stops, and takes no more', async () => {
    const { sequencer } = await start({ maxBatch: 2 });
    const waiting = outcomesOf([1, 2, 3].map((n) => sequencer.submit(deposit(n))));
    const stopped = sequencer.stop();
    const late = await outcomesOf([sequencer.submit(tick)]);
    await stopped;
    expect(sequencer.sequence).toBe(3);
    expect(await waiting).toEqual([1, 2, 3]);
    expect(late).toEqual(['not executed: stopping']);
    await sequencer.stop();
  });
});

describe('a sequencer whose journal can not be written', () => {
  it('says nothing was executed when the batch could be erased, and takes no command for good', async () => {
    for (const operation of [7, 8, 9]) {
      const { sequencer, applied, disk, reopen } = await start({ fault: failFrom(operation, operation) });
      const failures: unknown[] = [];
      sequencer.onJournalFailure((error) => failures.push(error));
      expect(await outcomesOf([1, 2].map((n) => sequencer.submit(deposit(n))))).toEqual(
        Array(2).fill('not executed: journal'),
      );
      expect(sequencer.healthy()).toBe(false);
      expect(failures).toMatchObject([{ name: 'JournalWriteFailed' }]);
      const late = await sequencer.submit(tick).catch((error: unknown) => error);
      expect(late).toMatchObject({ name: 'NotExecuted', why: 'journal', retryAfterSeconds: 60 });
      expect(applied).toEqual([]);
      await sequencer.stop();
      disk.crash();
      expect(await reopen()).toEqual([]);
    }
  });

  it('says the outcome is unknown when the batch may be on disk, and that nothing was executed of what waited', async () => {
    const { sequencer, applied } = await start({ fault: failFrom(11), maxBatch: 1 });
    const outcomes = await outcomesOf([1, 2, 3].map((n) => sequencer.submit(deposit(n))));
    expect(outcomes).toEqual([1, 'OutcomeUnknown', 'not executed: journal']);
    expect(applied.length).toBe(1);
    expect(sequencer.sequence).toBe(1);
  });
});

describe('a sequencer whose engine has a fault', () => {
  it('answers those before it, leaves the rest unknown or not executed, and refuses everything', async () => {
    const { sequencer, applied, reopen } = await start({ throwsAt: 2, maxBatch: 3 });
    const faults: unknown[] = [];
    sequencer.onFault((error) => faults.push(error));
    const outcomes = await outcomesOf(Array.from({ length: 8 }, (_, n) => sequencer.submit(deposit(n + 1))));
    expect(outcomes).toEqual([1, ...Array(5).fill('OutcomeUnknown'), ...Array(2).fill('not executed: stopping')]);
    expect(faults).toMatchObject([{ message: 'a fault of the engine' }]);
    expect(sequencer.healthy()).toBe(false);
    expect(sequencer.sequence).toBe(1);
    expect(await outcomesOf([sequencer.submit(tick)])).toEqual(['not executed: stopping']);
    await sequencer.stop();
    expect(applied.length).toBe(1);
    expect((await reopen()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('treats a listener that throws as a fault, and still answers the command that was applied', async () => {
    const onApplied = (): never => {
      throw new Error('a listener');
    };
    const { sequencer } = await start({ onApplied });
    const faults: unknown[] = [];
    sequencer.onFault((error) => faults.push(error));
    expect(await outcomesOf([sequencer.submit(tick), sequencer.submit(tick)])).toEqual([1, 'OutcomeUnknown']);
    expect(faults).toMatchObject([{ message: 'a listener' }]);
  });

  it('keeps the cause in every refusal', async () => {
    const { sequencer } = await start({ throwsAt: 1 });
    const refusal = await sequencer.submit(tick).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OutcomeUnknown);
    expect(refusal).toMatchObject({ cause: { message: 'a fault of the engine' } });
  });
});

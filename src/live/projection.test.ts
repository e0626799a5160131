import { describe, expect, it } from 'vitest';
import type { Sequenced } from '../core/language/commands.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { manualClock } from '../time/manual.ts';
import { openJournal } from '../sequencer/journal/journal-file.ts';
import { memoryDisk } from '../sequencer/disk/memory-disk.ts';
import { replay } from '../sequencer/replay.ts';
import { createSequencer } from '../sequencer/sequencer.ts';
import { createProjections, type Detached, type Projection } from './projection.ts';

const tick = { name: 'tick' } as const;
const outcome = { ok: true, result: null, sequence: 1, timeMs: 0, events: [] } as Outcome;
const at = (sequence: number): Sequenced => ({ sequence, timeMs: 0, command: tick });

interface Heard extends Projection {
  readonly heard: number[];
  readonly told: string[];
}

/** Writes down what it is fed; throws at one sequence. */
function listener(name: string, change: Partial<Projection> & { throwsAt?: number } = {}): Heard {
  const heard: number[] = [];
  const told: string[] = [];
  const { throwsAt, ...rest } = change;
  return {
    name,
    needsReplay: true,
    heard,
    told,
    apply({ sequence }) {
      if (sequence === throwsAt) throw new Error(`${name} at ${sequence}`);
      heard.push(sequence);
    },
    detached: () => void told.push('detached'),
    ...rest,
  };
}

function feeding(...list: Projection[]) {
  const lost: Detached[] = [];
  return { lost, projections: createProjections(list, (one) => lost.push(one)) };
}

describe('the list of projections', () => {
  it('is fed by replay and live running alike; one that counts from the start on does not see the replay', () => {
    const [history, counter] = [listener('history'), listener('counter', { needsReplay: false })];
    const { projections } = feeding(history, counter);
    for (const sequence of [1, 2]) projections.replayed(at(sequence), outcome);
    for (const sequence of [3, 4]) projections.applied(at(sequence), outcome);
    expect([history.heard, counter.heard]).toEqual([
      [1, 2, 3, 4],
      [3, 4],
    ]);
  });

  it('goes on without a faulty one: the others hear every command, it hears none any more, and is told so once', () => {
    const list = [listener('first'), listener('faulty', { throwsAt: 2 }), listener('last')] as const;
    const { projections, lost } = feeding(...list);
    for (const sequence of [1, 2, 3, 4]) projections.applied(at(sequence), outcome);
    expect(list.map(({ heard }) => heard)).toEqual([[1, 2, 3, 4], [1], [1, 2, 3, 4]]);
    expect(list.map(({ told }) => told)).toEqual([[], ['detached'], []]);
    expect(lost).toMatchObject([{ name: 'faulty', sequence: 2, error: { message: 'faulty at 2' } }]);
    expect(projections.detached).toEqual(lost);
  });

  it('keeps one detached that failed in the replay: half a history is none', () => {
    const faulty = listener('faulty', { throwsAt: 1 });
    const { projections } = feeding(faulty);
    projections.replayed(at(1), outcome);
    projections.replayed(at(2), outcome);
    projections.applied(at(3), outcome);
    expect(faulty.heard).toEqual([]);
  });

  it('reports a second fault, while it lets go, and goes on', () => {
    const worse = listener('worse', {
      throwsAt: 1,
      detached: () => {
        throw new Error('and again');
      },
    });
    const after = listener('after');
    const { projections, lost } = feeding(worse, after);
    projections.applied(at(1), outcome);
    expect(lost.map(({ error }) => (error as Error).message)).toEqual(['worse at 1', 'and again']);
    expect(projections.detached.length).toBe(1);
    expect(after.heard).toEqual([1]);
  });

  it('throws the fault of an essential one, and names it', () => {
    const { projections, lost } = feeding(listener('vital', { throwsAt: 1, isEssential: true }));
    expect(() => projections.applied(at(1), outcome)).toThrow(
      'the projection vital, which is essential, failed at sequence 1: vital at 1',
    );
    expect(lost).toEqual([]);
  });
});

/** The sequencer and a replay of its journal, as the composition root puts them together. */
async function exchange(...list: Projection[]) {
  const disk = memoryDisk();
  const journal = await openJournal('journal.log', { disk });
  const { projections, lost } = feeding(...list);
  const engine = { apply: (sequenced: Sequenced): Outcome => ({ ...outcome, sequence: sequenced.sequence }) };
  const sequencer = createSequencer({ engine, journal, clock: manualClock(1_000), onApplied: projections.applied });
  return { sequencer, journal, engine, lost };
}

describe('behind the sequencer', () => {
  it('a faulty one takes no command from anybody: all are answered, before and after, and the exchange is healthy', async () => {
    const faulty = listener('channels', { throwsAt: 2 });
    const { sequencer, lost } = await exchange(faulty);
    const faults: unknown[] = [];
    sequencer.onFault((error) => faults.push(error));
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => sequencer.submit<'tick'>(tick)));
    expect(outcomes.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect([sequencer.healthy(), faults, lost.length]).toEqual([true, [], 1]);
  });

  it('an essential one stops the exchange, as a fault of the engine does', async () => {
    const { sequencer } = await exchange(listener('vital', { throwsAt: 1, isEssential: true }));
    const faults: unknown[] = [];
    sequencer.onFault((error) => faults.push(error));
    await sequencer.submit<'tick'>(tick);
    expect(sequencer.healthy()).toBe(false);
    expect(faults).toMatchObject([{ name: 'ProjectionFailed' }]);
  });

  it('after a restart knows what it would know without', async () => {
    const live = listener('live');
    const { sequencer, journal, engine } = await exchange(live);
    for (let n = 0; n < 5; n++) await sequencer.submit<'tick'>(tick);
    const replayed = listener('replayed');
    await replay(journal, engine, { onApplied: feeding(replayed).projections.replayed });
    expect(replayed.heard).toEqual(live.heard);
  });
});

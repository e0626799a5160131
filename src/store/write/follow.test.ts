import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../core/turn/outcome.ts';
import { Follower, type FollowerOptions, type TakeCommands } from './follow.ts';
import type { Projector } from './projector.ts';

const outcome: Outcome = { ok: true, result: null, sequence: 0, timeMs: 0, events: [] };

/** A projector that only counts, as large as told, and fails to write a batch that reaches `failAt`. */
function countingProjector({ stored = 0, rowsPerCommand = 1, failAt = Number.POSITIVE_INFINITY } = {}) {
  const writes: number[] = [];
  const state = { sequence: stored, collected: 0, pending: 0 };
  const projector: Projector = {
    get sequence() {
      return state.sequence;
    },
    get collected() {
      return state.collected;
    },
    get pending() {
      return state.pending;
    },
    project({ sequence }) {
      expect(sequence).toBe(state.collected + 1);
      state.collected = sequence;
      state.pending += rowsPerCommand;
    },
    async flush() {
      const { collected } = state;
      state.pending = 0;
      await new Promise(setImmediate);
      if (collected >= failAt) throw new Error('the disk is full');
      if (collected > state.sequence) {
        state.sequence = collected;
        writes.push(collected);
      }
    },
    check: () => Promise.resolve(),
  };
  return { projector, writes };
}

/** A database that is there: what fails is a fault. */
const there = { lost: (error: unknown) => Promise.reject(error) };

function following(projector: Projector, change: Partial<FollowerOptions> = {}) {
  let next = 1;
  const take: TakeCommands = function* (sequence) {
    while (next <= sequence) yield { sequenced: { sequence: next++, timeMs: 0, command: { name: 'tick' } }, outcome };
  };
  const projected: number[] = [];
  const faults: unknown[] = [];
  const onProgress = (progress: { projected: number }): unknown => projected.push(progress.projected);
  const onFault = (error: unknown): unknown => faults.push(error);
  const options = { projector, presence: there, take, onProgress, onFault, ...change };
  return { follower: new Follower(options), projected, faults };
}

describe('following the journal', () => {
  it('pauses after each so many commands, with all rows stored, and not where the next such place is known', async () => {
    const { projector, writes } = countingProjector();
    const paused: number[][] = [];
    const work = async (): Promise<void> => {
      await new Promise(setImmediate);
      paused.push([projector.collected, projector.sequence]);
    };
    const { follower } = following(projector, { pauses: { every: 10, work } });
    follower.durable(37);
    await follower.reached(37);
    expect(paused).toEqual([[30, 30]]);
    for (let sequence = 38; sequence <= 60; sequence++) follower.durable(sequence);
    await follower.reached(60);
    follower.durable(61);
    await follower.reached(61);
    expect(paused.slice(1).map(([at]) => at)).toContain(60);
    expect(paused.every(([at, stored]) => at === stored && at! % 10 === 0)).toBe(true);
    expect(writes).toContain(60);
    await follower.stop();
  });

  it('writes at once what somebody waits for, and otherwise a moment later', async () => {
    const { projector, writes } = countingProjector();
    const { follower, projected } = following(projector);
    follower.durable(1);
    await new Promise(setImmediate);
    expect(writes).toEqual([]);
    await follower.reached(1);
    expect(writes).toEqual([1]);
    follower.durable(2);
    const startedAt = performance.now();
    while (writes.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(projected).toEqual([1, 2]);
  });

  it('writes once a second where little goes on, and up to four times as often where more does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      for (const [perTick, wanted] of [
        [2, 10],
        [750, 20],
        [1_500, 40],
      ] as const) {
        const { projector, writes } = countingProjector();
        const { follower } = following(projector);
        for (let tick = 1; tick <= 40; tick++) {
          follower.durable(tick * perTick);
          await new Promise(setImmediate);
          await vi.advanceTimersByTimeAsync(250);
          for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        }
        expect(writes).toHaveLength(wanted);
        expect(writes.at(-1)).toBe(40 * perTick);
        await follower.stop();
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers a wait for what is not announced yet, once it is', async () => {
    const { projector } = countingProjector();
    const { follower } = following(projector);
    follower.durable(1);
    let reached = false;
    const waiting = follower.reached(3).then(() => (reached = true));
    await follower.reached(1);
    expect(reached).toBe(false);
    follower.durable(3);
    await waiting;
    expect(projector.sequence).toBe(3);
  });

  it('writes a flood in batches of bounded size and lets the event loop run', async () => {
    const { projector, writes } = countingProjector({ rowsPerCommand: 1_000 });
    const { follower } = following(projector);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    follower.durable(101);
    await follower.reached(101);
    clearImmediate(turn);
    expect(writes).toEqual([...Array.from({ length: 8 }, (_, at) => (at + 1) * 12), 101]);
    expect(turns).toBeGreaterThan(0);
  });

  it('takes no command while work holds it, answers what is stored, and catches up afterwards', async () => {
    const { projector } = countingProjector();
    const { follower } = following(projector);
    follower.durable(3);
    await follower.reached(3);
    const held = Promise.withResolvers<string>();
    const order: string[] = [];
    const first = follower.hold(() => held.promise).then((text) => order.push(text));
    const second = follower.hold(async () => order.push(`second at ${projector.collected}`));
    follower.durable(9);
    const late = follower.reached(9).then(() => order.push('caught up'));
    await follower.reached(3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(projector.collected).toBe(3);
    held.resolve('first');
    await Promise.all([first, second, late]);
    expect(order).toEqual(['first', 'second at 3', 'caught up']);
    await expect(follower.hold(() => Promise.reject(new Error('a proof failed')))).rejects.toThrow('a proof failed');
    follower.durable(10);
    await follower.reached(10);
  });

  it('says a failed write once, and does nothing more', async () => {
    const { projector } = countingProjector({ failAt: 2 });
    const { follower, faults } = following(projector);
    follower.durable(1);
    await follower.reached(1);
    follower.durable(2);
    void follower.reached(2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(faults).toEqual([new Error('the disk is full')]);
    follower.durable(3);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(faults).toHaveLength(1);
    expect(projector.collected).toBe(2);
    await follower.stop();
  });

  it('says that an engine or a journal failed', async () => {
    const { projector } = countingProjector();
    const { follower, faults } = following(projector, {
      take: () => {
        throw new Error('damaged');
      },
    });
    follower.durable(1);
    await new Promise(setImmediate);
    expect(faults).toEqual([new Error('damaged')]);
  });

  it('refuses a journal that ends before the rows do', () => {
    const { projector } = countingProjector({ stored: 5 });
    const { follower, faults } = following(projector);
    follower.durable(4);
    expect(faults).toHaveLength(1);
    expect(String(faults[0])).toContain('rows up to sequence 5, the journal ends at 4');
  });

  it('stops with everything collected written', async () => {
    const { projector, writes } = countingProjector();
    const { follower } = following(projector);
    follower.durable(7);
    await new Promise(setImmediate);
    await follower.stop();
    expect(writes).toEqual([7]);
    follower.durable(9);
    await new Promise(setImmediate);
    expect(projector.collected).toBe(7);
  });
});

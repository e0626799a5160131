import { describe, expect, it } from 'vitest';
import { machine } from './machine.ts';
import { RANKS, Timeline } from './timeline.ts';

const START_MS = 1_000_000;

function start() {
  const faults: unknown[] = [];
  const timeline = new Timeline({ startMs: START_MS, onFault: (error) => faults.push(error) });
  const seen: string[] = [];
  const see = (what: string) => () => void seen.push(`${what} ${timeline.nowMs() - START_MS}`);
  return { timeline, seen, see, faults };
}

describe('the timeline', () => {
  it('carries entries out by moment, rank and the order in which they were entered, each at its own moment', async () => {
    const { timeline, seen, see } = start();
    timeline.at(START_MS + 20, RANKS.tick, see('tick'));
    timeline.at(START_MS + 20, RANKS.flow, see('flow'));
    timeline.at(START_MS + 10, RANKS.upkeep, see('upkeep'));
    timeline.at(START_MS + 20, RANKS.flow, see('more flow'));
    timeline.at(START_MS + 90, RANKS.flow, see('later'));
    await timeline.advanceTo(START_MS + 50);
    expect(seen).toEqual(['upkeep 10', 'flow 20', 'more flow 20', 'tick 20']);
    expect([timeline.nowMs() - START_MS, timeline.pace]).toEqual([50, null]);
  });

  it('takes the least of many, and none that was cancelled', async () => {
    const { timeline } = start();
    const seen: number[] = [];
    const wanted: number[] = [];
    for (let n = 0; n < 2_000; n++) {
      const at = START_MS + ((n * 7_919) % 1_009);
      const timer = timeline.at(at, RANKS.flow, () => void seen.push(at));
      if (n % 3 === 0) timer.cancel();
      else wanted.push(at);
    }
    await timeline.advanceTo(START_MS + 2_000);
    expect(seen).toEqual(wanted.toSorted((a, b) => a - b));
  });

  it('waits for an entry to end before it takes the next, and for one that was entered meanwhile', async () => {
    const { timeline, seen, see } = start();
    timeline.at(START_MS + 10, RANKS.flow, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      timeline.at(START_MS + 12, RANKS.flow, see('inserted'));
      see('slow')();
    });
    timeline.at(START_MS + 15, RANKS.flow, see('after'));
    await timeline.advanceTo(START_MS + 20);
    expect(seen).toEqual(['slow 10', 'inserted 12', 'after 15']);
  });

  it('is exchange time: timers run once, again and again, or wake a sleeper', async () => {
    const { timeline, seen, see } = start();
    timeline.after(30, see('once'));
    const each = timeline.every(10, see('each'));
    const sleeper = timeline.sleep(25).then(see('woken'));
    await timeline.advanceTo(START_MS + 30);
    each.cancel();
    await sleeper;
    await timeline.advanceTo(START_MS + 100);
    expect(seen).toEqual(['each 10', 'each 20', 'woken 25', 'once 30', 'each 30']);
  });

  it('keeps a pace of the machine, between entries too, and stands where it is told to', async () => {
    const { timeline, see, seen } = start();
    for (let n = 1; n <= 5; n++) timeline.at(START_MS + n * 1_000, RANKS.flow, see('second'));
    const fromMs = machine.steadyMs();
    timeline.run(100, START_MS + 4_500);
    expect(timeline.pace).toBe(100);
    await expect.poll(() => timeline.nowMs() - START_MS, { interval: 1 }).toBeGreaterThan(1_000);
    await expect.poll(() => timeline.pace).toBe(null);
    expect(machine.steadyMs() - fromMs).toBeGreaterThanOrEqual(45);
    expect(seen).toEqual(['second 1000', 'second 2000', 'second 3000', 'second 4000']);
    expect(timeline.nowMs()).toBe(START_MS + 4_500);
  });

  it('is behind when its entries take longer than its pace allows, and leaves none out', async () => {
    const { timeline } = start();
    let count = 0;
    let behindMs = 0;
    timeline.each(START_MS + 1, 1, RANKS.flow, async () => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      behindMs = Math.max(behindMs, timeline.behindMs);
    });
    timeline.run(1_000, START_MS + 20);
    await expect.poll(() => timeline.pace).toBe(null);
    expect(count).toBe(20);
    expect(behindMs).toBeGreaterThan(0);
  });

  it('pauses when told to, with the entry under way carried out, and goes on from there', async () => {
    const { timeline, see, seen } = start();
    timeline.each(START_MS + 1, 1, RANKS.tick, see('tick'));
    timeline.run('max');
    await expect.poll(() => seen.length).toBeGreaterThan(10);
    await timeline.pause();
    const { length } = seen;
    expect(seen.at(-1)).toBe(`tick ${length}`);
    expect(timeline.nowMs() - START_MS).toBe(length);
    await timeline.advanceTo(START_MS + length + 2);
    expect(seen).toHaveLength(length + 2);
    expect(() => timeline.run(1, START_MS)).toThrow(/only forward/);
  });

  it('stands after an entry that threw, and says so', async () => {
    const { timeline, faults, seen, see } = start();
    timeline.at(START_MS + 1, RANKS.flow, () => {
      throw new Error('broken');
    });
    timeline.at(START_MS + 2, RANKS.flow, see('never'));
    await timeline.advanceTo(START_MS + 5);
    expect([String(faults[0]), seen, timeline.pace, timeline.nowMs() - START_MS]).toEqual([
      'Error: broken',
      [],
      null,
      1,
    ]);
  });

  it('wakes from waiting for what is entered before the next', async () => {
    const { timeline, see, seen } = start();
    timeline.at(START_MS + 3_600_000, RANKS.flow, see('far'));
    timeline.run(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    timeline.after(1, see('near'));
    await expect.poll(() => seen.length).toBe(1);
    expect(seen[0]).toMatch(/^near \d+$/);
    await timeline.pause();
  });

  it('goes on after a step in which nothing happens', async () => {
    const timeline = new Timeline({
      startMs: 0,
      onFault: (error) => {
        throw error;
      },
    });
    const seen: number[] = [];
    timeline.each(10, 10, RANKS.tick, () => void seen.push(timeline.nowMs()));
    for (let ms = 1; ms <= 25; ms++) {
      await timeline.advanceTo(ms);
      expect(timeline.nowMs()).toBe(ms);
    }
    expect(seen).toEqual([10, 20]);
  });
});

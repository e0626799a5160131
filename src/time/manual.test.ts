import { describe, expect, it } from 'vitest';
import { machine } from './machine.ts';
import { manualClock, manualTime } from './manual.ts';
import { MACHINE } from './wall-clock.ts';

describe('the machine', () => {
  it('has three clocks that pass alike', async () => {
    const read = () => [MACHINE.wallMs(), MACHINE.steadyMs(), MACHINE.bootMs()] as const;
    const before = read();
    await machine.sleep(60);
    const passed = read().map((now, at) => now - before[at]!);
    // The last is coarse: to a second on some systems.
    for (const [at, least] of [50, 50, 0].entries()) expect(passed[at]).toBeGreaterThanOrEqual(least);
    for (const ms of passed) expect(ms).toBeLessThan(5_000);
  });

  it('runs a timer until it is cancelled, and ends a sleep that is aborted', async () => {
    let beats = 0;
    await new Promise<void>((resolve) => {
      const timer = machine.every(1, () => {
        if (++beats < 3) return;
        timer.cancel();
        resolve();
      });
    });
    machine.after(5, () => (beats = 99)).cancel();
    await machine.sleep(20);
    expect(beats).toBe(3);

    const stopping = new AbortController();
    const sleeping = machine.sleep(60_000, stopping.signal);
    stopping.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await expect(machine.sleep(60_000, stopping.signal)).rejects.toThrow('enough');
  });
});

describe('manualClock', () => {
  it('moves when told to, and never back', () => {
    const clock = manualClock(50);
    clock.advance(25);
    expect(clock.nowMs()).toBe(75);
    expect(() => clock.advance(-1)).toThrow('whole milliseconds, found -1');
    expect(() => clock.advance(0.5)).toThrow('found 0.5');
    expect(clock.nowMs()).toBe(75);
  });
});

describe('manualTime', () => {
  it('runs what falls due on the way, each at its own moment and after the one before has ended', async () => {
    const time = manualTime(1_000);
    const ran: string[] = [];
    const note = (what: string) => async () => {
      ran.push(`${what} begins at ${time.nowMs()}`);
      await machine.sleep(1);
      ran.push(`${what} ends`);
    };
    time.every(40, note('tick'));
    time.after(40, note('second'));
    time.after(10, note('first'));
    const cancelled = time.after(20, note('never'));
    time.after(15, () => cancelled.cancel());
    await time.advance(85);
    expect(time.nowMs()).toBe(1_085);
    expect(ran).toEqual([
      'first begins at 1010',
      'first ends',
      'tick begins at 1040',
      'tick ends',
      'second begins at 1040',
      'second ends',
      'tick begins at 1080',
      'tick ends',
    ]);
  });

  it('runs what was set on the way, if it falls due on the way too', async () => {
    const time = manualTime();
    const at: number[] = [];
    const again = (): void => {
      at.push(time.nowMs());
      time.after(30, again);
    };
    again();
    const slept = time.sleep(45).then(() => at.push(-time.nowMs()));
    await time.advance(50);
    await slept;
    expect(at).toEqual([0, 30, -45]);
    await time.advance(10);
    expect(at).toEqual([0, 30, -45, 60]);
  });
});

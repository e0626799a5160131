import { describe, expect, it } from 'vitest';
import { MACHINE, manualClock } from './clock.ts';

describe('the machine', () => {
  it('has three clocks that pass alike', async () => {
    const read = () => [MACHINE.wallMs(), MACHINE.steadyMs(), MACHINE.bootMs()] as const;
    const before = read();
    await new Promise((resolve) => setTimeout(resolve, 60));
    const passed = read().map((now, at) => now - before[at]!);
    // The last is coarse: to a second on some systems.
    for (const [at, least] of [50, 50, 0].entries()) expect(passed[at]).toBeGreaterThanOrEqual(least);
    for (const ms of passed) expect(ms).toBeLessThan(5_000);
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

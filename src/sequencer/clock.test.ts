import { describe, expect, it } from 'vitest';
import { manualClock, wallClock } from './clock.ts';

describe('wallClock', () => {
  it('is the time of the machine, in whole milliseconds', () => {
    const before = Date.now();
    const now = wallClock().nowMs();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(Number.isSafeInteger(now)).toBe(true);
  });

  it('stands still while the machine is set back', () => {
    const times = [1_000.7, 400, 999, 1_001.2];
    const clock = wallClock(() => times.shift() ?? 0);
    expect([clock.nowMs(), clock.nowMs(), clock.nowMs(), clock.nowMs()]).toEqual([1_000, 1_000, 1_000, 1_001]);
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

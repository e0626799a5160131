// A span of time that many share.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadline } from './deadline.ts';

describe('a deadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls each that is not done when its own time is over, and nobody else', () => {
    const deadline = createDeadline(1_000);
    const late: string[] = [];
    const begin = (name: string) => deadline.begin(() => late.push(name));
    const first = begin('first');
    begin('second');
    vi.advanceTimersByTime(400);
    deadline.done(first);
    begin('third');
    vi.advanceTimersByTime(599);
    expect(late).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(late).toEqual(['second']);
    vi.advanceTimersByTime(400);
    expect(late).toEqual(['second', 'third']);
  });

  it('has one timer for all, and none once all are done', () => {
    const deadline = createDeadline(1_000);
    const all = Array.from({ length: 50 }, () => deadline.begin(() => undefined));
    expect(vi.getTimerCount()).toBe(1);
    for (const one of all) deadline.done(one);
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on with the others when one of those that are late begins again', () => {
    const deadline = createDeadline(1_000);
    let count = 0;
    const again = (): void => void (++count < 3 && deadline.begin(again));
    deadline.begin(again);
    vi.advanceTimersByTime(5_000);
    expect(count).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});

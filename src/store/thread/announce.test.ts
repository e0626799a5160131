import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from './announce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function announced() {
  const told: number[] = [];
  return { told, announcer: createAnnouncer((sequence) => told.push(sequence)) };
}

describe('what is durable', () => {
  it('is not told before it is known, whatever is asked', () => {
    const { told, announcer } = announced();
    announcer.tell(0);
    announcer.tell(7);
    announcer.end();
    expect(told).toEqual([]);
  });

  it('is told at once, the sequence 0 of an empty journal too', () => {
    const { told, announcer } = announced();
    announcer.durable(0);
    expect(told).toEqual([0]);
  });

  it('is told a few times for many batches, the last of them in the end', () => {
    const { told, announcer } = announced();
    for (let sequence = 1; sequence <= 40; sequence++) {
      announcer.durable(sequence);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(100);
    expect(told.length).toBeLessThan(12);
    expect(told[0]).toBe(1);
    expect(told.at(-1)).toBe(40);
  });

  it('is told at once again after a pause', () => {
    const { told, announcer } = announced();
    announcer.durable(1);
    vi.advanceTimersByTime(100);
    announcer.durable(2);
    expect(told).toEqual([1, 2]);
  });

  it('is told before a question that needs it, and only then', () => {
    const { told, announcer } = announced();
    announcer.durable(1);
    announcer.durable(2);
    announcer.tell(1);
    expect(told).toEqual([1]);
    announcer.tell(2);
    announcer.tell(2);
    expect(told).toEqual([1, 2]);
  });

  it('is told in the end, and then no more', () => {
    const { told, announcer } = announced();
    announcer.durable(1);
    announcer.durable(2);
    announcer.end();
    vi.advanceTimersByTime(100);
    expect(told).toEqual([1, 2]);
  });
});

import { expect, it } from 'vitest';
import { createDurations } from './durations.ts';

it('says the median, the slowest in a hundred and the longest', () => {
  const durations = createDurations(() => 0);
  expect(durations.lately()).toBeNull();
  for (let ms = 200; ms >= 1; ms--) durations.add(ms);
  expect(durations.lately()).toEqual({ count: 200, p50Ms: 100, p99Ms: 198, longestMs: 200 });
});

it('forgets what is older than a minute, and keeps the newest 4,096', () => {
  let nowMs = 0;
  const durations = createDurations(() => nowMs);
  durations.add(9_000);
  nowMs = 60_000;
  durations.add(1);
  expect(durations.lately()).toMatchObject({ count: 2, longestMs: 9_000 });
  nowMs = 60_001;
  expect(durations.lately()).toEqual({ count: 1, p50Ms: 1, p99Ms: 1, longestMs: 1 });
  durations.add(5_000);
  for (let left = 0; left < 4_096; left++) durations.add(2);
  expect(durations.lately()).toEqual({ count: 4_096, p50Ms: 2, p99Ms: 2, longestMs: 2 });
});

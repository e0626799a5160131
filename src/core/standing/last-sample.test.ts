/** The value of the sample at the end (CTST-012): odd and even numbers, short contests, minutes without a sample. */
import { expect, it } from 'vitest';
import { countedEquity, type LastSampleRules, type Sampled } from './last-sample.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_000 * MINUTE_MS;

/** The values of samples, given as minutes since the start and equities; the last one is at the end. */
function countedAt(finalMinutes: number | undefined, ...samples: readonly (readonly [number, number])[]): unknown[] {
  const endMs = START_MS + samples.at(-1)![0] * MINUTE_MS;
  const rules: LastSampleRules = { startMs: START_MS, endMs, ...(finalMinutes === undefined ? {} : { finalMinutes }) };
  const latest: Sampled[] = [];
  return samples.map(([at, equity]) => countedEquity(rules, latest, { momentMs: START_MS + at * MINUTE_MS, equity }));
}

it('is the median of the last minutes, and no other sample is touched', () => {
  expect(countedAt(5, [0, 1], [1, 90], [2, 50], [3, 40], [4, 20], [5, 30], [6, 99])).toEqual([
    1, 90, 50, 40, 20, 30, 40,
  ]);
});

it('is what was sampled where the contest states no minutes, or one', () => {
  expect(countedAt(undefined, [0, 1], [1, 5], [2, 9])).toEqual([1, 5, 9]);
  expect(countedAt(1, [0, 1], [1, 5], [2, 9])).toEqual([1, 5, 9]);
});

it('is of an even number the mean of the two in the middle, rounded down', () => {
  // An end between two minutes: five whole ones and itself.
  expect(countedAt(5, [0, 1], [1, 1], [2, 2], [3, 3], [4, 6], [5, 7], [5.5, 8]).at(-1)).toBe(4);
  expect(countedAt(5, [0, 1], [1, -4], [2, -1]).at(-1)).toBe(-3);
});

it('is of those there are: a short contest without its start, and minutes that had no tick', () => {
  expect(countedAt(5, [0, 100], [0.5, 7]).at(-1)).toBe(7);
  expect(countedAt(5, [0, 100], [1, 5], [1.5, 8]).at(-1)).toBe(6);
  expect(countedAt(5, [0, 100], [1, 5], [8, 9]).at(-1)).toBe(9);
});

it('is exact beyond 2^53', () => {
  const large = 9_007_199_254_740_991;
  const counted = countedEquity(
    { startMs: 0, endMs: 2 * MINUTE_MS, finalMinutes: 5 },
    [{ momentMs: MINUTE_MS, equity: large }],
    { momentMs: 2 * MINUTE_MS, equity: 9_007_199_254_740_995n },
  );
  expect(counted).toBe(9_007_199_254_740_993n);
});

import { expect, it } from 'vitest';
import { createFillRate } from './fill-rate.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const MINUTE = 60;
const HOUR = 3_600;

/** Looks every 5 s; `freeAt` says what is free after so many seconds. */
function watched(seconds: number, freeAt: (second: number) => number) {
  const rate = createFillRate();
  for (let second = 0; second <= seconds; second += 5) rate.add(second * 1000, freeAt(second));
  return rate;
}

it('foretells when a disk that fills evenly is full', () => {
  const rate = watched(3 * HOUR, (second) => 10 * GIB - second * 100 * 1024);
  const left = (10 * GIB - 3 * HOUR * 100 * 1024) / (100 * 1024);
  expect(rate.secondsUntil(0)).toBeCloseTo(left, 0);
  expect(rate.secondsUntil(GIB)).toBeCloseTo(left - GIB / (100 * 1024), 0);
  expect(rate.secondsUntil(10 * GIB)).toBe(0);
});

it('foretells nothing of a disk that keeps its room or gets some', () => {
  expect(watched(6 * HOUR, () => GIB).secondsUntil(0)).toBe(Number.POSITIVE_INFINITY);
  expect(watched(6 * HOUR, (second) => GIB + second).secondsUntil(0)).toBe(Number.POSITIVE_INFINITY);
  expect(createFillRate().secondsUntil(0)).toBe(Number.POSITIVE_INFINITY);
});

it('is not misled by a large file that comes, or by files that come and go', () => {
  for (const at of [10, 60, 150, 240, 290, 300])
    for (const length of [5 * MINUTE, 7 * MINUTE, 30 * MINUTE])
      expect(
        watched(length, (second) => 4 * GIB - (second >= at ? GIB : 0)).secondsUntil(0),
        `a file after ${at} of ${length} s`,
      ).toBe(Number.POSITIVE_INFINITY);
  const compressing = (second: number): number => 4 * GIB - (second % 600 < 60 ? 500 * MIB : 0);
  for (let seconds = MINUTE; seconds < 2 * HOUR; seconds += MINUTE)
    expect(watched(seconds, compressing).secondsUntil(0), `after ${seconds} s`).toBe(Number.POSITIVE_INFINITY);
});

it('sees the growth under files that come and go', () => {
  const freeAt = (second: number): number =>
    20 * GIB - second * MIB - (Math.floor(second / 600) % 3 === 1 ? 600 * MIB : 0);
  const left = watched(4 * HOUR, freeAt).secondsUntil(0);
  const truth = (20 * GIB - 4 * HOUR * MIB) / MIB;
  expect(left).toBeGreaterThan(truth * 0.8);
  expect(left).toBeLessThan(truth * 1.25);
});

it('notices within minutes that a quiet disk fills fast', () => {
  const freeAt = (second: number): number => 50 * GIB - Math.max(0, second - 6 * HOUR) * 20 * MIB;
  expect(watched(6 * HOUR, freeAt).secondsUntil(0)).toBe(Number.POSITIVE_INFINITY);
  const after = 6 * HOUR + 5 * MINUTE;
  expect(watched(after, freeAt).secondsUntil(0)).toBeCloseTo(freeAt(after) / (20 * MIB), 0);
});

it('looks no further ahead than 24 times as long as it has watched', () => {
  const filling = (second: number): number => 12 * HOUR * MIB - second * MIB;
  expect(watched(10 * MINUTE, filling).secondsUntil(0)).toBe(Number.POSITIVE_INFINITY);
  expect(watched(40 * MINUTE, filling).secondsUntil(0)).toBeCloseTo(12 * HOUR - 40 * MINUTE, 0);
});

import { expect, it } from 'vitest';
import { createGaugeLines, type Gauged } from './gauge-lines.ts';

it('keeps commands a second beside the figures of the moment, 450 points at most', () => {
  let now: Gauged | null = null;
  let ms = 0;
  const lines = createGaugeLines(
    () => now,
    () => 1_000_000 + ms,
    () => ms,
  );
  lines.sample();
  expect(lines.points, 'nothing was there to see').toEqual([]);
  now = { sequence: 100, waiting: 0, lag: 0, fund: 20 };
  lines.sample();
  expect(lines.points, 'a rate needs two').toEqual([]);
  ms = 2_500;
  now = { sequence: 600, waiting: 3, lag: 7, fund: 19.5 };
  lines.sample();
  expect(lines.points).toEqual([{ timeMs: 1_002_500, commandsPerSecond: 200, waiting: 3, lag: 7, fund: 19.5 }]);
  for (let left = 0; left < 500; left++) {
    ms += lines.everyMs;
    lines.sample();
  }
  expect(lines.points.length).toBe(450);
  expect(lines.points.at(-1)).toMatchObject({ timeMs: 1_000_000 + ms, commandsPerSecond: 0 });
});

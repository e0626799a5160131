// Places in a picture: the first and last moments at its edges, values upwards, round ticks, flat lines with room.
import { describe, expect, it } from 'vitest';
import { areaOf, decimalsOf, frameOf, HEIGHT, lineOf, strokesOf, ticksOf, WIDTH, yOf } from './picture.ts';

const TIMES = [0, 50, 100];
const frame = { fromMs: 0, toMs: 100, low: 0, high: 10 };

describe('a picture', () => {
  it('goes from edge to edge, and up', () => {
    expect(lineOf(frame, TIMES, [0, 5, 10])).toBe(`M0.0 ${HEIGHT}.0L${WIDTH / 2}.0 100.0L${WIDTH}.0 0.0`);
    expect(areaOf(frame, [0, 100], [5, 5])).toBe('M0.0 100.0L1000.0 100.0L1000.0 200.0L0.0 200.0Z');
  });

  it('has strokes on the line as it was at the moment', () => {
    expect(strokesOf(frame, TIMES, [0, 5, 10], [10, 60], 8)).toBe('M100.0 200.0v-8M600.0 100.0v-8');
  });

  it('has room around what it shows, also where that is flat', () => {
    const found = frameOf(TIMES, [10, 20]);
    expect([found.low < 10, found.high > 20]).toEqual([true, true]);
    for (const flat of [0, 10_000, -3]) {
      const one = frameOf(TIMES, [flat, flat]);
      expect(yOf(one, flat)).toBeCloseTo(HEIGHT / 2, 6);
    }
  });

  it.each([
    [0, 10, [0, 2, 4, 6, 8, 10], 0],
    [9_990, 10_020, [9_990, 10_000, 10_010, 10_020], 0],
    [-0.012, 0.001, [-0.01, -0.005, 0], 3],
  ])('has round ticks from %d to %d', (low, high, ticks, decimals) => {
    const found = ticksOf({ fromMs: 0, toMs: 1, low, high });
    expect(found.map((one) => Number(one.toFixed(6)))).toEqual(ticks);
    expect(decimalsOf(found)).toBe(decimals);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, createBarLine, MOST_BARS } from './bar-line.ts';

const exact = { open: '1', high: '1', low: '1', close: '1' };
const barOf = (t: number, size: number): Bar => ({ t, open: 1, high: 1, low: 1, close: size, size, exact });
const sizes = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 });

/** A chart like the library's: it throws on a bar that is older than its last. */
function createChart() {
  const bars: Bar[] = [];
  return {
    bars,
    all: (others: readonly Bar[]) => void bars.splice(0, bars.length, ...others),
    last(bar: Bar): void {
      const end = bars.at(-1);
      if (end !== undefined && bar.t < end.t) throw new Error(`${bar.t} after ${end.t}`);
      if (end?.t === bar.t) bars.pop();
      bars.push(bar);
    },
  };
}

describe('the line of bars', () => {
  it('shows each bar once, in order and as it was last, however late the past comes', () => {
    const course = fc.tuple(sizes, fc.nat(12), fc.nat(12), fc.array(fc.boolean(), { maxLength: 40 }));
    const property = fc.property(course, ([traded, seenBefore, askedAt, draws]) => {
      // Each trade adds to the bar of its minute; several make one push each.
      const pushes = traded.flatMap((count, t) => Array.from({ length: count + 1 }, (_, k) => barOf(t, k + 1)));
      const past = (until: number): Bar[] => [...new Map(pushes.slice(0, until).map((bar) => [bar.t, bar])).values()];
      const chart = createChart();
      const line = createBarLine(chart);
      const from = Math.min(seenBefore, pushes.length);
      const read = Math.min(from + askedAt, pushes.length);
      pushes.slice(from).forEach((bar, k) => {
        if (from + k === read) line.begin(past(read));
        line.push(bar);
        if (draws[k] === true) line.draw();
      });
      if (read === pushes.length) line.begin(past(read));
      line.draw();
      expect(chart.bars).toEqual(past(pushes.length));
    });
    fc.assert(property);
  });

  it('takes what was pushed while the past was read, and nothing older than its last', () => {
    const chart = createChart();
    const line = createBarLine(chart);
    expect([line.push(barOf(60, 1)), line.push(barOf(120, 1)), line.push(barOf(60, 2))]).toEqual([true, true, false]);
    expect(line.draw(), 'before there is a past').toBe(false);
    line.begin([barOf(0, 3), barOf(60, 4)]);
    line.draw();
    expect(chart.bars).toEqual([barOf(0, 3), barOf(60, 4), barOf(120, 1)]);
  });

  it('keeps a bounded number of bars', () => {
    const chart = createChart();
    const line = createBarLine(chart);
    line.begin([]);
    for (let t = 0; t < 3 * MOST_BARS; t++) {
      line.push(barOf(t, 1));
      line.draw();
    }
    expect(chart.bars.length).toBeLessThanOrEqual(MOST_BARS);
    expect(chart.bars.at(-1)?.t).toBe(3 * MOST_BARS - 1);
  });
});

import { describe, expect, it } from 'vitest';
import { linesOf, spreadLabels } from './lines.ts';

describe('lines', () => {
  it('are percent for pixels, with the benchmark last and only when there is one', () => {
    const series = [{ team: 't1', return8: ['0', null, '4210700'] }];
    const names = new Map([['t1', 'Meerkat']]);
    const { t, lines } = linesOf({ t: [1_000, 61_000, 121_000], series, benchmark: [null, '0', '-1'] }, names, 'hold');
    expect(t).toEqual([1, 61, 121]);
    expect(lines.map(({ name, isHold }) => [name, isHold])).toEqual([
      ['Meerkat', false],
      ['hold', true],
    ]);
    expect(lines[0]!.values[1]).toBeNull();
    expect(lines[0]!.values[2]).toBeCloseTo(4.2107, 9);
    expect(linesOf({ t: [1_000], series, benchmark: [null] }, names, 'hold').lines).toHaveLength(1);
  });

  it('have labels that stand apart and inside', () => {
    const placed = spreadLabels([50, 51, 52, 2, 99], 10, 100);
    const sorted = placed.toSorted((a, b) => a - b);
    for (const [at, one] of sorted.entries()) if (at > 0) expect(one - sorted[at - 1]!).toBeGreaterThanOrEqual(10);
    expect(sorted[0]).toBeGreaterThanOrEqual(5);
    expect(sorted.at(-1)).toBeLessThanOrEqual(95);
    expect(placed[0]! < placed[1]! && placed[1]! < placed[2]!).toBe(true);
  });
});

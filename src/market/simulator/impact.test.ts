import { describe, expect, it } from 'vitest';
import { createImpact } from './impact.ts';

const INDEX = 9_000_000_000_000;
const SPACING = 1_350_000_000;

describe('createImpact', () => {
  it('quotes around the index while trades stay near it', () => {
    const impact = createImpact(SPACING);
    expect(impact.middle(INDEX, 0, 0)).toBe(INDEX);
    expect(impact.middle(INDEX, INDEX + 2 * SPACING, 0)).toBe(INDEX);
  });

  it('follows a trade that walked the book half of the way, once, and lets it fade', () => {
    const impact = createImpact(SPACING);
    impact.middle(INDEX, INDEX, 0);
    const walked = INDEX + 10 * SPACING;
    const after = impact.middle(INDEX, walked, 0);
    expect(after).toBeGreaterThan(INDEX + 4 * SPACING);
    expect(after).toBeLessThan(INDEX + 5 * SPACING);
    let before = after;
    for (let second = 0; second < 60; second++) {
      const middle = impact.middle(INDEX, walked, 0);
      expect(middle).toBeLessThan(before);
      before = middle;
    }
    expect(before).toBeLessThan(INDEX + SPACING);
  });

  it('goes down as it goes up', () => {
    const up = createImpact(SPACING);
    const down = createImpact(SPACING);
    up.middle(INDEX, INDEX, 0);
    down.middle(INDEX, INDEX, 0);
    expect(up.middle(INDEX, INDEX + 8 * SPACING, 0) - INDEX).toBe(INDEX - down.middle(INDEX, INDEX - 8 * SPACING, 0));
  });

  it('never leaves the index by more than about 3 %', () => {
    const impact = createImpact(SPACING);
    let middle = impact.middle(INDEX, INDEX, 0);
    for (let trade = 1; trade < 50; trade++) middle = impact.middle(INDEX, INDEX + trade * 100 * SPACING, 0);
    expect(middle / INDEX).toBeGreaterThan(1.025);
    expect(middle / INDEX).toBeLessThan(1.031);
  });

  it('leans away from what the house holds: a hundredth of a percent per 100 000 USDT, at most half a percent', () => {
    const middleFor = (held: number) => createImpact(SPACING).middle(INDEX, 0, held);
    expect(middleFor(100_000)).toBe(INDEX - INDEX / 10_000);
    expect(middleFor(-200_000)).toBe(INDEX + (2 * INDEX) / 10_000);
    expect(middleFor(900_000_000)).toBe(INDEX - (50 * INDEX) / 10_000);
  });
});

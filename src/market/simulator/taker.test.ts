import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { tradeOf } from './house.ts';
import { drawBuy, drawValue } from './taker.ts';

describe('drawValue', () => {
  it('is mostly small, sometimes large, never beyond its bounds', () => {
    const random = createRandom(5);
    const values = Array.from({ length: 20_000 }, () => drawValue(random)).toSorted((a, b) => a - b);
    expect(values[0]).toBeGreaterThanOrEqual(150);
    expect(values[10_000]).toBeLessThan(600);
    expect(values.at(-1)).toBeGreaterThan(20_000);
    expect(values.at(-1)).toBeLessThan(150 * 2 * 256);
  });
});

describe('drawBuy', () => {
  const share = (net: number) => {
    const random = createRandom(6);
    return Array.from({ length: 10_000 }, () => drawBuy(random, net, 100)).filter(Boolean).length / 10_000;
  };

  it('is even when nothing is held and leans back the more is held', () => {
    expect(share(0)).toBeCloseTo(0.5, 1);
    expect(share(50)).toBeCloseTo(0.25, 1);
    expect(share(-50)).toBeCloseTo(0.75, 1);
    expect([share(100), share(1000), share(-100)]).toEqual([0, 0, 1]);
  });
});

describe('tradeOf', () => {
  it('closes the opposite side as far as it goes, and else opens', () => {
    expect(tradeOf(true, 10, 0)).toEqual({ side: 'long', effect: 'open', size: 10 });
    expect(tradeOf(false, 10, 0)).toEqual({ side: 'short', effect: 'open', size: 10 });
    expect(tradeOf(true, 10, 4)).toEqual({ side: 'short', effect: 'close', size: 4 });
    expect(tradeOf(false, 10, 40)).toEqual({ side: 'long', effect: 'close', size: 10 });
  });
});

import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

const draw = (seed: number, ...streams: number[]) => {
  const random = createRandom(seed, ...streams);
  return Array.from({ length: 5 }, () => random.next());
};

describe('createRandom', () => {
  it('gives the same numbers for the same seed and stream, forever', () => {
    expect(draw(1, 2, 3)).toEqual(draw(1, 2, 3));
    expect(draw(0)).toMatchInlineSnapshot(`
      [
        1450736246,
        71741217,
        682188423,
        1125186913,
        19324445,
      ]
    `);
  });

  it('gives other numbers for another seed, stream, or order of streams', () => {
    const all = [draw(0), draw(1), draw(0, 0), draw(0, 1), draw(0, 1, 2), draw(0, 2, 1), draw(0, 4_294_967_297)];
    expect(new Set(all.map((numbers) => numbers.join())).size).toBe(all.length);
  });

  it('spreads evenly below n', () => {
    const random = createRandom(42);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i++) counts[random.below(10)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LadderShape, planLadder, type StandingQuote } from './ladder.ts';

const shape: LadderShape = {
  spacing: 10,
  levels: 12,
  sizeOf: (level) => 100 + 50 * level,
  leastOf: () => 30,
  minPrice: 1,
};

/** The quotes that stand after the plan was carried out. */
function carryOut(middle: number, standing: readonly StandingQuote[], use = shape): StandingQuote[] {
  const plan = planLadder(middle, standing, use);
  const kept = standing.filter((quote) => !plan.cancel.includes(quote.orderId));
  const highest = Math.max(0, ...standing.map((quote) => quote.orderId));
  return [
    ...kept,
    ...plan.place.map(({ side, price, size }, at) => ({ side, price, remaining: size, orderId: highest + at + 1 })),
  ];
}

const pricesOf = (quotes: readonly StandingQuote[], side: 'bid' | 'ask') =>
  quotes.filter((quote) => quote.side === side).map((quote) => quote.price);

describe('planLadder', () => {
  it('quotes an empty book on a grid, nearest first, growing outward', () => {
    const { cancel, place } = planLadder(1003, [], shape);
    expect(cancel).toEqual([]);
    expect(place.filter((quote) => quote.side === 'bid').map((quote) => quote.price)).toEqual([
      990, 980, 970, 960, 950, 940, 930, 920, 910, 900, 890, 880,
    ]);
    expect(place.find((quote) => quote.side === 'ask')).toEqual({ side: 'ask', price: 1010, size: 100 });
    expect(place.at(-1)).toEqual({ side: 'ask', price: 1120, size: 650 });
  });

  it('changes nothing while the middle stays, and soon nothing when it goes to and fro', () => {
    let standing = carryOut(1005, []);
    expect(planLadder(1005, standing, shape)).toEqual({ cancel: [], place: [] });
    for (const middle of [1008, 1002]) standing = carryOut(middle, standing);
    expect(standing).toHaveLength(26);
    for (const middle of [1005, 1008, 1002, 1005])
      expect(planLadder(middle, standing, shape)).toEqual({ cancel: [], place: [] });
  });

  it('moves one level per grid line crossed', () => {
    const standing = carryOut(1005, []);
    const { cancel, place } = planLadder(1015, standing, shape);
    expect(cancel).toHaveLength(1);
    expect(place.map(({ side, price }) => [side, price])).toEqual([
      ['bid', 1010],
      ['ask', 1130],
    ]);
  });

  it('quotes anew what was taken, and what is nearly used up', () => {
    const standing = carryOut(1005, []);
    const taken = standing
      .filter((quote) => quote.price !== 1010)
      .map((quote) => (quote.price === 1000 ? { ...quote, remaining: 5 } : quote));
    const { cancel, place } = planLadder(1005, taken, shape);
    expect(cancel).toHaveLength(1);
    expect(place.map(({ side, price }) => [side, price])).toEqual([
      ['bid', 1000],
      ['ask', 1010],
    ]);
  });

  it('never bids below the lowest price', () => {
    expect(
      planLadder(35, [], { ...shape, minPrice: 20 })
        .place.filter((quote) => quote.side === 'bid')
        .map((quote) => quote.price),
    ).toEqual([30, 20]);
  });

  it('always ends with a full ladder that meets itself nowhere, whatever the middle did and whoever took', () => {
    const step = fc.record({
      move: fc.integer({ min: -400, max: 400 }),
      taken: fc.array(fc.nat(30), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (steps, spacing) => {
        const use = { ...shape, spacing };
        let middle = 10_000;
        let standing = carryOut(middle, [], use);
        for (const { move, taken } of steps) {
          middle += move / 10;
          standing = standing.filter((_, at) => !taken.includes(at));
          const { cancel, place } = planLadder(middle, standing, use);
          const kept = standing.filter((quote) => !cancel.includes(quote.orderId));
          const newBids = place.filter((quote) => quote.side === 'bid').map((quote) => quote.price);
          expect(Math.max(0, ...newBids)).toBeLessThan(Math.min(...pricesOf(kept, 'ask'), Number.MAX_SAFE_INTEGER));
          standing = carryOut(middle, standing, use);
          const bids = pricesOf(standing, 'bid');
          const asks = pricesOf(standing, 'ask');
          expect(Math.max(...bids)).toBeLessThan(middle);
          expect(Math.min(...asks)).toBeGreaterThan(middle);
          expect(Math.min(bids.length, asks.length)).toBeGreaterThanOrEqual(12);
          expect(Math.max(bids.length, asks.length)).toBeLessThanOrEqual(16);
          expect(new Set(bids).size + new Set(asks).size).toBe(standing.length);
          expect([...bids, ...asks].every((price) => price % spacing === 0)).toBe(true);
        }
      }),
    );
  });
});

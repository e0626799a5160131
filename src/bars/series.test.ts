// Bars of a price, beside a plain list of what happened to it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bar, flatBar } from './bar.ts';
import { GRANULARITIES, type Granularity, openOf } from './granularity.ts';
import { createSeries } from './series.ts';

/** A Thursday; the week began on Monday the 29th. */
const START = Date.UTC(2026, 0, 1, 9, 30);
const HOUR = 3_600_000;

interface Change {
  readonly timeMs: number;
  readonly price: number;
  readonly size: number;
}

const changes = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 40 * 24 * HOUR })),
      price: fc.integer({ min: 1, max: 9 }),
      size: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let timeMs = START;
    return steps.map(({ wait, price, size }): Change => ({ timeMs: (timeMs += wait), price, size }));
  });

/** Takers bought what has an even size. */
const bought = (size: number): number => (size % 2 === 0 ? size : 0);

/** Bars that were reported and the one that is forming, oldest first. */
function barsOf(feed: (series: ReturnType<typeof createSeries>) => void, granularity: Granularity): Bar[] {
  const over: Bar[] = [];
  const series = createSeries((one, bar) => {
    if (one === granularity) over.push(bar);
  });
  feed(series);
  return [...over, series.latest(granularity)!];
}

function grouped<T extends { readonly timeMs: number }>(all: readonly T[], granularity: Granularity): [number, T[]][] {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const openMs = openOf(granularity, one.timeMs);
    groups.set(openMs, [...(groups.get(openMs) ?? []), one]);
  }
  return [...groups];
}

it('makes of trades what a list of them says, quiet first minutes at the close before them', () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(...GRANULARITIES), (trades, granularity) => {
      const bars = barsOf((series) => {
        for (const { timeMs, price, size } of trades) series.trade(timeMs, price, size, price * size, bought(size) > 0);
      }, granularity);
      expect(bars).toEqual(
        grouped(trades, granularity).map(([openMs, inside]) => {
          const before = trades[trades.indexOf(inside[0]!) - 1];
          const isQuiet = before !== undefined && inside[0]!.timeMs >= openMs + 60_000;
          const prices = [...(isQuiet ? [before.price] : []), ...inside.map(({ price }) => price)];
          return {
            openMs,
            open: prices[0],
            high: Math.max(...prices),
            low: Math.min(...prices),
            close: prices.at(-1),
            size: inside.reduce((sum, { size }) => sum + size, 0),
            value: inside.reduce((sum, { price, size }) => sum + price * size, 0),
            trades: inside.length,
            boughtSize: inside.reduce((sum, { size }) => sum + bought(size), 0),
            boughtValue: inside.reduce((sum, { price, size }) => sum + price * bought(size), 0),
          };
        }),
      );
    }),
  );
});

it('opens a bar of a price that holds at what held before, and makes none of time in which it held', () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(...GRANULARITIES), (levels, granularity) => {
      const bars = barsOf((series) => {
        for (const { timeMs, price } of levels) series.level(timeMs, price);
      }, granularity);
      const moves = levels.filter(({ price }, place) => price !== levels[place - 1]?.price);
      expect(bars).toEqual(
        grouped(moves, granularity).map(([openMs, inside]) => {
          const held = moves[moves.indexOf(inside[0]!) - 1]?.price ?? inside[0]!.price;
          const prices = [held, ...inside.map(({ price }) => price)];
          const [high, low] = [Math.max(...prices), Math.min(...prices)];
          return { ...flatBar(openMs, held), high, low, close: prices.at(-1) };
        }),
      );
    }),
  );
});

it('begins weeks on Monday and months on their first, by UTC', () => {
  expect(openOf('1w', START)).toBe(Date.UTC(2025, 11, 29));
  expect(openOf('1w', Date.UTC(2025, 11, 29) - 1)).toBe(Date.UTC(2025, 11, 22));
  expect(openOf('1M', Date.UTC(2024, 1, 29, 23, 59, 59, 999))).toBe(Date.UTC(2024, 1, 1));
  expect(openOf('4h', START)).toBe(Date.UTC(2026, 0, 1, 8));
});

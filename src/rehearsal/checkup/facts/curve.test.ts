// Equity over time: money, positions at the mark of each bar, and what was paid in; and what is read from it.
import { expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../../core/language/contract-defaults.ts';
import { loadContract } from '../../../core/language/contract.ts';
import { flatBar } from '../../../bars/bar.ts';
import { type Change, equityCurve } from './curve.ts';
import { drawdownOf, leverageOf, lowestMargin } from './figures.ts';

const E8 = 100_000_000;
const contract = loadContract(DEFAULT_CONTRACTS[0]!);
const { symbol } = contract;
const change = (fields: Partial<Change>): Change => ({
  ms: 0,
  amount: 0,
  paid: 0,
  symbol: '',
  long: 0,
  short: 0,
  ...fields,
});

/** A long of 0.5 at 90 000 is open from 60 s to 180 s, while the mark is 90 000, 88 000, 91 000. */
const bars = [90_000, 88_000, 91_000, 80_000].map((price, at) => flatBar(60_000 * (at + 1), price * E8));
const curve = equityCurve(
  [
    change({ ms: 0, amount: 10_000 * E8, paid: 10_000 * E8 }),
    change({ ms: 60_000, amount: -45_000 * E8 }),
    change({ ms: 60_000, symbol, long: 0.5 }),
    change({ ms: 150_000, amount: 1_000 * E8, paid: 1_000 * E8 }),
    change({ ms: 240_000, amount: 45_500 * E8 }),
    change({ ms: 240_000, symbol, long: -0.5 }),
  ],
  new Map([[symbol, { contract, bars, before: flatBar(0, 90_000 * E8) }]]),
  { fromMs: 0, toMs: 300_000, stepMs: 60_000 },
);

it('is the money, and the positions at the mark of the bar that is over', () => {
  expect(curve.map(({ ms, equity, paid, exposure }) => [ms / 60_000, equity, paid, exposure])).toEqual([
    [0, 10_000, 0, 0],
    [1, 10_000, 0, 45_000],
    [2, 10_000, 0, 45_000],
    [3, 10_000, 1_000, 44_000],
    [4, 11_500, 1_000, 0],
    [5, 11_500, 1_000, 0],
  ]);
});

it('has a drawdown that money paid in does not hide, and the highest leverage', () => {
  expect(drawdownOf(curve)).toEqual({ worst: 0.1, atMs: 180_000 });
  expect(leverageOf(curve, 4.45)).toEqual({ most: 4.5, longestMs: 60_000 });
  expect(lowestMargin(curve)).toBeGreaterThan(10);
  expect(lowestMargin([])).toBeNull();
});

it('begins where the run began, in the middle of a bar and when no bar ended since', () => {
  const paid = change({ ms: 61_000, amount: 10_000 * E8, paid: 10_000 * E8 });
  const lost = change({ ms: 70_000, amount: -100 * E8 });
  const within = { fromMs: 61_000, stepMs: 60_000 };
  const points = (toMs: number) => equityCurve([paid, lost], new Map(), { ...within, toMs });
  expect(points(90_000).map(({ ms, equity }) => [ms, equity])).toEqual([[61_000, 10_000]]);
  expect(points(130_000).map(({ ms, equity, paid: of }) => [ms, equity, of])).toEqual([
    [61_000, 10_000, 0],
    [120_000, 9_900, 0],
  ]);
});

// Simple rules against the market: six hours of a seed that is drawn for each run, so every run tries a market nobody
// has seen. Where it fails, the seed is in the message: `npm run bench -- resist --seed TEXT` tells more.
import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judge, playSeed } from '../../bench/resist.ts';
import { attackWithDust, impactOf, takeAndSell } from '../../bench/kit/market/own-trades.ts';
import { Maker, MAKERS } from '../../bench/kit/market/resist/makers.ts';
import { Paper, type Result } from '../../bench/kit/market/resist/paper.ts';
import { Stage } from '../../bench/kit/market/resist/stage.ts';

const SIX_HOURS = 21_600;
const LONG_MS = 900_000;
const BTC = 'cmt_btcusdt';
const BASES = ['btc', 'ada', 'ltc'].map((base) => `cmt_${base}usdt`);

const drawn = (): string => randomBytes(6).toString('base64url');

it(
  'no rule of ten lines earns in six hours',
  () => {
    const [seed, shift] = [drawn(), randomInt(8)];
    const played = playSeed(seed, SIX_HOURS, shift);
    // Fewer fills are luck, good or bad, and so is most of what a push of an hour ends with: the index moves meanwhile.
    const { rows } = judge([seed], [played], { enough: 1_000, still: true });
    expect(
      rows.filter(({ held }) => held !== 'pass'),
      `seed ${seed}, shift ${shift}`,
    ).toEqual([]);
    expect(rows.filter(({ fills }) => Number(fills) >= 1_000).length, `seed ${seed}`).toBeGreaterThan(8);
  },
  LONG_MS,
);

describe('a rule', () => {
  function makesIn(symbols: readonly string[]): Result {
    const stage = new Stage('apart', 600, { symbols });
    const makers = stage.sights.map(
      (sight) => new Maker(MAKERS.find(({ name }) => name === 'R35')!, stage.open(), sight),
    );
    const [first] = makers;
    stage.run({ turn: (second) => makers.forEach((maker) => maker.turn(second)) });
    return first!.account.result('R35');
  }

  it('that makes is not disturbed by one in another contract', () => {
    const alone = makesIn([BTC]);
    expect(alone.fills).toBeGreaterThan(50);
    expect(makesIn(BASES)).toEqual(alone);
  });

  it('that takes on paper pays what an account on the engine pays, and takes nothing away', () => {
    const stage = new Stage('paper', 120, { symbols: [BTC] });
    const [account, paper] = [stage.open(), new Paper()];
    const { instrument } = stage.sights[0]!;
    stage.run({
      turn(second) {
        const steps = second % 2 === 0 ? 9_000 : -9_000;
        const { orderCount } = instrument.book;
        paper.trade(instrument, steps);
        expect(instrument.book.orderCount).toBe(orderCount);
        account.take(instrument, steps > 0, Math.abs(steps));
      },
    });
    const [onPaper, onEngine] = [paper.result('', () => 0), account.result('')];
    expect(onPaper.fills).toBeGreaterThan(240);
    expect(onEngine.fills).toBe(onPaper.fills);
    expect(onEngine.turnover).toBeCloseTo(onPaper.turnover, 4);
    expect(onEngine.gross).toBeCloseTo(onPaper.gross, 4);
    expect(onEngine.fees).toBeCloseTo(onPaper.fees, 4);
  });
});

describe("a user's own trades", () => {
  it.each(BASES)('move the mark of %s by little for much', (symbol) => {
    const seed = drawn();
    for (const [value, seconds, high] of [
      [200_000, 1, 5],
      [1_000_000, 60, 30],
    ] as const) {
      const { marks, most, cost } = takeAndSell(seed, symbol, value, seconds);
      const furthest = Math.max(...marks.map(Math.abs));
      expect(furthest, `${value} in ${seconds} s, seed ${seed}`).toBeLessThanOrEqual(high);
      // Holding times the move of the mark.
      expect(most, `${value} in ${seconds} s, seed ${seed}`).toBeLessThan(cost);
    }
  });

  it('move no mark with dust: the first attack on it, beside this house, costs more than it takes', () => {
    const seed = drawn();
    const { marks, most, cost } = attackWithDust(seed, BTC);
    expect(Math.max(...marks.map(Math.abs)), `seed ${seed}`).toBeLessThan(5);
    expect(cost, `seed ${seed}`).toBeGreaterThan(Math.max(0, most));
  });

  it('move no mark far with two millions, which cost more than they take', () => {
    const seed = drawn();
    for (const symbol of BASES.slice(1)) {
      const { marks, most, cost } = takeAndSell(seed, symbol, 2_000_000, 150);
      expect(Math.max(...marks), `${symbol}, seed ${seed}`).toBeGreaterThan(5);
      expect(Math.max(...marks), `${symbol}, seed ${seed}`).toBeLessThan(60);
      expect(cost, `${symbol}, seed ${seed}`).toBeGreaterThan(most);
    }
  });

  it('move the middle of btc as the root of their size, however fast, and it comes back', () => {
    // The quotes of two markets differ by chance: two seeds each, and bands as wide as that.
    const seeds = [drawn(), drawn()];
    const of = (part: number, seconds: number, at: 0 | 1 | 2): number =>
      seeds.reduce((sum, seed) => sum + impactOf(seed, part, seconds)[at], 0) / seeds.length;
    const slow = seeds.map((seed) => impactOf(seed, 0.01, 600));
    const [quarter, whole, later] = [0, 1, 2].map((at) => (slow[0]![at]! + slow[1]![at]!) / 2) as [
      number,
      number,
      number,
    ];
    expect(whole, String(seeds)).toBeGreaterThan(10);
    expect(whole, String(seeds)).toBeLessThan(20);
    expect(quarter / whole, String(seeds)).toBeGreaterThan(0.3);
    expect(quarter / whole, String(seeds)).toBeLessThan(0.7);
    expect(later / whole, String(seeds)).toBeLessThan(0.5);
    expect(of(0.01, 30, 1) / whole, String(seeds)).toBeGreaterThan(0.75);
    expect(of(0.01, 30, 1) / whole, String(seeds)).toBeLessThan(1.25);
    expect(of(0.001, 600, 1), String(seeds)).toBeGreaterThan(1.5);
    expect(of(0.001, 600, 1), String(seeds)).toBeLessThan(7);
  });
});

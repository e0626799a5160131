// Simple rules against the market: hours of a seed that is drawn for each run, so every run tries a market nobody
// has seen. Where it fails, the seed is in the message: `npm run bench -- resist --seed TEXT` tells more.
import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judge, playSeed } from '../../bench/resist.ts';
import { median } from '../../bench/kit/figures.ts';
import { attackWithDust, impactOf, type Moves, takeAndSell } from '../../bench/kit/market/own-trades.ts';
import { Maker, MAKERS } from '../../bench/kit/market/resist/makers.ts';
import { Paper, type Result } from '../../bench/kit/market/resist/paper.ts';
import { Stage } from '../../bench/kit/market/resist/stage.ts';
import { FIRST_SECOND } from '../../src/env/made-up-market.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { THOROUGH } from '../thorough.ts';

/** They take a minute: `npm run thorough`. */
const HOURS = 6;
const LONG_MS = 900_000;
const BTC = 'cmt_btcusdt';
const BASES = ['btc', 'ada', 'ltc'].map((base) => `cmt_${base}usdt`);

const drawn = (): string => randomBytes(6).toString('base64url');

it.runIf(THOROUGH)(
  `no rule of ten lines earns in ${HOURS} hours`,
  () => {
    const [seed, shift] = [drawn(), randomInt(8)];
    const played = playSeed({ seed, seconds: HOURS * 3_600, headlines: false }, shift);
    // Fewer fills are luck, good or bad, and so is most of what a push of an hour ends with: the index moves meanwhile.
    const { rows } = judge([seed], [played], { enough: 1_000, still: true });
    expect(
      rows.filter(({ held }) => held !== 'pass'),
      `seed ${seed}, shift ${shift}`,
    ).toEqual([]);
    expect(rows.filter(({ fills }) => Number(fills) >= 1_000).length, `seed ${seed}`).toBeGreaterThan(3);
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
    // In a wild second the marks of two markets differ by chance by as much as that: so the median of five.
    const seeds = Array.from({ length: 5 }, drawn);
    for (const [value, seconds, high] of [
      [200_000, 1, 5],
      [1_000_000, 60, 30],
    ] as const) {
      const all = seeds.map((seed) => takeAndSell(seed, symbol, value, seconds));
      const what = `${value} in ${seconds} s, seeds ${seeds.join(' ')}`;
      expect(median(all.map(furthest)), what).toBeLessThanOrEqual(high);
      // Holding times the move of the mark.
      for (const { most, cost } of all) expect(most, what).toBeLessThan(cost);
    }
  });

  it('move no mark with dust: the first attack on it, beside this house, costs more than it takes', () => {
    const seeds = Array.from({ length: 5 }, drawn);
    const all = seeds.map((seed) => attackWithDust(seed, BTC));
    expect(median(all.map(furthest)), String(seeds)).toBeLessThan(5);
    // Marks of two markets differ by chance, so it is the median, too, of what was held that was worth more.
    expect(Math.min(...all.map(({ cost }) => cost)), String(seeds)).toBeGreaterThan(0);
    expect(median(all.map(({ most }) => most)), String(seeds)).toBeLessThan(median(all.map(({ cost }) => cost)));
  });

  it('move no mark far with two millions, which cost more than they take', () => {
    const seed = drawn();
    for (const symbol of BASES.slice(1)) {
      const moves = takeAndSell(seed, symbol, 2_000_000, 150);
      expect(furthest(moves), `${symbol}, seed ${seed}`).toBeGreaterThan(5);
      expect(furthest(moves), `${symbol}, seed ${seed}`).toBeLessThan(80);
      expect(moves.cost, `${symbol}, seed ${seed}`).toBeGreaterThan(moves.most);
    }
  });

  it('move the middle of btc as the root of their size, however fast, and it comes back', () => {
    const seed = drawnCalm();
    const [quarter, whole, later] = impactOf(seed, 0.01, 600);
    expect(whole, seed).toBeGreaterThan(10);
    expect(whole, seed).toBeLessThan(20);
    expect(quarter / whole, seed).toBeGreaterThan(0.35);
    expect(quarter / whole, seed).toBeLessThan(0.65);
    expect(later / whole, seed).toBeLessThan(0.5);
    const [, fast] = impactOf(seed, 0.01, 30);
    expect(fast / whole, seed).toBeGreaterThan(0.75);
    expect(fast / whole, seed).toBeLessThan(1.25);
    const [, small] = impactOf(seed, 0.001, 600);
    expect(small, seed).toBeGreaterThan(2);
    expect(small, seed).toBeLessThan(7);
  });
});

const furthest = ({ marks }: Moves): number => Math.max(...marks.map(Math.abs));

/**
 * A seed whose btc is no livelier than usual when the buy comes: a wild book is half as deep, and a fast buy goes half
 * as far again.
 */
function drawnCalm(): string {
  for (;;) {
    const seed = drawn();
    const world = new World({ seed, sha256, second: FIRST_SECOND });
    for (let second = 0; second < 1_830; second++) world.step(FIRST_SECOND + second);
    if (world.rows[0]!.vol < 0.9) return seed;
  }
}

// Luck told from skill: figures of curves by hand, intervals that hold, and agents by coin.
import { describe, expect, it } from 'vitest';
import { backtest, type BacktestOptions, figuresOf, judge, reportText, type Policy, type Run } from '../index.ts';
import { Draws, keyOf } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';
import { thinned } from './figures.ts';

const TOTALS = { fees: 10, funding: -5, turnover: 20_000, fills: 8 };
const run = (world: string, gain: number, seed = ''): Run => {
  return { world, seed, figures: figuresOf([100, 100 * (1 + gain)], TOTALS) };
};

describe('figures', () => {
  it('are those of the curve and its costs, in parts of its beginning', () => {
    expect(figuresOf([1_000, 1_250, 1_000, 1_100, 900], TOTALS)).toEqual({
      return: 900 / 1_000 - 1,
      drawdown: 1 - 900 / 1_250,
      fees: 0.01,
      funding: -0.005,
      turnover: 20,
      fills: 8,
    });
    expect(() => figuresOf([], TOTALS)).toThrow('a curve of equity begins above 0; found undefined');
  });

  it('keep both ends of a curve that is thinned', () => {
    const curve = Array.from({ length: 5_001 }, (_, at) => at);
    expect(thinned(curve, 6)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    expect(thinned([1, 2], 6)).toEqual([1, 2]);
  });
});

describe('judging', () => {
  it('gives intervals that hold the true mean about as often as they say', () => {
    const draws = new Draws(keyOf('truth', sha256), 9);
    let held = 0;
    for (let trial = 0; trial < 100; trial++) {
      const runs = Array.from({ length: 20 }, (_, at) => run(`w${at}`, 0.01 + 0.02 * draws.z()));
      const [low, high] = judge(runs).figures.return.interval!;
      if (low <= 0.01 && high >= 0.01) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(85);
    expect(held).toBeLessThan(100);
  });

  it('counts runs of one world once, and says nothing of others from one', () => {
    const four = judge([run('a', 0.1, '1'), run('a', 0.3, '2'), run('b', 0.6, '1'), run('b', 0.6, '2')]);
    expect(four).toMatchObject({ runs: 4, worlds: 2 });
    expect(four.figures.return.mean).toBeCloseTo(0.4, 12);
    expect(judge([run('a', 0.1), run('a', 0.3)]).figures.return.interval).toBeNull();
    expect(() => judge([])).toThrow('there are no runs to judge');
  });

  it('says how many did as well by coin, and the chance of it', () => {
    const coins = Array.from({ length: 99 }, (_, at) => [run('a', at / 1_000), run('b', at / 1_000)]);
    const judged = judge([run('a', 0.094), run('b', 0.095)], coins);
    expect(judged.random).toMatchObject({ agents: 99, asGood: 4, chance: 0.05 });
    expect(reportText(judged)).toContain(
      '4 of 99 who decided by coin did as well (chance 0.05): this is hard to call luck',
    );
    expect(reportText(judge([run('a', 0.05), run('b', 0.05)], coins))).toContain('this may be luck');
    expect(reportText(judge([run('a', 0.05)]))).toMatch(/^1 run in 1 world\n\n +mean +95 % of means\nreturn, % +5\.00/);
  });
});

describe('a backtest', () => {
  const turns = (): Policy => {
    let at = 0;
    return () => {
      const side = (at += 1) % 20 === 0 ? 'long' : 'short';
      return at % 10 === 0 ? [{ name: 'closePositions' }, { name: 'placeOrder', side, size: 0.05 }] : null;
    };
  };
  const options: BacktestOptions = { policy: turns, seeds: 3, seed: 'bt', episodeSeconds: 600, coins: 12 };

  it('has coins that are in the market as much as the policy, and pay as much', async () => {
    const progress: number[] = [];
    const report = await backtest({ ...options, onProgress: (done, all) => progress.push(done / all) });
    expect(report).toMatchObject({ runs: 3, worlds: 3, random: { agents: 12 } });
    const { fees } = report.figures;
    expect(fees.mean).toBeGreaterThan(0);
    expect(report.random!.figures.fees.mean / fees.mean).toBeGreaterThan(0.6);
    expect(report.random!.figures.fees.mean / fees.mean).toBeLessThan(1.6);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6].map((done) => done / 6));
    const again = await backtest(options);
    expect(JSON.stringify(again)).toBe(JSON.stringify(report));
  });

  it('compares nobody with a policy that never traded', async () => {
    const report = await backtest({ ...options, policy: () => () => null });
    expect(report.figures).toMatchObject({ return: { mean: 0 }, fills: { mean: 0 } });
    expect(report.random).toBeNull();
  });

  it('fails with what the policy throws, and needs a module for threads', async () => {
    const failing = () => () => {
      throw new Error('no idea');
    };
    await expect(backtest({ ...options, policy: failing })).rejects.toThrow('no idea');
    await expect(backtest({ ...options, parallel: 2 })).rejects.toThrow(
      /more than one thread needs the URL of a module/,
    );
  });
});

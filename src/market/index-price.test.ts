import { describe, expect, it } from 'vitest';
import { loadContract } from '../core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import { isDecimalText } from '../core/num/decimal.ts';
import { indexText } from './house/texts.ts';
import { createIndexPrice } from './index-price.ts';
import { PROFILES } from './profile.ts';

const walk = (symbol: string, seed: number, seconds: number, startE8?: number, stream?: number) => {
  const index = createIndexPrice(PROFILES.find((one) => one.symbol === symbol)!, seed, startE8, stream);
  return Array.from({ length: seconds }, () => index.next());
};

describe('createIndexPrice', () => {
  it('gives the same prices for the same seed, and others for another seed, contract or run', () => {
    expect(walk('cmt_btcusdt', 7, 100)).toEqual(walk('cmt_btcusdt', 7, 100));
    expect(walk('cmt_btcusdt', 7, 100)).not.toEqual(walk('cmt_btcusdt', 8, 100));
    const relative = (prices: number[]) => prices.map((price) => Math.round((price / prices[0]!) * 1e6));
    expect(relative(walk('cmt_btcusdt', 7, 100))).not.toEqual(relative(walk('cmt_ethusdt', 7, 100)));
    expect(walk('cmt_btcusdt', 7, 100, 9_000_000_000_000, 5)).not.toEqual(walk('cmt_btcusdt', 7, 100));
  });

  it('never repeats what it gave in an earlier version: seed 1, three seconds of BTC', () => {
    expect(walk('cmt_btcusdt', 1, 3)).toMatchInlineSnapshot(`
      [
        9001259550000,
        9001057372101,
        9001223982607,
      ]
    `);
  });

  it('goes on from where it is told, and never far in one second', () => {
    const prices = walk('cmt_ethusdt', 3, 1000, 250_000_000_000);
    expect(Math.abs(prices[0]! - 250_000_000_000)).toBeLessThan(250_000_000);
    for (let i = 1; i < prices.length; i++) expect(Math.abs(prices[i]! / prices[i - 1]! - 1)).toBeLessThan(0.001);
  });

  it('jumps when it is told to, goes on from there, and never leaves its bounds', () => {
    const index = createIndexPrice(PROFILES[0]!, 7, 9_000_000_000_000);
    expect(index.jump(-30_000_000)).toEqual({ fromE8: 9_000_000_000_000, toE8: 6_300_000_000_000 });
    expect(Math.abs(index.next() / 6_300_000_000_000 - 1)).toBeLessThan(0.001);
    expect(index.jump(-50_000_000).toE8).toBe(4_500_000_000_000);
    for (let jumps = 0; jumps < 3; jumps++) index.jump(100_000_000);
    expect(index.jump(1).toE8).toBe(18_000_000_000_000);
  });

  it('moves, and stays within its bounds over two days', () => {
    for (const profile of PROFILES) {
      const prices = walk(profile.symbol, 11, 172_800);
      const least = prices.reduce((a, b) => Math.min(a, b));
      const most = prices.reduce((a, b) => Math.max(a, b));
      expect(least, profile.symbol).toBeGreaterThan(profile.anchorE8 * 0.7);
      expect(most, profile.symbol).toBeLessThan(profile.anchorE8 * 1.3);
      expect(most / least, profile.symbol).toBeGreaterThan(1.02);
      expect(prices.every(Number.isSafeInteger), profile.symbol).toBe(true);
    }
  });
});

describe('profiles', () => {
  it('cover every contract the exchange comes with, on its grid, wide enough apart', () => {
    expect(PROFILES.map((profile) => profile.symbol)).toEqual(DEFAULT_CONTRACTS.map((spec) => spec.symbol));
    for (const spec of DEFAULT_CONTRACTS) {
      const profile = PROFILES.find((one) => one.symbol === spec.symbol)!;
      const { tickE8 } = loadContract(spec);
      const spacingOfPrice = (profile.spacing * tickE8) / profile.anchorE8;
      expect(spacingOfPrice, spec.symbol).toBeGreaterThan(0.0001);
      expect(spacingOfPrice, spec.symbol).toBeLessThan(0.0005);
    }
  });
});

describe('indexText', () => {
  it('is canonical text, to a tenth of a tick', () => {
    expect(indexText(9_012_345_678_901, 10_000_000)).toBe('90123.45');
    expect(indexText(15_000_123, 1_000)).toBe('0.150001');
    expect(indexText(9_000_000_000_000, 10_000_000)).toBe('90000');
    for (const profile of PROFILES)
      expect(isDecimalText(indexText(profile.anchorE8 + 1, 1000)), profile.symbol).toBe(true);
  });
});

/** The exposure of a part and the value its closing must bring, to the last e8 (LIQD-007, LIQD-009). */
import { describe, expect, it } from 'vitest';
import { accountOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import {
  bankruptcyLimitOf,
  bankruptcyValueOf,
  carriedBy,
  carryOff,
  type Exposure,
  exposuresOf,
  largestOf,
  positionsOf,
  requiredE16,
  valueAtMark,
} from './exposure.ts';

const MONEY = `ann deposits 10000
bob deposits 100000
index btc 50000
index eth 3000`;
const TWO = `bob opens short 1 at 3000 in eth
ann opens long 1 at market in eth
bob opens long 0.1 at 50000
ann opens short 0.1 at market`;

const played = (...lines: string[]): Play => playLines([MONEY, ...lines].join('\n'));
const ofAnn = (play: Play): Exposure[] => exposuresOf(accountOf(play, 'ann').shared);
const isolated = (side: 'long' | 'short'): Exposure => {
  const other = side === 'long' ? 'short' : 'long';
  const play = played(`bob opens ${other} 1 at 50000`, `ann opens ${side} 1 at market isolated`);
  return exposuresOf(positionOf(play, 'ann', side, undefined, undefined).part)[0]!;
};
const shown = ({ instrument, sign, size }: Exposure): string =>
  `${instrument.contract.symbol.slice(4, 7)} ${sign * size}`;

describe('exposures', () => {
  it('are the net of each contract, by contract id, whatever is hedged left out', () => {
    const play = played(TWO);
    expect(ofAnn(play).map(shown)).toEqual(['btc -1000', 'eth 1000']);
    playLines('bob opens short 0.04 at 50000\nann opens long 0.04 at market', play);
    expect(ofAnn(play).map(shown)).toEqual(['btc -600', 'eth 1000']);
    playLines('bob opens short 0.06 at 50000\nann opens long 0.06 at market', play);
    expect(ofAnn(play).map(shown)).toEqual(['eth 1000']);
  });

  it('of an isolated part are its position', () => {
    expect([isolated('long'), isolated('short')].map(shown)).toEqual(['btc 10000', 'btc -10000']);
  });

  it('have the positions of their side and contract, oldest first', () => {
    const modes = 'ann sets mode cross separated';
    const open = 'bob opens short 0.1 at 50000\nann opens long 0.1 at market';
    const play = played(modes, open, open, open, 'bob opens long 0.1 at 50000\nann opens short 0.1 at market', TWO);
    const [btc, eth] = ofAnn(play);
    expect(positionsOf({ ...btc!, sign: 1 }).map(({ sign }) => sign)).toEqual([1, 1, 1]);
    const ids = positionsOf({ ...btc!, sign: 1 }).map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
    expect(positionsOf({ ...btc!, sign: -1 }).length).toBe(2);
    expect(positionsOf(eth!).map(({ instrument }) => instrument.contract.symbol)).toEqual(['cmt_ethusdt']);
  });
});

describe('what is required', () => {
  it('is exact in 1e-16', () => {
    const play = played('bob opens short 0.0001 at 50000', 'ann opens long 0.0001 at market', 'index btc 50000.1');
    const [exposure] = ofAnn(play);
    expect(valueAtMark(exposure!)).toBe(500_001_000);
    expect(requiredE16(exposure!, valueAtMark(exposure!))).toBe(230_000_460_000_000); // 5.00001 × 0.0046
  });

  it('decides which contract is the largest, of equals the first', () => {
    const play = played(TWO);
    const [btc, eth] = ofAnn(play);
    expect(largestOf([])).toBe(null);
    expect(largestOf([eth!, btc!]) === btc).toBe(true); // 5,000 × 0.0046 = 23 and 3,000 × 0.0056 = 16.8
    expect(largestOf([btc!, eth!]) === btc).toBe(true);
    const same = { ...btc! };
    expect(largestOf([same, btc!]) === same).toBe(true);
    const nothing = { ...btc!, size: 0 };
    expect(largestOf([nothing]) === nothing).toBe(true);
  });
});

describe('the bankruptcy value', () => {
  it('of an isolated part is what is missing in it, or what is there', () => {
    expect(bankruptcyValueOf(isolated('long'))).toBe(4_750_000_000_000); // 50,000 − 2,500
    expect(bankruptcyValueOf(isolated('short'))).toBe(5_250_000_000_000);
  });

  it('of a shared one leaves each contract its share of the equity, rounded down', () => {
    const [btc, eth] = ofAnn(played(TWO));
    // Equity 10,000 − 1.8 − 3, shares 23/39.8 and 16.8/39.8 of it.
    expect(bankruptcyValueOf(btc!)).toBe(500_000_000_000 + 577_612_060_301);
    expect(bankruptcyValueOf(eth!)).toBe(300_000_000_000 - 421_907_939_698);
  });

  it('makes the worst price that still pays the fee', () => {
    expect(bankruptcyLimitOf(isolated('long'), 4_750_000_000_000)).toBe(475_286); // 47,500 / 0.9994 = 47,528.517…, up
    expect(bankruptcyLimitOf(isolated('short'), 5_250_000_000_000)).toBe(524_685); // 52,500 / 1.0006 = 52,468.518…, down
    expect(bankruptcyLimitOf(isolated('long'), -1)).toBe(0);
    expect(bankruptcyLimitOf(isolated('short'), -100_000_000)).toBe(0);
  });
});

describe('a piece', () => {
  it('carries its proportion rounded down, and the last one the rest', () => {
    const carried = { value: 1_000, size: 3 };
    expect(carriedBy(carried, 1)).toBe(333);
    carryOff(carried, 1, 333);
    expect(carried).toEqual({ value: 667, size: 2 });
    expect(carriedBy(carried, 1)).toBe(333);
    carryOff(carried, 1, 333);
    expect(carriedBy(carried, 1)).toBe(334);
  });
});

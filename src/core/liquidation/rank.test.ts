/** Scores to the last digit, and ranks that stay right while parts change (ADL-002). */
import { describe, expect, it } from 'vitest';
import { instrumentOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { add, neg } from '../num/mul-div.ts';
import { equityOf } from '../risk/margin.ts';
import type { Position } from '../state/records.ts';
import { positionsOfSide, Rank, type Ranked, rankedAgainst, Ranks, scoreOf } from './rank.ts';

/** Bob, cat and dan are short 0.1 each, alike but for their age; ann is long all of it and eve has a little of both. */
const TRADED = `ann deposits 10000
bob deposits 10000
cat deposits 10000
dan deposits 10000
eve deposits 10000
index btc 50000
index eth 3000
bob opens short 0.1 at 50000
cat opens short 0.1 at 50000
dan opens short 0.1 at 50000
ann opens long 0.3 at market isolated
eve opens long 0.1 at 50000
ann opens short 0.1 at market isolated`;

const at = (mark: number): Play => playLines(`${TRADED}\nindex btc ${mark}`);
const of = (play: Play, who: string, side = 'short'): Position => positionOf(play, who, side, undefined, undefined);
const owners = (positions: readonly Position[]): number[] => positions.map(({ account }) => account.id - 1_000_000);

function takeAll(rank: Rank): { readonly owners: number[]; readonly taken: Ranked[] } {
  const taken: Ranked[] = [];
  for (let next = rank.take(); next !== null; next = rank.take()) taken.push(next);
  return { owners: owners(taken.map(({ position }) => position)), taken };
}

describe('a score', () => {
  it('of a winner is its profit ratio times its leverage, rounded down', () => {
    // Isolated long 0.3 at 20x, mark 53,000: U 900, OV 15,000, G 15,900, E 750 + 900: 0.06 × 9.6363…
    expect(scoreOf(of(at(53_000), 'ann', 'long'))).toBe(57_818_181);
  });

  it('of a loser is the ratio divided by it', () => {
    // At 49,000: U −300, G 14,700, E 450: −0.02 × 450/14,700 = −0.00061224489…
    expect(scoreOf(of(at(49_000), 'ann', 'long'))).toBe(-61_225);
  });

  it('counts both sides of a hedge as gross', () => {
    // Cross short 0.1 of bob and a long of 0.1 beside it, mark 49,000: U 100, OV 5,000, G 9,800, E 10,000 − 1 − 3 + 100
    // − 100.
    const play = playLines(`${TRADED}\ncat opens short 0.1 at 50000\nbob opens long 0.1 at market\nindex btc 49000`);
    expect(scoreOf(of(play, 'bob'))).toBe(Math.floor((100 * 9_800 * 1e8) / (5_000 * 9_996)));
  });

  it('is none while the value is unknown, and none without equity', () => {
    const play = at(53_000);
    const long = of(play, 'ann', 'long');
    long.part.amount = add(long.part.amount, neg(equityOf(long.part)));
    expect(scoreOf(long)).toBe(null);
    long.part.amount = add(long.part.amount, 1);
    expect(scoreOf(long)).not.toBe(null);
    long.instrument.markValid = false;
    expect(scoreOf(long)).toBe(null);
  });

  it('is none while another contract of the part is unknown', () => {
    const play = playLines(`${TRADED}\ncat opens short 1 at 3000 in eth\nbob opens long 1 at market in eth`);
    expect(scoreOf(of(play, 'bob'))).toBe(0);
    instrumentOf(play, 'eth').markValid = false;
    expect(scoreOf(of(play, 'bob'))).toBe(null);
  });

  it('of a position that has won nothing is 0', () => {
    expect(scoreOf(of(at(50_000), 'bob'))).toBe(0);
  });
});

describe('a side', () => {
  it('is listed by id, other contracts and the other side left out', () => {
    const play = playLines(`${TRADED}\ncat opens short 1 at 3000 in eth\nbob opens long 1 at market in eth`);
    const btc = instrumentOf(play, 'btc');
    expect(owners(positionsOfSide(btc, -1))).toEqual([2, 3, 4, 1]);
    expect(owners(positionsOfSide(btc, 1))).toEqual([1, 5]);
    const ids = positionsOfSide(btc, -1).map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('a rank', () => {
  it('goes by score, then by age', () => {
    const play = at(49_000);
    // Ann's isolated short has the highest leverage; the other three are alike.
    expect(takeAll(new Rank(instrumentOf(play, 'btc'), -1)).owners).toEqual([1, 2, 3, 4]);
    expect(owners(rankedAgainst(instrumentOf(play, 'btc'), 1, of(play, 'cat').account))).toEqual([1, 2, 4]);
    expect(owners(rankedAgainst(instrumentOf(play, 'btc'), -1, of(play, 'eve', 'long').account))).toEqual([1]);
  });

  it('scores again who changed, and forgets what was scored before', () => {
    const play = at(49_000);
    const rank = new Rank(instrumentOf(play, 'btc'), -1);
    const dan = of(play, 'dan');
    dan.part.amount = add(dan.part.amount, neg(500_000_000_000));
    rank.noteChanged(dan.part);
    expect(takeAll(rank).owners).toEqual([1, 4, 2, 3]);
    expect(rank.take()).toBe(null);
  });

  it('drops who lost its score or its size, and takes back what was given back', () => {
    const play = at(49_000);
    const rank = new Rank(instrumentOf(play, 'btc'), -1);
    const [bob, cat] = [of(play, 'bob'), of(play, 'cat')];
    bob.part.amount = add(bob.part.amount, neg(equityOf(bob.part)));
    rank.noteChanged(bob.part);
    cat.size = 0;
    const { owners: first, taken } = takeAll(rank);
    expect(first).toEqual([1, 4]);
    for (const one of taken) rank.giveBack(one);
    expect(takeAll(rank).owners).toEqual([1, 4]);
  });

  it('is made once for each side of a contract, and hears of every change', () => {
    const play = at(49_000);
    const [btc, eth] = [instrumentOf(play, 'btc'), instrumentOf(play, 'eth')];
    const ranks = new Ranks();
    const shorts = ranks.against(btc, 1);
    expect(ranks.against(btc, 1)).toBe(shorts);
    expect(ranks.against(btc, -1)).not.toBe(shorts);
    expect(ranks.against(eth, 1)).not.toBe(shorts);
    const dan = of(play, 'dan');
    dan.part.amount = add(dan.part.amount, neg(500_000_000_000));
    ranks.noteChanged(dan.part);
    expect(takeAll(shorts).owners).toEqual([1, 4, 2, 3]);
    // Both longs lose 2 %; ann's has the higher leverage.
    expect(takeAll(ranks.against(btc, -1)).owners).toEqual([1, 5]);
  });
});

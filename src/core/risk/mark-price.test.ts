/** The memory and the events of the mark, beyond the price itself: samples, changes, validity (MARK-003 to -006). */
import { describe, expect, it } from 'vitest';
import { playLines } from '../../../test/scenarios/reader.ts';
import { exchangeOf, instrumentOf } from '../../../test/scenarios/play.ts';
import { isFresh } from './mark-price.ts';

const BID = 'ann opens long 0.2 at 50100';
const ASK = 'bob opens short 0.2 at 50300';
const ticks = (count: number): string => `tick ${count} times`;

function basisAfter(...lines: string[]): readonly unknown[] {
  const given = 'given indexStaleMs 1000000\ngiven btc impactNotional 1000, markSource median';
  const start = `${given}\nann deposits 100000\nbob deposits 100000\nindex btc 50000`;
  return instrumentOf(playLines([start, ...lines].join('\n')), 'btc').basis;
}

describe('a basis sample', () => {
  it('needs the impact notional on both sides of the book', () => {
    expect(basisAfter('tick')).toEqual([]);
    expect(basisAfter(BID, 'tick')).toEqual([]);
    expect(basisAfter(ASK, 'tick')).toEqual([]);
    expect(basisAfter(BID, 'bob opens short 0.0198 at 50300', 'tick')).toEqual([]);
    expect(basisAfter(BID, ASK, 'tick')).toEqual([10_000_000_000]);
  });

  it('is one of the last 150: then the oldest goes', () => {
    const others = (count: number): number[] => Array.from({ length: count }, () => 9_900_000_000);
    expect(basisAfter(BID, ASK, 'tick', 'index btc 50001', ticks(149))).toEqual([10_000_000_000, ...others(149)]);
    expect(basisAfter(BID, ASK, 'tick', 'index btc 50001', ticks(150))).toEqual(others(150));
  });

  it('of 0 has its place in the window, and takes none before the first other', () => {
    const [bid, ask] = [`${BID} as a1`, ASK];
    const gone = [bid, ask, 'tick', 'ann cancels a1'];
    expect(basisAfter(...gone, 'tick')).toEqual([10_000_000_000, 0]);
    expect(basisAfter(...gone, ticks(149), BID, 'tick')).toEqual([10_000_000_000]);
    expect(basisAfter(...gone, ticks(149))).toHaveLength(150);
    expect(basisAfter(...gone, ticks(150))).toEqual([]);
  });
});

describe('a mark', () => {
  it('is announced each time it is computed, and counts as changed only when it or its validity changed', () => {
    const play = playLines('index btc 50000');
    const { engine, state } = exchangeOf(play);
    const changesBy = (price: string): number => {
      const before = state.markChanges.count;
      const command = { name: 'setIndexPrice', symbol: 'cmt_btcusdt', price, sourceTimeMs: state.timeMs } as const;
      const { events } = engine.apply({ sequence: state.sequence + 1, timeMs: state.timeMs, command });
      expect(events).toEqual([{ name: 'markChanged', instrument: instrumentOf(play, 'btc') }]);
      return state.markChanges.count - before;
    };
    expect(['50000', '50000.01', '50000.1', '50000.1'].map(changesBy)).toEqual([0, 0, 1, 0]);
    expect(instrumentOf(play, 'btc').mark).toBe(500_001);
  });

  it('is not fresh without an index, at whatever time', () => {
    const play = playLines('index btc 50000');
    const { state } = exchangeOf(play);
    expect(isFresh(state, instrumentOf(play, 'eth'), 5_000)).toBe(false);
    expect(isFresh(state, instrumentOf(play, 'btc'), state.timeMs + 10_000)).toBe(true);
    expect(isFresh(state, instrumentOf(play, 'btc'), state.timeMs + 10_001)).toBe(false);
  });
});

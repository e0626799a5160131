// The scripted agents' strategies: what they do follows from what they see, by the rules their pages state, and the
// reason they give agrees with it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { book } from './book.ts';
import { mean } from './figures.ts';
import { momentum } from './momentum.ts';
import { reversion } from './reversion.ts';
import type { Held, Strategy, View } from './strategy.ts';

const LONG: Held = { side: 'LONG', size: '0.01', entry: 100, forMs: 60_000 };
const SHORT: Held = { ...LONG, side: 'SHORT' };
const HOUR_MS = 3_600_000;

/** Half an hour that goes up and down by a little and ends as said. */
function closes(...end: readonly number[]): number[] {
  const quiet = Array.from({ length: 31 - end.length }, (_, at) => 100 + (at % 2) / 10);
  return [...quiet, ...end];
}

function view(change: Partial<View> = {}): View {
  return {
    symbol: 'cmt_btcusdt',
    closes: closes(),
    bids: [[99, 1]],
    asks: [[101, 1]],
    tick: 0.1,
    held: null,
    ...change,
  };
}

describe('momentum', () => {
  it('goes along with a move that is larger than chance, says how large it was, and stays out of a small one', () => {
    const up = momentum.decide(view({ closes: closes(100.4, 100.8, 101.2) }));
    expect(up.decision).toBe('OPEN_LONG');
    expect(up.reason).toMatch(
      /^BTC rose 1\.\d\d % in ten minutes, [12]\.\d times what chance brings\. I go along, long/,
    );
    const down = momentum.decide(view({ closes: closes(99.6, 99.2, 98.8) }));
    expect([down.decision, down.reason]).toEqual(['OPEN_SHORT', expect.stringContaining('BTC fell')]);
    expect(momentum.decide(view()).decision).toBe('HOLD');
  });

  it('closes when the move has turned or is old, and else keeps what it has', () => {
    const up = closes(100.4, 100.8, 101.2);
    expect(momentum.decide(view({ closes: up, held: LONG })).decision).toBe('HOLD');
    expect(momentum.decide(view({ closes: up, held: SHORT })).decision).toBe('CLOSE_SHORT');
    const old = momentum.decide(view({ closes: up, held: { ...LONG, forMs: HOUR_MS } }));
    expect([old.decision, old.reason]).toEqual(['CLOSE_LONG', expect.stringContaining('60 minutes old')]);
  });
});

describe('reversion', () => {
  it('sells what is far above its mean and buys what is far below', () => {
    const high = reversion.decide(view({ closes: closes(102) }));
    expect([high.decision, high.reason]).toEqual([
      'OPEN_SHORT',
      expect.stringMatching(/^BTC stands 1\.\d\d % above its mean of half an hour, 5\.\d deviations\. I bet/),
    ]);
    expect(reversion.decide(view({ closes: closes(98) })).decision).toBe('OPEN_LONG');
    expect(reversion.decide(view()).decision).toBe('HOLD');
  });

  it('closes at the mean, and when it was wrong', () => {
    expect(reversion.decide(view({ closes: closes(100.05), held: SHORT })).decision).toBe('CLOSE_SHORT');
    const wrong = reversion.decide(view({ closes: closes(104), held: SHORT }));
    expect([wrong.decision, wrong.reason]).toEqual(['CLOSE_SHORT', expect.stringContaining('I was wrong')]);
    expect(reversion.decide(view({ closes: closes(100.15), held: SHORT })).decision).toBe('HOLD');
  });
});

describe('book', () => {
  it('rests an order one tick before the thicker side, and waits where none is', () => {
    const thick = book.decide(view({ bids: [[99, 3]] }));
    expect([thick.decision, thick.price]).toEqual(['OPEN_LONG', 99.1]);
    expect(thick.reason).toMatch(/^75 % of the first five levels of BTC are bids/);
    const thin = book.decide(view({ bids: [[99, 0.5]] }));
    expect([thin.decision, thin.price]).toEqual(['OPEN_SHORT', 100.9]);
    expect(book.decide(view()).decision).toBe('HOLD');
    expect(book.decide(view({ bids: [], asks: [[101, 9]] })).decision).toBe('HOLD');
    expect(book.decide(view({ bids: [[100.8, 3]] })).decision).toBe('HOLD');
  });

  it('closes when the other side has become the thicker one, or after a while', () => {
    expect(book.decide(view({ bids: [[99, 0.5]], held: LONG })).decision).toBe('CLOSE_LONG');
    expect(book.decide(view({ bids: [[99, 3]], held: LONG })).decision).toBe('HOLD');
    expect(book.decide(view({ held: { ...SHORT, forMs: HOUR_MS } })).decision).toBe('CLOSE_SHORT');
  });
});

describe('whatever they see', () => {
  const price = fc.double({ min: 0.01, max: 200_000, noNaN: true });
  const level = fc.tuple(price, fc.double({ min: 0.0001, max: 1_000, noNaN: true }));
  const views = fc.record({
    symbol: fc.constantFrom('cmt_btcusdt', 'cmt_dogeusdt'),
    closes: fc.array(price, { minLength: 31, maxLength: 31 }),
    bids: fc.array(level, { maxLength: 15 }),
    asks: fc.array(level, { maxLength: 15 }),
    tick: fc.constantFrom(0.1, 0.00001),
    held: fc.constantFrom(null, LONG, SHORT),
  });

  it.each<[string, Strategy]>([
    ['momentum', momentum],
    ['reversion', reversion],
    ['book', book],
  ])('%s closes what it has or nothing, opens only while it has nothing, and says so', (_, strategy) => {
    fc.assert(
      fc.property(views, (seen) => {
        const { decision, reason, price: limit } = strategy.decide(seen);
        expect(strategy.decide(seen)).toEqual(strategy.decide(seen));
        expect(reason).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(reason.length).toBeLessThan(300);
        if (decision === 'HOLD') return;
        const side = decision.endsWith('LONG') ? 'LONG' : 'SHORT';
        expect(seen.held?.side).toBe(decision.startsWith('CLOSE') ? side : undefined);
        if (seen.held !== null) return;
        expect(reason).toContain(side.toLowerCase());
        const last = seen.closes.at(-1)!;
        if (strategy === momentum) expect(last > seen.closes.at(-11)!).toBe(side === 'LONG');
        if (strategy === reversion) expect(last < mean(seen.closes)).toBe(side === 'LONG');
        if (strategy === book) {
          expect(limit).toBeGreaterThan(seen.bids[0]![0]);
          expect(limit).toBeLessThan(seen.asks[0]![0]);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../core/turn/outcome.ts';
import { createTickerWindow, type TickerWindow } from './ticker-window.ts';

const DAY = 86_400_000;
const START = 1_767_225_600_000;

function trade(window: TickerWindow, timeMs: number, price: number, size: number): void {
  const event = {
    name: 'fillMade',
    price,
    size,
    value: price * size,
    instrument: { contract: { symbol: 'c', tickE8: 1, stepE8: 1 } },
  };
  const outcome = { ok: true, result: null, sequence: 1, timeMs, events: [event] } as unknown as Outcome;
  window.apply({ sequence: 1, timeMs, command: { name: 'tick' } }, outcome);
}

describe('the 24-hour window', () => {
  it('is empty before the first trade', () => {
    expect(createTickerWindow().figures('c', START)).toEqual({
      open: 0,
      high: 0,
      low: 0,
      size: 0,
      value: 0,
      trades: 0,
    });
  });

  it('keeps a minute while it began less than a day ago, and remembers the price before', () => {
    const window = createTickerWindow();
    trade(window, START, 100, 2);
    trade(window, START + 3_600_000, 120, 1);
    expect(window.figures('c', START + DAY - 1)).toEqual({
      open: 100,
      high: 120,
      low: 100,
      size: 3,
      value: 320,
      trades: 2,
    });
    expect(window.figures('c', START + DAY)).toEqual({
      open: 100,
      high: 120,
      low: 120,
      size: 1,
      value: 120,
      trades: 1,
    });
    expect(window.figures('c', START + 2 * DAY)).toEqual({ open: 120, high: 0, low: 0, size: 0, value: 0, trades: 0 });
    expect(window.figures('c', START + 90 * DAY)).toEqual({ open: 120, high: 0, low: 0, size: 0, value: 0, trades: 0 });
  });

  it('does not count internal offsets, which have no price', () => {
    const window = createTickerWindow();
    trade(window, START, 0, 5);
    expect(window.figures('c', START)?.size).toBe(0);
  });

  it('has nothing to say once it was detached: an old day would be shown as today', () => {
    const window = createTickerWindow();
    trade(window, START, 100, 2);
    window.detached?.();
    expect(window.figures('c', START)).toBeNull();
  });

  it('begins anew when tick or step change, and only then', () => {
    const window = createTickerWindow();
    const changed = (tickE8: number): void => {
      const event = { name: 'contractChanged', instrument: { contract: { symbol: 'c', tickE8, stepE8: 1 } } };
      const outcome = { ok: true, result: null, sequence: 1, timeMs: START, events: [event] } as unknown as Outcome;
      window.apply({ sequence: 1, timeMs: START, command: { name: 'tick' } }, outcome);
    };
    trade(window, START, 100, 2);
    changed(1);
    expect(window.figures('c', START)?.size).toBe(2);
    changed(5);
    expect(window.figures('c', START)).toEqual({ open: 0, high: 0, low: 0, size: 0, value: 0, trades: 0 });
  });

  it('agrees with a plain list of trades', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 3 * DAY })),
      price: fc.integer({ min: 1, max: 1000 }),
      size: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 2 * DAY }), (steps, later) => {
        const window = createTickerWindow();
        const trades: { minute: number; price: number; size: number }[] = [];
        let now = START;
        for (const { wait, price, size } of steps) {
          now += wait;
          trade(window, now, price, size);
          trades.push({ minute: Math.floor(now / 60_000), price, size });
        }
        const minute = Math.floor((now + later) / 60_000);
        const inside = trades.filter((one) => minute - one.minute < 1440);
        const before = trades.filter((one) => minute - one.minute >= 1440).at(-1)?.price;
        const prices = inside.map((one) => one.price);
        expect(window.figures('c', now + later)).toEqual({
          open: before ?? prices[0] ?? 0,
          high: Math.max(0, ...prices),
          low: prices.length === 0 ? 0 : Math.min(...prices),
          size: inside.reduce((sum, one) => sum + one.size, 0),
          value: inside.reduce((sum, one) => sum + one.size * one.price, 0),
          trades: inside.length,
        });
      }),
    );
  });
});

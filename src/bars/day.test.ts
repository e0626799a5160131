// The last 24 hours beside the candles of their minutes, made from a plain list of trades.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import { openPast } from '../market/past/past.ts';
import { type Bar, flatBar, joined } from './bar.ts';
import { createDayWindow } from './day.ts';
import { GRANULARITIES, openOf } from './granularity.ts';
import type { Past } from './past.ts';
import { createSeries } from './series.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** In the middle of an hour and of a minute. */
const START = Date.UTC(2026, 0, 1, 9, 30, 15, 250);
const SYMBOL = 'cmt_btcusdt';
const contract = loadContract(DEFAULT_CONTRACTS.find(({ symbol }) => symbol === SYMBOL)!);
const PRICE = 9_000_000_000_000;
const pastUntil = (endMs: number): Past =>
  openPast({ name: 'pastFixed', symbol: SYMBOL, contract, seed: 7, price: PRICE, endMs })!;
const past = pastUntil(START);

interface Trade {
  readonly timeMs: number;
  readonly price: number;
  readonly size: number;
}

/** A price as the exchange follows it: its bars, and the day they make. */
function priceOf(before: Past | null) {
  const day = createDayWindow();
  const series = createSeries((granularity, bar) => {
    if (granularity === '1m') day.over(bar);
  });
  if (before !== null) series.begin(before.price);
  return {
    day,
    trade({ timeMs, price, size }: Trade) {
      series.trade(timeMs, price, size, price * size, size % 2 === 0);
    },
    at: (nowMs: number) => day.at(nowMs, series.latest('1m'), before),
  };
}

const tradeBar = (openMs: number, price: number, size: number): Bar => {
  const bought = size % 2 === 0 ? size : 0;
  const figures = { size, value: price * size, trades: 1, boughtSize: bought, boughtValue: bought * price };
  return { ...flatBar(openMs, price), ...figures };
};

/** A candle for each minute of the day that ends now, as candles are shown. */
function candlesOf(trades: readonly Trade[], before: Past | null, nowMs: number): Bar[] {
  const fromMs = openOf('1m', nowMs) - DAY + MINUTE;
  const made = before === null ? [] : before.bars('last', '1m', fromMs, nowMs);
  const earlier = trades.filter(({ timeMs }) => timeMs < fromMs).at(-1)?.price;
  let held = earlier ?? (before !== null && before.endMs <= fromMs ? before.price : undefined);
  const candles: Bar[] = [];
  for (let openMs = fromMs; openMs <= nowMs; openMs += MINUTE) {
    const inside = trades
      .filter(({ timeMs }) => openOf('1m', timeMs) === openMs)
      .map(({ price, size }): Bar => tradeBar(openMs, price, size));
    const all = [...made.filter((bar) => bar.openMs === openMs), ...inside];
    const candle =
      all.length > 0 ? all.reduce((a, b) => joined(openMs, a, b)) : held === undefined ? null : flatBar(openMs, held);
    if (candle === null) continue;
    candles.push(candle);
    held = Number(candle.close);
  }
  return candles;
}

function asOne(candles: readonly Bar[]): Bar | null {
  const [first, ...others] = candles;
  return first === undefined ? null : others.reduce((a, b) => joined(a.openMs, a, b), first);
}

const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      fc.integer({ min: 0, max: 200_000 }),
      fc.integer({ min: 0, max: 3 * DAY }),
      // The edge of the window, to the millisecond.
      fc.integer({ min: DAY - MINUTE - 2, max: DAY + 2 }),
    ),
    price: fc.integer({ min: 899_000, max: 901_000 }).map((price) => price * 10_000_000),
    size: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 40 },
);

describe('the last 24 hours', () => {
  it.each([
    ['without a past', null],
    ['going on from a simulated one', past],
  ])('are the candles of their 1440 minutes, after any trades and jumps of time: %s', (_, before) => {
    fc.assert(
      fc.property(steps, fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * DAY })), (moves, later) => {
        const price = priceOf(before);
        const trades: Trade[] = [];
        let nowMs = START;
        for (const { wait, ...trade } of moves) {
          nowMs += wait;
          trades.push({ timeMs: nowMs, ...trade });
          price.trade(trades.at(-1)!);
          if (trades.length % 3 === 0) price.at(nowMs);
        }
        nowMs += later;
        const candles = candlesOf(trades, before, nowMs);
        expect(price.at(nowMs)).toEqual(asOne(candles));
      }),
      { numRuns: 60 },
    );
  });

  it('are the candles of every length when the day begins and ends with one', () => {
    const endMs = Date.UTC(2026, 0, 2) - 1;
    const whole = pastUntil(endMs);
    for (const granularity of GRANULARITIES.filter((one) => one !== '1w' && one !== '1M')) {
      const candles = whole.bars('last', granularity, endMs - DAY + 1, endMs);
      expect(priceOf(whole).at(endMs), granularity).toEqual(asOne(candles));
    }
  });

  it('begin with a past that is fixed after they were asked for', () => {
    const day = createDayWindow();
    expect(day.at(START, null, null)).toBeNull();
    expect(day.at(START, null, past)).toMatchObject({ close: PRICE, trades: 0 });
  });

  it('keep no more than a day of minutes, and what held before them', () => {
    const price = priceOf(null);
    for (let minute = 0; minute < 3000; minute++)
      price.trade({ timeMs: START + minute * MINUTE, price: 100 + minute, size: 1 });
    const { minutes, held } = price.day.save();
    expect([minutes.length, minutes[0]!.close, held]).toEqual([1440, 1659, 1658]);
  });
});

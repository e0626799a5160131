// Candles as a caller is shown them, beside a naive account of the same minutes: past, rows, forming bar and silence
// put together.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, flatBar, joined, openingAt, type PriceKind } from '../../bars/bar.ts';
import { KEPT, type KeptGranularity, openOf, spanOf } from '../../bars/granularity.ts';
import type { Past } from '../../bars/past.ts';
import { createPriceBars } from '../../bars/price-bars.ts';
import { loadContract } from '../../core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { LiveBars } from '../../live/bars.ts';
import type { BarsArgs, StoredBars } from '../../store/read/bars.ts';
import type { CallDeps } from '../call/deps.ts';
import { candleView } from '../shapes/candle.ts';
import { candlesOf } from './candles.ts';

const CONTRACT = loadContract(DEFAULT_CONTRACTS[0]!);
const { symbol, tickE8 } = CONTRACT;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** A Wednesday. */
const START = Date.UTC(2026, 0, 7, 22, 41, 30);

/** A past of minutes that rise by a tick each, and end at the start. */
function simplePast(days: number): Past {
  const startMs = openOf('1d', START) - days * DAY;
  const minutes: Bar[] = [];
  for (let openMs = startMs; openMs < START; openMs += MINUTE) {
    const open = (1000 + minutes.length) * tickE8;
    const price = { open, high: open + 3 * tickE8, low: open - 2 * tickE8, close: open + tickE8 };
    minutes.push({ ...flatBar(openMs, open), ...price, size: 10_000, value: open });
  }
  const bars: Past['bars'] = (_, granularity, fromMs, toMs) =>
    addUp(minutes, granularity as KeptGranularity).filter(({ openMs }) => openMs >= fromMs && openMs <= toMs);
  return { startMs, endMs: START, price: minutes.at(-1)!.close, bars, settled: () => [] };
}

function addUp(bars: readonly Bar[], granularity: KeptGranularity): Bar[] {
  const longer = new Map<number, Bar>();
  for (const bar of bars) {
    const openMs = openOf(granularity, bar.openMs);
    const before = longer.get(openMs);
    longer.set(openMs, before === undefined ? openingAt(openMs, bar) : joined(openMs, before, bar));
  }
  return [...longer.values()];
}

interface Trade {
  readonly timeMs: number;
  readonly price: number;
  readonly size: number;
}

/** The exchange's part of it: live bars, and a store that holds what is over. */
function exchange(past: Past | null, trades: readonly Trade[], nowMs: number, keptFromMs = 0) {
  const bars = new LiveBars(() => past);
  const rows: { price: PriceKind; granularity: string; bar: Bar; sequence: number }[] = [];
  let sequence = 0;
  const stored = createPriceBars((_, price, granularity, bar) => rows.push({ price, granularity, bar, sequence }));
  const apply = (timeMs: number, event: object): void => {
    const sequenced = { sequence: ++sequence, timeMs, command: { name: 'tick' } } as const;
    const outcome = { ok: true, result: null, sequence, timeMs, events: [event] } as unknown as Outcome;
    bars.apply(sequenced, outcome);
    stored.apply(sequenced, outcome);
  };
  if (past !== null) apply(START, { name: 'pastFixed', symbol, contract: CONTRACT, price: past.price });
  for (const { timeMs, price, size } of trades)
    apply(timeMs, {
      name: 'fillMade',
      price,
      size,
      value: price * size,
      instrument: { contract: CONTRACT },
      taker: { order: { side: 'long', effect: 'open' } },
    });
  const asked: BarsArgs[] = [];
  const ask = async (_: string, args: BarsArgs, afterSequence: number): Promise<StoredBars> => {
    asked.push(args);
    const all = rows
      .filter((row) => row.price === args.price && row.granularity === args.granularity)
      .filter((row) => row.sequence <= afterSequence)
      .map(({ bar }) => bar);
    return {
      bars: all.filter(({ openMs }) => openMs >= args.fromMs && openMs < args.beforeMs),
      before: all.findLast(({ openMs }) => openMs < args.fromMs) ?? null,
      keptFromMs,
    };
  };
  const deps = {
    bars,
    store: { ask },
    clock: { nowMs: () => nowMs },
    config: { compat: { candleOrder: 'oldestFirst' } },
  } as unknown as CallDeps;
  return { deps, bars, asked };
}

/** All that happened, minute by minute. */
function naive(past: Past | null, trades: readonly Trade[], nowMs: number): Bar[] {
  const minutes = new Map((past?.bars('last', '1m', 0, START) ?? []).map((bar) => [bar.openMs, bar]));
  for (const { timeMs, price, size } of trades) {
    const openMs = openOf('1m', timeMs);
    const traded = { size: size * CONTRACT.stepE8, value: price * size };
    const bought = { boughtSize: traded.size, boughtValue: traded.value };
    const bar = { ...flatBar(openMs, price * tickE8), ...traded, trades: 1, ...bought };
    const before = minutes.get(openMs);
    minutes.set(openMs, before === undefined ? bar : joined(openMs, before, bar));
  }
  const whole: Bar[] = [];
  const first = Math.min(...minutes.keys());
  for (let openMs = first; openMs <= nowMs; openMs += MINUTE) {
    const bar = minutes.get(openMs) ?? flatBar(openMs, whole.at(-1)!.close);
    whole.push(bar);
  }
  return whole;
}

const trading = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 3 * MINUTE }), fc.integer({ min: 0, max: 2 * DAY })),
      price: fc.integer({ min: 900, max: 9000 }),
      size: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 25 },
  )
  .map((steps) => {
    let timeMs = START;
    return steps.map(({ wait, price, size }): Trade => ({ timeMs: (timeMs += wait), price, size }));
  });

describe('candles', () => {
  it('are the minutes they are made of, wherever those come from', async () => {
    await fc.assert(
      fc.asyncProperty(
        trading,
        fc.constantFrom(null, 0, 3),
        fc.constantFrom(...KEPT),
        fc.record({
          limit: fc.integer({ min: 1, max: 300 }),
          startTime: fc.option(fc.integer({ min: -4 * DAY, max: 9 * DAY })),
          endTime: fc.option(fc.integer({ min: -4 * DAY, max: 9 * DAY })),
          later: fc.integer({ min: 0, max: 2 * DAY }),
        }),
        async (trades, pastDays, granularity, { limit, startTime, endTime, later }) => {
          const past = pastDays === null ? null : simplePast(pastDays);
          const nowMs = (trades.at(-1)?.timeMs ?? START) + later;
          const { deps, bars, asked } = exchange(past, trades, nowMs);
          const from = startTime === null ? null : START + startTime;
          const to = endTime === null ? null : START + endTime;
          const wanted = {
            contract: CONTRACT,
            price: 'last',
            granularity,
            limit,
            startTime: from,
            endTime: to,
          } as const;
          const shown = await candlesOf(deps, { ...wanted, sort: null });
          const all = trades.length === 0 && past === null ? [] : addUp(naive(past, trades, nowMs), granularity);
          const fitting = all.filter(({ openMs }) => openMs >= (from ?? 0) && openMs <= (to ?? nowMs));
          const reach = (limit - 1) * spanOf(granularity);
          const last = openOf(granularity, Math.min(nowMs, to ?? nowMs));
          const expected =
            from !== null && to === null
              ? all.filter(({ openMs }) => openMs >= from).slice(0, limit)
              : fitting.filter(({ openMs }) => openMs >= last - reach);
          // From a start before there was anything, a stretch of that length is looked at.
          const within =
            from === null || to !== null
              ? expected
              : expected.filter(({ openMs }) => openMs <= from + reach + spanOf(granularity));
          expect(shown).toEqual(within.map((bar) => candleView(CONTRACT, bar)));
          expect(asked.length).toBeLessThanOrEqual(1);
          if (all.length > 0) expect(bars.forming(symbol, 'last', granularity, nowMs)).toEqual(all.at(-1));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are 503 once the forming ones failed: a list without its end would be wrong', async () => {
    const { deps, bars } = exchange(null, [{ timeMs: START, price: 1000, size: 1 }], START);
    bars.detached?.();
    const wanted = {
      contract: CONTRACT,
      price: 'last',
      granularity: '1m',
      limit: 5,
      startTime: null,
      endTime: null,
    } as const;
    await expect(candlesOf(deps, { ...wanted, sort: null })).rejects.toMatchObject({ code: 503 });
  });
});

/**
 * The bars that are forming: of every contract, price and granularity, as fresh as trading; and the last 24 hours,
 * which tickers show. A projection in memory, rebuilt by replay; bars that are over are rows of the read store.
 *
 * A contract with a simulated past goes on from it: the bar in which trading began is made of both.
 */
import { type Bar, flatBar, joined, type PriceKind } from '../bars/bar.ts';
import { createDayWindow, type Day, type DayState, type DayWindow } from '../bars/day.ts';
import { type Granularity, openOf } from '../bars/granularity.ts';
import type { OpenPast, Past } from '../bars/past.ts';
import { createPriceBars, type ReportPriceBar } from '../bars/price-bars.ts';
import type { SeriesState } from '../bars/series.ts';
import { loadContract } from '../core/language/contract.ts';
import type { ContractSpec } from '../core/language/contract-spec.ts';
import type { TimeMs } from '../core/num/units.ts';
import { type Json, moneyFromJson, moneyToJson, rowOf, textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { PastFixed } from '../core/turn/events.ts';
import type { FromHistory } from './projection.ts';

/** The bar that may still change, without the past, and what was kept before it. */
export interface LatestBar {
  readonly bar: Bar;
  /** The command since which all bars before it are over; 0: there were none. */
  readonly closedAt: number;
}

export interface LiveBars extends FromHistory {
  readonly isDetached: boolean;
  /**
   * The bar a moment falls into, a moment not before the last command's: flat where nothing happened yet. Null before
   * the first price, and once it was detached.
   */
  forming(symbol: string, price: PriceKind, granularity: Granularity, nowMs: TimeMs): Bar | null;
  /** The latest bar in which something happened; null when nothing has, and once it was detached. */
  latest(symbol: string, price: PriceKind, granularity: Granularity): LatestBar | null;
  /**
   * The last 24 hours of trading up to a moment not before the last command's. Null before the first price, and once it
   * was detached.
   */
  day(symbol: string, nowMs: TimeMs): Day | null;
  /** The simulated past of a contract; null for most. */
  past(symbol: string): Past | null;
}

/** @param report is told of each bar that is over */
export function createLiveBars(openPast: OpenPast, report: ReportPriceBar = () => undefined): LiveBars {
  const pasts = new Map<string, Past>();
  /** The fixed past each of them was made from. */
  const fixed = new Map<string, PastFixed>();
  /** The last bar of a past by contract, price and granularity; made once. */
  const lastOfPast = new Map<string, Bar | null>();
  const closedAt = new Map<string, number>();
  const days = new Map<string, DayWindow>();
  let sequence = 0;
  let isDetached = false;
  let prices = emptyBars();

  function emptyBars() {
    return createPriceBars((symbol, price, granularity, bar) => {
      closedAt.set(`${symbol} ${price}`, sequence);
      if (price === 'last' && granularity === '1m') dayOf(symbol).over(bar);
      report(symbol, price, granularity, bar);
    });
  }

  function dayOf(symbol: string): DayWindow {
    const known = days.get(symbol);
    if (known !== undefined) return known;
    const day = createDayWindow();
    days.set(symbol, day);
    return day;
  }

  function fix(one: PastFixed): void {
    const past = openPast(one);
    if (past === null) return;
    pasts.set(one.symbol, past);
    fixed.set(one.symbol, one);
  }

  /** The part a past adds to the bar in which it ended. */
  function fromPast(symbol: string, price: PriceKind, granularity: Granularity, openMs: TimeMs): Bar | null {
    const past = pasts.get(symbol);
    if (past === undefined || openMs >= past.endMs) return null;
    const key = `${symbol} ${price} ${granularity}`;
    const known = lastOfPast.get(key);
    if (known !== undefined) return known;
    const lastOpen = openOf(granularity, past.endMs);
    const made = past.bars(price, granularity, lastOpen, lastOpen).at(-1) ?? null;
    lastOfPast.set(key, made);
    return made;
  }

  function latest(symbol: string, price: PriceKind, granularity: Granularity): LatestBar | null {
    const bar = prices.series(symbol, price)?.latest(granularity) ?? null;
    return bar === null ? null : { bar, closedAt: closedAt.get(`${symbol} ${price}`) ?? 0 };
  }

  return {
    name: 'bars',
    needsReplay: true,
    get isDetached() {
      return isDetached;
    },
    detached() {
      isDetached = true;
      pasts.clear();
      fixed.clear();
      days.clear();
      prices = emptyBars();
    },
    version: 2,
    *save() {
      for (const { symbol, contract, seed, price, endMs } of fixed.values())
        yield ['past', symbol, contract.spec, seed, moneyToJson(price), endMs];
      for (const [symbol, price, known] of prices.save())
        yield ['series', symbol, price, closedAt.get(`${symbol} ${price}`) ?? 0, ...written(known)];
      for (const [symbol, day] of days) {
        const known = day.save();
        // One that was only asked for has nothing of its own.
        if (known.lastMs !== 0) yield ['day', symbol, ...dayWritten(known)];
      }
    },
    restore(rows) {
      for (const all of [pasts, fixed, lastOfPast, closedAt, days]) all.clear();
      prices = emptyBars();
      for (const [what, symbolText, ...values] of rows) {
        const symbol = textFromJson(symbolText);
        if (what === 'past') fix(pastFrom(symbol, values));
        else if (what === 'day') dayOf(symbol).restore(dayFrom(values));
        else {
          const price = textFromJson(values[0]) as PriceKind;
          closedAt.set(`${symbol} ${price}`, wholeFromJson(values[1]));
          prices.restore(symbol, price, seriesFrom(values.slice(2)));
        }
      }
    },
    apply(sequenced, outcome) {
      ({ sequence } = sequenced);
      for (const event of outcome.events) if (event.name === 'pastFixed') fix(event);
      // First what is over: the trades of a minute are counted until then.
      prices.apply(sequenced, outcome);
      for (const event of outcome.events)
        if (event.name === 'fillMade' && event.price !== 0)
          dayOf(event.instrument.contract.symbol).trade(openOf('1m', sequenced.timeMs));
    },
    forming(symbol, price, granularity, nowMs) {
      const openMs = openOf(granularity, nowMs);
      const bar = prices.series(symbol, price)?.latest(granularity) ?? null;
      const before = fromPast(symbol, price, granularity, openMs);
      const held = bar?.close ?? pasts.get(symbol)?.price;
      if (held === undefined) return null;
      const now = bar?.openMs === openMs ? bar : flatBar(openMs, held);
      return before === null ? now : joined(openMs, before, now);
    },
    latest,
    day: (symbol, nowMs) =>
      dayOf(symbol).at(nowMs, latest(symbol, 'last', '1m')?.bar ?? null, pasts.get(symbol) ?? null),
    past: (symbol) => pasts.get(symbol) ?? null,
  };
}

function pastFrom(symbol: string, [spec, seed, price, endMs]: readonly Json[]): PastFixed {
  return {
    name: 'pastFixed',
    symbol,
    contract: loadContract(spec as unknown as ContractSpec),
    seed: wholeFromJson(seed),
    price: moneyFromJson(price),
    endMs: wholeFromJson(endMs),
  };
}

function written({ minute, held, longer }: SeriesState): Json[] {
  return [
    minute === null ? null : barToJson(minute),
    held === null ? null : moneyToJson(held),
    longer.map(([granularity, bar]) => [granularity, barToJson(bar)]),
  ];
}

function seriesFrom([minute = null, held = null, longer]: readonly Json[]): SeriesState {
  return {
    minute: minute === null ? null : barFrom(minute),
    held: held === null ? null : moneyFromJson(held),
    longer: rowOf(longer).map((one) => {
      const [granularity, bar] = rowOf(one);
      return [textFromJson(granularity) as Granularity, barFrom(bar)];
    }),
  };
}

function dayWritten({ held, minutes, lastMs, trades }: DayState): Json[] {
  const rows = minutes.map(({ bar, trades: count }) => [count, barToJson(bar)]);
  return [held === null ? null : moneyToJson(held), lastMs, trades, rows];
}

function dayFrom([held = null, lastMs, trades, minutes]: readonly Json[]): DayState {
  return {
    held: held === null ? null : moneyFromJson(held),
    lastMs: wholeFromJson(lastMs),
    trades: wholeFromJson(trades),
    minutes: rowOf(minutes).map((one) => {
      const [count, bar] = rowOf(one);
      return { bar: barFrom(bar), trades: wholeFromJson(count) };
    }),
  };
}

function barToJson({ openMs, open, high, low, close, size, value }: Bar): Json {
  return [openMs, ...[open, high, low, close, size, value].map(moneyToJson)];
}

function barFrom(json: Json | undefined): Bar {
  const [openMs, ...amounts] = rowOf(json);
  const values = amounts.map((amount) => moneyFromJson(amount));
  const [open = 0, high = 0, low = 0, close = 0, size = 0, value = 0] = values;
  return { openMs: wholeFromJson(openMs), open, high, low, close, size, value };
}

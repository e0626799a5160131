/**
 * The bars that are forming: of every contract, price and granularity, as fresh as trading; and the last 24 hours,
 * which tickers show. A projection in memory, rebuilt by replay; bars that are over are rows of the read store.
 *
 * A contract with a simulated past continues from it: the bar in which trading began is made of both.
 */
import { type Bar, flatBar, joined, type PriceKind } from '../bars/bar.ts';
import { createDayWindow, type DayState, type DayWindow } from '../bars/day.ts';
import { type Granularity, openOf } from '../bars/granularity.ts';
import type { OpenPast, Past } from '../bars/past.ts';
import { createPriceBars, type PriceBars, type ReportPriceBar } from '../bars/price-bars.ts';
import type { SeriesState } from '../bars/series.ts';
import { loadContract } from '../core/language/contract.ts';
import type { ContractSpec } from '../core/language/contract-spec.ts';
import type { TimeMs } from '../core/num/units.ts';
import { type Json, moneyFromJson, moneyToJson, rowOf, textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { Sequenced } from '../core/language/commands.ts';
import type { PastFixed } from '../core/turn/events.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import type { FromHistory } from './projection.ts';

/** The bar that may still change, without the past, and what was kept before it. */
export interface LatestBar {
  readonly bar: Bar;
  /** The command since which all bars before it are over; 0: there were none. */
  readonly closedAt: number;
}

export class LiveBars implements FromHistory {
  readonly name = 'bars';
  readonly needsReplay = true;
  readonly version = 3;
  readonly #openPast: OpenPast;
  readonly #onClosed: ReportPriceBar;
  readonly #pasts = new Map<string, Past>();
  /** The fixed past each of them was made from. */
  readonly #fixed = new Map<string, PastFixed>();
  /** The last bar of a past by contract, price and granularity; made once. */
  readonly #lastOfPast = new Map<string, Bar | null>();
  readonly #closedAt = new Map<string, number>();
  readonly #days = new Map<string, DayWindow>();
  #sequence = 0;
  #isDetached = false;
  #prices = this.#emptyBars();

  /** @param onClosed is given each bar that is over */
  constructor(openPast: OpenPast, onClosed: ReportPriceBar = () => undefined) {
    this.#openPast = openPast;
    this.#onClosed = onClosed;
  }

  get isDetached(): boolean {
    return this.#isDetached;
  }

  detached(): void {
    this.#isDetached = true;
    this.#pasts.clear();
    this.#fixed.clear();
    this.#days.clear();
    this.#prices = this.#emptyBars();
  }

  *save(): Iterable<readonly Json[]> {
    for (const { symbol, contract, seed, price, endMs } of this.#fixed.values())
      yield ['past', symbol, contract.spec, seed, moneyToJson(price), endMs];
    for (const [symbol, price, known] of this.#prices.save())
      yield ['series', symbol, price, this.#closedAt.get(`${symbol} ${price}`) ?? 0, ...written(known)];
    for (const [symbol, day] of this.#days) {
      const known = day.save();
      // One that was only asked for has nothing of its own.
      if (known.minutes.length > 0) yield ['day', symbol, ...dayWritten(known)];
    }
  }

  restore(rows: Iterable<readonly Json[]>): void {
    for (const all of [this.#pasts, this.#fixed, this.#lastOfPast, this.#closedAt, this.#days]) all.clear();
    this.#prices = this.#emptyBars();
    for (const [what, symbolText, ...values] of rows) {
      const symbol = textFromJson(symbolText);
      if (what === 'past') this.#fix(pastFrom(symbol, values));
      else if (what === 'day') this.#dayOf(symbol).restore(dayFrom(values));
      else {
        const price = textFromJson(values[0]) as PriceKind;
        this.#closedAt.set(`${symbol} ${price}`, wholeFromJson(values[1]));
        this.#prices.restore(symbol, price, seriesFrom(values.slice(2)));
      }
    }
  }

  apply(sequenced: Sequenced, outcome: Outcome): void {
    this.#sequence = sequenced.sequence;
    for (const event of outcome.events) if (event.name === 'pastFixed') this.#fix(event);
    this.#prices.apply(sequenced, outcome);
  }

  /**
   * The bar a moment falls into, a moment not before the last command's: flat where nothing happened yet. Null before
   * the first price, and once it was detached.
   */
  forming(symbol: string, price: PriceKind, granularity: Granularity, nowMs: TimeMs): Bar | null {
    const openMs = openOf(granularity, nowMs);
    const bar = this.#prices.series(symbol, price)?.latest(granularity) ?? null;
    const before = this.#fromPast(symbol, price, granularity, openMs);
    const held = bar?.close ?? this.#pasts.get(symbol)?.price;
    if (held === undefined) return null;
    const now = bar?.openMs === openMs ? bar : flatBar(openMs, held);
    return before === null ? now : joined(openMs, before, now);
  }

  /** The latest bar in which something happened; null when nothing has, and once it was detached. */
  latest(symbol: string, price: PriceKind, granularity: Granularity): LatestBar | null {
    const bar = this.#prices.series(symbol, price)?.latest(granularity) ?? null;
    return bar === null ? null : { bar, closedAt: this.#closedAt.get(`${symbol} ${price}`) ?? 0 };
  }

  /**
   * The last 24 hours of trading up to a moment not before the last command's. Null before the first price, and once it
   * was detached.
   */
  day(symbol: string, nowMs: TimeMs): Bar | null {
    return this.#dayOf(symbol).at(nowMs, this.latest(symbol, 'last', '1m')?.bar ?? null, this.past(symbol));
  }

  /** The simulated past of a contract; null for most. */
  past(symbol: string): Past | null {
    return this.#pasts.get(symbol) ?? null;
  }

  #emptyBars(): PriceBars {
    return createPriceBars((symbol, price, granularity, bar) => {
      this.#closedAt.set(`${symbol} ${price}`, this.#sequence);
      if (price === 'last' && granularity === '1m') this.#dayOf(symbol).over(bar);
      this.#onClosed(symbol, price, granularity, bar);
    });
  }

  #dayOf(symbol: string): DayWindow {
    const known = this.#days.get(symbol);
    if (known !== undefined) return known;
    const day = createDayWindow();
    this.#days.set(symbol, day);
    return day;
  }

  #fix(one: PastFixed): void {
    const past = this.#openPast(one);
    if (past === null) return;
    this.#pasts.set(one.symbol, past);
    this.#fixed.set(one.symbol, one);
  }

  /** The part a past adds to the bar in which it ended. */
  #fromPast(symbol: string, price: PriceKind, granularity: Granularity, openMs: TimeMs): Bar | null {
    const past = this.past(symbol);
    if (past === null || openMs >= past.endMs) return null;
    const key = `${symbol} ${price} ${granularity}`;
    const known = this.#lastOfPast.get(key);
    if (known !== undefined) return known;
    const lastOpen = openOf(granularity, past.endMs);
    const made = past.bars(price, granularity, lastOpen, lastOpen).at(-1) ?? null;
    this.#lastOfPast.set(key, made);
    return made;
  }
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

function dayWritten({ held, minutes }: DayState): Json[] {
  return [held === null ? null : moneyToJson(held), minutes.map(barToJson)];
}

function dayFrom([held = null, minutes]: readonly Json[]): DayState {
  return { held: held === null ? null : moneyFromJson(held), minutes: rowOf(minutes).map(barFrom) };
}

function barToJson({ openMs, trades, ...amounts }: Bar): Json {
  const { open, high, low, close, size, value, boughtSize, boughtValue } = amounts;
  return [openMs, trades, ...[open, high, low, close, size, value, boughtSize, boughtValue].map(moneyToJson)];
}

function barFrom(json: Json | undefined): Bar {
  const [openMs, trades, ...amounts] = rowOf(json);
  const values = amounts.map((amount) => moneyFromJson(amount));
  const [open = 0, high = 0, low = 0, close = 0, size = 0, value = 0, boughtSize = 0, boughtValue = 0] = values;
  const times = { openMs: wholeFromJson(openMs), trades: wholeFromJson(trades) };
  return { ...times, open, high, low, close, size, value, boughtSize, boughtValue };
}

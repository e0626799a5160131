/**
 * The bars that are forming: of every contract, price and granularity, as fresh as trading. A projection in memory,
 * rebuilt by replay; bars that are over are rows of the read store.
 *
 * A contract with a simulated past goes on from it: the bar in which trading began is made of both.
 */
import { type Bar, flatBar, joined, type PriceKind } from '../bars/bar.ts';
import { type Granularity, openOf } from '../bars/granularity.ts';
import type { OpenPast, Past } from '../bars/past.ts';
import { createPriceBars } from '../bars/price-bars.ts';
import type { TimeMs } from '../core/num/units.ts';
import type { Projection } from './projection.ts';

/** The bar that may still change, without the past, and what was kept before it. */
export interface LatestBar {
  readonly bar: Bar;
  /** The command since which all bars before it are over; 0: there were none. */
  readonly closedAt: number;
}

export interface LiveBars extends Projection {
  readonly isDetached: boolean;
  /**
   * The bar a moment falls into, a moment not before the last command's: flat where nothing happened yet. Null before
   * the first price, and once it was detached.
   */
  forming(symbol: string, price: PriceKind, granularity: Granularity, nowMs: TimeMs): Bar | null;
  /** The latest bar in which something happened; null when nothing has, and once it was detached. */
  latest(symbol: string, price: PriceKind, granularity: Granularity): LatestBar | null;
  /** The simulated past of a contract; null for most. */
  past(symbol: string): Past | null;
}

export function createLiveBars(openPast: OpenPast): LiveBars {
  const pasts = new Map<string, Past>();
  /** The last bar of a past by contract, price and granularity; made once. */
  const lastOfPast = new Map<string, Bar | null>();
  const closedAt = new Map<string, number>();
  let sequence = 0;
  let isDetached = false;
  let prices = emptyBars();

  function emptyBars() {
    return createPriceBars((symbol, price) => closedAt.set(`${symbol} ${price}`, sequence));
  }

  /** What a past adds to the bar in which it ended. */
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
      prices = emptyBars();
    },
    apply(sequenced, outcome) {
      ({ sequence } = sequenced);
      for (const event of outcome.events) {
        if (event.name !== 'pastFixed') continue;
        const past = openPast(event);
        if (past !== null) pasts.set(event.symbol, past);
      }
      prices.apply(sequenced, outcome);
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
    past: (symbol) => pasts.get(symbol) ?? null,
  };
}

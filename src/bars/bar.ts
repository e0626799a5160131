/**
 * A bar: what a price did in a stretch of time, and what was traded. Exact integers; nothing here knows a contract.
 */
import { add, max, min } from '../core/num/mul-div.ts';
import type { Money, TimeMs } from '../core/num/units.ts';

/** The price a bar is of: of trades, the mark, the index. */
export type PriceKind = 'last' | 'mark' | 'index';

/** Prices in 1e-8 USDT, so that a bar outlives a change of its contract's grid. */
export interface Bar {
  readonly openMs: TimeMs;
  readonly open: Money;
  readonly high: Money;
  readonly low: Money;
  readonly close: Money;
  /** Volume traded, in 1e-8 of the base coin; 0 for marks and indexes. */
  readonly size: Money;
  /** Its worth, in 1e-8 USDT. */
  readonly value: Money;
  /** How many trades that were; none of marks, indexes and a simulated past. */
  readonly trades: number;
  /** The takers' part of it, in 1e-8 of the base coin and in 1e-8 USDT. */
  readonly boughtSize: Money;
  readonly boughtValue: Money;
}

/** Totals of a stretch of time without a trade. */
const NOTHING = { size: 0, value: 0, trades: 0, boughtSize: 0, boughtValue: 0 };

/** The bar of a time in which nothing was traded and the price stayed where it was. */
export function flatBar(openMs: TimeMs, price: Money): Bar {
  return { openMs, open: price, high: price, low: price, close: price, ...NOTHING };
}

/** Two stretches as one bar, which opens at `openMs`. */
export function joined(openMs: TimeMs, earlier: Bar, later: Bar): Bar {
  return {
    openMs,
    open: earlier.open,
    high: max(earlier.high, later.high),
    low: min(earlier.low, later.low),
    close: later.close,
    size: add(earlier.size, later.size),
    value: add(earlier.value, later.value),
    trades: earlier.trades + later.trades,
    boughtSize: add(earlier.boughtSize, later.boughtSize),
    boughtValue: add(earlier.boughtValue, later.boughtValue),
  };
}

/** The same bar as part of a longer one, or as all of it. */
export function openingAt(openMs: TimeMs, bar: Bar): Bar {
  return bar.openMs === openMs ? bar : { ...bar, openMs };
}

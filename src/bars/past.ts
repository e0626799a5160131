/**
 * The time before trading: a past that was made up, for a contract whose market is simulated (market/past makes it).
 *
 * It is fixed once, with the contract's first index price, by a command of the journal; here is what readers see.
 */
import { divHalfUp, max, mul } from '../core/num/mul-div.ts';
import type { Money, RateE8, TimeMs } from '../core/num/units.ts';
import type { PastFixed } from '../core/turn/events.ts';
import type { Bar, PriceKind } from './bar.ts';
import type { Granularity } from './granularity.ts';

/** A rate that funding was settled at. */
export interface SettledRate {
  readonly rateE8: RateE8;
  /** The boundary it was settled for; for an operator's pass, its time. */
  readonly fundingMs: TimeMs;
  /** The mark at the settlement, in 1e-8 USDT; 0: there was none, or it is not kept. */
  readonly mark: Money;
}

export interface Past {
  /** Its start, a Monday. */
  readonly startMs: TimeMs;
  /** Start of trading: the last bars end here. */
  readonly endMs: TimeMs;
  /** The price both meet at, in 1e-8 USDT. */
  readonly price: Money;
  /**
   * The bars that open from one time to another, both included, oldest first, without a gap. One that reaches beyond
   * the end holds what was before it.
   */
  bars(kind: PriceKind, granularity: Granularity, fromMs: TimeMs, toMs: TimeMs): readonly Bar[];
  /** The latest settlements of funding, newest first, at most so many. */
  settled(most: number): readonly SettledRate[];
}

/** Makes the past that was fixed; null when this version knows no such contract. */
export type OpenPast = (fixed: PastFixed) => Past | null;

/** The price the past ends at, on the contract's grid: what held when trading began. */
export function priceAtEnd({ price, contract }: PastFixed): Money {
  return mul(max(1, divHalfUp(price, contract.tickE8)), contract.tickE8);
}

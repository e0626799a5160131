/**
 * The basis of a contract: how far its book is from the index. Sampled once a tick, for the mark and for funding alike;
 * reads the book and changes nothing.
 *
 * An impact price is what trading the impact notional against one side would average (FUND-002), so orders of less than
 * that make none. The basis is how far the index lies outside of the two (MARK-006), in a thin book at most 1 % for
 * each impact notional that both sides hold near the index (MARK-007). An order that nobody would ever trade with, such
 * as an ask far above, moves nothing.
 */
import { bestLevel, type BookSide, BUY, levelPrice, levelVolume, NONE, SELL, worseLevel } from '../matching/book.ts';
import type { Contract } from '../language/contract.ts';
import { valueOf } from '../language/contract.ts';
import { add, max, min, mul, mulDivCeil, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument } from '../state/records.ts';

/** How far mark and basis may be from the index in percent, and what counts as near it (MARK-002, -007). */
export const MOST_PERCENT = 5;

interface SideDepth {
  /**
   * Average price of trading the contract's impact notional against the side, in 1e-8 per unit of base: floor for bids,
   * ceil for asks. `null` when it holds less than the notional.
   */
  readonly impact: Money | null;
  /** Value no worse than 5 % beyond the index, counted up to what allows a basis of as much. */
  readonly near: Money;
}

/** In 1e-8 per unit of base, signed. */
export function basisOf(instrument: Instrument): Money {
  const { indexPrice, contract } = instrument;
  const bids = depthOf(instrument, BUY);
  const asks = depthOf(instrument, SELL);
  const most = mulDivFloor(indexPrice, min(bids.near, asks.near), mul(100, contract.impactNotional));
  return max(neg(most), min(most, beyond(indexPrice, bids.impact, asks.impact)));
}

/** How far the nearer impact price lies beyond the index; 0 between the two, and while a side has none. */
export function beyond(indexPrice: Money, bid: Money | null, ask: Money | null): Money {
  if (bid === null || ask === null) return 0;
  return sub(max(0, sub(bid, indexPrice)), max(0, sub(indexPrice, ask)));
}

/** One walk, best level first, that ends as soon as neither figure can change. */
export function depthOf(instrument: Instrument, side: BookSide): SideDepth {
  const { book, contract } = instrument;
  const notional = contract.impactNotional;
  const most = mul(MOST_PERCENT, notional);
  const border = nearBorder(instrument, side);
  let impact: Money | null = null;
  let near: Money = 0;
  let value: Money = 0;
  let size: Steps = 0;
  for (let level = bestLevel(book, side); level !== NONE; level = worseLevel(book, level)) {
    const price = levelPrice(book, level);
    const isNear = near < most && (side === BUY ? price >= border : price <= border);
    if (impact !== null && !isNear) break;
    const volume = levelVolume(book, level);
    const worth = valueOf(contract, price, volume);
    if (isNear) near = min(most, add(near, worth));
    if (impact !== null) continue;
    if (add(value, worth) >= notional) impact = averageWith(contract, side, price, size, sub(notional, value));
    value = add(value, worth);
    size += volume;
  }
  return { impact, near };
}

/** The worst price of a side that is near the index, in ticks. */
function nearBorder({ indexPrice, contract }: Instrument, side: BookSide): Money {
  const by = mul(100, contract.tickE8);
  return side === BUY
    ? mulDivCeil(indexPrice, 100 - MOST_PERCENT, by)
    : mulDivFloor(indexPrice, 100 + MOST_PERCENT, by);
}

/** `size` steps taken whole, and the `missing` amount at the next price: N·E8·p·u / ((Q·p·u + r)·stepE8). */
function averageWith(contract: Contract, side: BookSide, price: Ticks, size: Steps, missing: Money): Money {
  const perStep = mul(price, contract.valueUnit);
  const steps = mul(add(mul(perStep, size), missing), contract.stepE8);
  const divide = side === BUY ? mulDivFloor : mulDivCeil;
  return divide(mul(contract.impactNotional, E8), perStep, steps);
}

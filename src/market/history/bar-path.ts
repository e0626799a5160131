/**
 * The seconds of a bar: prices that begin at its open, touch its high and its low, end at its close, and move between
 * them as prices do. The same each time, whatever was read before: a start in the middle of a bar, or of the file, goes
 * on as if it had always been there.
 */
import { root } from '../world/arithmetic.ts';
import type { Draws } from '../world/draws.ts';

/** How often the low comes first, in a rising, a falling and a flat bar: seen in bars of the large venues. */
const LOW_FIRST = { rising: 0.68, falling: 0.32, flat: 0.5 };
/** Share of a bar's range that a step over its whole length moves by. */
const LIVELINESS = 0.55;
/** Of fewer seconds there is no room for both extremes between the ends. */
const LEAST_SECONDS = 4;

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * @param seconds length of the bar
 * @param draws of this bar alone
 * @returns a price for the end of each second, in the units of the bar, whole numbers
 */
export function pathOf({ open, high, low, close }: Bar, seconds: number, draws: Draws): Float64Array {
  const path = new Float64Array(seconds);
  const last = seconds - 1;
  path[0] = open;
  path[last] = close;
  if (seconds < LEAST_SECONDS) {
    if (seconds === LEAST_SECONDS - 1) path[1] = high - open > open - low ? high : low;
    return path;
  }
  const tendency = close > open ? 'rising' : close < open ? 'falling' : 'flat';
  const isLowFirst = draws.u() < LOW_FIRST[tendency];
  const one = 1 + draws.below(last - 1);
  const other = 1 + draws.below(last - 2);
  const [first, second] = other < one ? [other, one] : [one, other + 1];
  path[first] = isLowFirst ? low : high;
  path[second] = isLowFirst ? high : low;
  const swing = ((high - low) / root(seconds)) * LIVELINESS;
  const between = (from: number, to: number): void => {
    if (to - from < 2) return;
    const middle = (from + to) >>> 1;
    const [before, after] = [middle - from, to - middle];
    const straight = path[from]! + ((path[to]! - path[from]!) * before) / (before + after);
    path[middle] = reflected(straight + draws.z() * swing * root((before * after) / (before + after)), low, high);
    between(from, middle);
    between(middle, to);
  };
  between(0, first);
  between(first, second);
  between(second, last);
  return path;
}

/** Folded back into the range, to whole numbers. */
function reflected(price: number, low: number, high: number): number {
  const folded = price < low ? low + (low - price) : price > high ? high - (price - high) : price;
  return Math.floor(Math.max(low, Math.min(high, folded)));
}

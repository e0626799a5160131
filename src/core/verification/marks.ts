/**
 * Marks according to the contest's minutes: at an order's acceptance, and within the last minutes before a log.
 */
import { compare, type Exact, exactOf } from './exact.ts';
import type { MarkBars, Verification } from './verification.ts';

/** The lowest and the highest of some marks. */
export interface Range {
  readonly low: Exact;
  readonly high: Exact;
}

const MINUTE_MS = 60_000;
/** Claims are compared with the bars of this long before them. */
const LOOK_BACK_MS = 600_000;

/**
 * The mark when an order was accepted, as the low of its minute: a log's size is compared with it in its owner's
 * favour. Null before the first bar.
 */
export function markAt({ bars }: Verification, symbol: string, t: number): string | null {
  const found = bars.get(symbol);
  return found?.low[lastAtOrBefore(found, t)] ?? null;
}

/** Lowest and highest mark of the minutes that touch the ten before `t`; null when there is none. */
export function markRange({ bars }: Verification, symbol: string, t: number): Range | null {
  const found = bars.get(symbol);
  if (found === undefined) return null;
  let range: Range | null = null;
  for (let at = lastAtOrBefore(found, t); at >= 0; at--) {
    if ((found.at[at] as number) + MINUTE_MS <= t - LOOK_BACK_MS) break;
    const low = exactOf(found.low[at] as string);
    const high = exactOf(found.high[at] as string);
    if (low === null || high === null) continue;
    range = {
      low: range === null || compare(low, range.low) < 0 ? low : range.low,
      high: range === null || compare(high, range.high) > 0 ? high : range.high,
    };
  }
  return range;
}

/** Lowest and highest mark of the minute of `t`; null before the first bar. */
export function markOf({ bars }: Pick<Verification, 'bars'>, symbol: string, t: number): Range | null {
  const found = bars.get(symbol);
  const at = found === undefined ? -1 : lastAtOrBefore(found, t);
  const [low, high] = [exactOf(found?.low[at] ?? ''), exactOf(found?.high[at] ?? '')];
  return low === null || high === null ? null : { low, high };
}

/** Place of the last bar that began at or before `t`; −1 for none. */
function lastAtOrBefore({ at }: MarkBars, t: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * How long a bar is, and where one begins: by UTC, weeks on Monday, months on their first day. Pure arithmetic of time.
 */
import type { TimeMs } from '../core/num/units.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lengths in milliseconds; a month has no fixed one. */
const SPANS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const;

/** A granularity whose bars are all of the same length. */
export type FixedGranularity = keyof typeof SPANS;
export type Granularity = FixedGranularity | '1M';

/** Those of which a bar is always forming. */
export const GRANULARITIES: readonly Granularity[] = [...(Object.keys(SPANS) as FixedGranularity[]), '1M'];

/** Those whose history is kept. */
export const KEPT = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const satisfies FixedGranularity[];
export type KeptGranularity = (typeof KEPT)[number];

/** Of the others, what they are added up from. */
export const MADE_OF = { '2h': '1h', '6h': '1h', '8h': '4h', '1M': '1d' } as const satisfies {
  readonly [One in Exclude<Granularity, KeptGranularity>]: KeptGranularity;
};

export function isKept(granularity: Granularity): granularity is KeptGranularity {
  return KEPT.some((kept) => kept === granularity);
}

/** The first Monday of the epoch, 5 January 1970. */
const FIRST_WEEK_MS = 4 * DAY_MS;

export function spanOf(granularity: FixedGranularity): number {
  return SPANS[granularity];
}

/** The opening time of the bar a moment falls into. */
export function openOf(granularity: Granularity, timeMs: TimeMs): TimeMs {
  if (granularity === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const span = SPANS[granularity];
  const from = granularity === '1w' ? FIRST_WEEK_MS : 0;
  return Math.floor((timeMs - from) / span) * span + from;
}

/** The opening time of the bar so many bars later than the one that opens at a time; earlier when negative. */
export function openAfter(granularity: Granularity, openMs: TimeMs, bars: number): TimeMs {
  if (granularity !== '1M') return openMs + bars * SPANS[granularity];
  const date = new Date(openMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + bars, 1);
}

/** The opening time of the first bar that does not open before a moment. */
export function openFrom(granularity: Granularity, timeMs: TimeMs): TimeMs {
  const open = openOf(granularity, timeMs);
  return open === timeMs ? open : openAfter(granularity, open, 1);
}

/**
 * The figures of a team from its samples, in integers only (CTST-006).
 *
 * A `Track` is everything its samples so far say about the figures: samples are added one at a time in the order of
 * time, and none is kept. So a board is told from the state as well as from rows or from leaves, and all three agree.
 * Pure, and of nothing but numbers: the same file runs in the exchange, the verifier and a browser.
 */
import { floorDiv } from '../num/bigint.ts';
import { money, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';

/** The samples of one team, from equity `start` on. Times count from the contest's start. */
export interface Track {
  /** The equity all began with, above 0. */
  readonly start: Money;
  /** The latest sample. */
  readonly last: Money;
  readonly peak: Money;
  /** The deepest fall from a peak, in millionths of it. */
  readonly mddPpm: number;
  /** Hours that are over, Σr, Σr², Σmin(r, 0)² of their returns in 1e-12, and the equity at the end of the last. */
  readonly hours: number;
  readonly sum: Money;
  readonly squares: Money;
  readonly downSquares: Money;
  readonly atHour: Money;
}

/** The figures of a track up to a moment; null where there is none. */
export interface Metrics {
  readonly pnl: Money;
  /** In 1e-8. */
  readonly return8: Money;
  readonly mddPpm: number;
  readonly hours: number;
  /** In 1e-6. */
  readonly sharpe6: Money | null;
  readonly sortino6: Money | null;
  readonly romad6: Money | null;
}

const HOUR_MS = 3_600_000;
const E6 = 1_000_000;
const E8 = 100_000_000;
const E12 = 1_000_000_000_000n;
const HOURS_A_YEAR = 8_760n;
/** Fewer hours than this say nothing about a spread. */
const LEAST_HOURS = 24;

export function newTrack(start: Money): Track {
  return {
    start,
    last: start,
    peak: start,
    mddPpm: 0,
    hours: 0,
    sum: 0,
    squares: 0,
    downSquares: 0,
    atHour: start,
  };
}

/** The track with one more sample, `sinceMs` after the start and not before the one before. */
export function withSample(track: Track, sinceMs: number, equity: Money): Track {
  const peak = equity > track.peak ? equity : track.peak;
  const fall = Number(mulDivFloor(sub(peak, equity), E6, peak));
  const mddPpm = Math.max(track.mddPpm, Math.min(E6, fall));
  return { ...withHours(track, sinceMs - 1), last: equity, peak, mddPpm };
}

/** Ends the hours that are over `sinceMs` after the start, each with the latest sample; none after equity is gone. */
function withHours(track: Track, sinceMs: number): Track {
  let one = track;
  while ((one.hours + 1) * HOUR_MS <= sinceMs && one.atHour > 0) one = withHour(one);
  return one;
}

function withHour(track: Track): Track {
  const before = BigInt(track.atHour);
  const change = floorDiv((BigInt(track.last) - before) * E12, before);
  const square = change * change;
  return {
    ...track,
    hours: track.hours + 1,
    sum: money(BigInt(track.sum) + change),
    squares: money(BigInt(track.squares) + square),
    downSquares: change < 0n ? money(BigInt(track.downSquares) + square) : track.downSquares,
    atHour: track.last,
  };
}

/** The figures `sinceMs` after the start; its samples are all from before that. */
export function metricsOf(track: Track, sinceMs: number): Metrics {
  const { start, last, mddPpm, hours, sum, squares, downSquares } = withHours(track, sinceMs);
  const pnl = sub(last, start);
  const return8 = mulDivFloor(pnl, E8, start);
  const n = BigInt(hours);
  const s1 = BigInt(sum);
  const spread = n * BigInt(squares) - s1 * s1;
  const down = n * BigInt(downSquares);
  const isLong = hours >= LEAST_HOURS;
  return {
    pnl,
    return8,
    mddPpm,
    hours,
    sharpe6: isLong && spread !== 0n ? ratio6(s1, (n - 1n) * HOURS_A_YEAR, n * spread) : null,
    sortino6: isLong && down !== 0n ? ratio6(s1, HOURS_A_YEAR, down) : null,
    romad6: mddPpm === 0 ? null : money(floorDiv(BigInt(return8) * 10_000n, BigInt(mddPpm))),
  };
}

/** sgn(s)·isqrt(s²·factor·10¹² / by). */
function ratio6(s: bigint, factor: bigint, by: bigint): Money {
  const root = isqrt((s * s * factor * E12) / by);
  return money(s < 0n ? -root : root);
}

/** The largest integer whose square is not above n. */
export function isqrt(n: bigint): bigint {
  if (n < 2n) return n;
  // Above the root, and falling from there.
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

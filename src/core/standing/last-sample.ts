/**
 * The sample that ends a contest (CTST-012): the median of what was sampled in its last minutes, so that no moment
 * decides, and a price that somebody moved for a moment least of all.
 *
 * Pure: the exchange and whoever makes the board again from leaves ask here.
 */
import { add, divFloor } from '../num/mul-div.ts';
import type { Money, TimeMs } from '../num/units.ts';
import type { Span } from './minute.ts';

const MINUTE_MS = 60_000;

/** A team's sample at a moment. */
export interface Sampled {
  readonly momentMs: TimeMs;
  readonly equity: Money;
}

export interface LastSampleRules extends Span {
  /** Absent: the last sample is taken as it is. */
  readonly finalMinutes?: number;
}

/**
 * The value of a sample; it joins the `latest`, of which only the last minutes stay. The one at the start, which is
 * the same for all, is none of them.
 */
export function countedEquity(
  { startMs, endMs, finalMinutes }: LastSampleRules,
  latest: Sampled[],
  { momentMs, equity }: Sampled,
): Money {
  if (finalMinutes === undefined || momentMs === startMs) return equity;
  latest.push({ momentMs, equity });
  while (latest[0]!.momentMs <= momentMs - finalMinutes * MINUTE_MS) latest.shift();
  return momentMs === endMs ? medianOf(latest) : equity;
}

/** Of an even number the mean of the two in the middle, rounded down. */
function medianOf(samples: readonly Sampled[]): Money {
  const sorted = samples.map(({ equity }) => equity).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted.length >> 1;
  const middle = sorted[upper]!;
  return sorted.length % 2 === 1 ? middle : divFloor(add(sorted[upper - 1]!, middle), 2);
}

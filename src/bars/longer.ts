/** Bars put together to longer ones. */
import { type Bar, joined, openingAt } from './bar.ts';
import { type Granularity, openOf } from './granularity.ts';

/** Consecutive bars as those of a longer granularity; the first and the last may be of a part of their time. */
export function addedUp(granularity: Granularity, bars: readonly Bar[]): Bar[] {
  const longer: Bar[] = [];
  for (const bar of bars) {
    const openMs = openOf(granularity, bar.openMs);
    const before = longer.at(-1);
    if (before?.openMs === openMs) longer[longer.length - 1] = joined(openMs, before, bar);
    else longer.push(openingAt(openMs, bar));
  }
  return longer;
}

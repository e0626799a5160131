/**
 * The premium of a contract over its index: once a UTC minute its basis counts for funding as well (FUND-001).
 *
 * The average of a period divides by all its minutes so far: one without a sample counts as 0, so a late one is never
 * the whole rate. Of the samples only their weighted sum is kept: that is all the rate needs (FUND-003).
 */
import { invariant } from '../num/invariant.ts';
import { add, divHalfUp, mul } from '../num/mul-div.ts';
import type { Money, RateE8, TimeMs } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument } from '../state/records.ts';

const MINUTE_MS = 60_000;

/** A basis as a part of the index, in 1e-8, half up. */
export function premiumOf(indexPrice: Money, basis: Money): RateE8 {
  return Number(divHalfUp(mul(basis, E8), indexPrice));
}

/** Minute of the running period that a moment is in: 0 in the boundary's own, then up to the interval's minutes. */
function minuteOfPeriod({ nextFundingMs, contract: { intervalMs } }: Instrument, timeMs: TimeMs): number {
  const passedMs = Math.max(0, timeMs - (nextFundingMs - intervalMs));
  return Math.floor(Math.min(passedMs, intervalMs) / MINUTE_MS);
}

/** Takes the minute's sample, with the minute as its weight, when the mark is valid and the last one is of another. */
export function samplePremium(instrument: Instrument, timeMs: TimeMs, basis: Money): void {
  const minute = Math.floor(timeMs / MINUTE_MS);
  if (!instrument.markValid || minute === instrument.premiumMinute) return;
  const { symbol } = instrument.contract;
  invariant(minute > instrument.premiumMinute, 'FUND-001: minutes are sampled in their order', symbol, minute);
  invariant(instrument.indexPrice > 0, 'FUND-001: a premium is a part of an index', symbol);
  instrument.premiumMinute = minute;
  const weighted = mul(minuteOfPeriod(instrument, timeMs), premiumOf(instrument.indexPrice, basis));
  instrument.premiumSum = add(instrument.premiumSum, weighted);
}

/** Σ k·P_k / (n(n+1)/2) over the period's n minutes so far, half up; 0 before the first. */
export function averagePremium(instrument: Instrument, timeMs: TimeMs): Money {
  const n = minuteOfPeriod(instrument, timeMs);
  return n === 0 ? 0 : divHalfUp(instrument.premiumSum, (n * (n + 1)) / 2);
}

/** A new period begins. */
export function clearPremium(instrument: Instrument): void {
  instrument.premiumSum = 0;
}

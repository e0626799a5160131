/**
 * The premium of a contract over its index, sampled once a UTC minute from impact prices (FUND-001, FUND-002).
 *
 * An impact price is what trading the impact notional against one side of the book would average. Of the samples of a
 * period only their number and weighted sum are kept: that is all the rate needs (FUND-003). Books are read here, never
 * changed.
 */
import { type BookSide, BUY, levelsOf, SELL } from '../matching/book.ts';
import { add, divHalfUp, max, mul, mulDivCeil, mulDivFloor, sub } from '../num/mul-div.ts';
import { valueOf } from '../language/contract.ts';
import type { Money, TimeMs } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument } from '../state/records.ts';

const MINUTE_MS = 60_000;
/** Levels read at a time: few books need more than the first bite. */
const LEVELS = 32;

/**
 * Average price of trading the contract's impact notional against a side, in 1e-8 per unit of base: floor for bids,
 * ceil for asks. `null` when the side holds less than the notional.
 */
export function impactPriceOf(instrument: Instrument, side: BookSide): Money | null {
  for (let limit = LEVELS; ; limit *= 8) {
    const levels = levelsOf(instrument.book, side, limit);
    const price = walk(instrument, levels, side);
    if (price !== null || levels.length < limit) return price;
  }
}

function walk({ contract }: Instrument, levels: readonly (readonly [number, number])[], side: BookSide): Money | null {
  const notional = contract.impactNotional;
  let value: Money = 0;
  let size = 0;
  for (const [price, volume] of levels) {
    const next = add(value, valueOf(contract, price, volume));
    if (next < notional) {
      value = next;
      size += volume;
      continue;
    }
    // The missing amount is taken at this price: N·E8·p·u / ((Q·p·u + r)·stepE8).
    const perStep = mul(price, contract.valueUnit);
    const steps = mul(add(mul(perStep, size), sub(notional, value)), contract.stepE8);
    const divide = side === BUY ? mulDivFloor : mulDivCeil;
    return divide(mul(notional, E8), perStep, steps);
  }
  return null;
}

/** (max(0, bid − I) − max(0, I − ask)) / I in 1e-8, half up; a side too thin contributes nothing. */
export function premiumOf(instrument: Instrument): number {
  const { indexPrice } = instrument;
  const bid = impactPriceOf(instrument, BUY);
  const ask = impactPriceOf(instrument, SELL);
  const above = bid === null ? 0 : max(0, sub(bid, indexPrice));
  const below = ask === null ? 0 : max(0, sub(indexPrice, ask));
  return Number(divHalfUp(mul(sub(above, below), E8), indexPrice));
}

/**
 * Takes the minute's sample, the k-th of its period with weight k, when the mark is valid and the last one is of
 * another minute.
 */
export function samplePremium(instrument: Instrument, timeMs: TimeMs): void {
  const minute = Math.floor(timeMs / MINUTE_MS);
  if (!instrument.markValid || minute === instrument.premiumMinute) return;
  instrument.premiumMinute = minute;
  instrument.premiumCount++;
  instrument.premiumSum = add(instrument.premiumSum, mul(instrument.premiumCount, premiumOf(instrument)));
}

/** Σ k·P_k / (n(n+1)/2), half up; 0 without samples. */
export function averagePremium({ premiumCount: n, premiumSum }: Instrument): Money {
  return n === 0 ? 0 : divHalfUp(premiumSum, (n * (n + 1)) / 2);
}

/** A new period begins. */
export function clearPremium(instrument: Instrument): void {
  instrument.premiumCount = 0;
  instrument.premiumSum = 0;
}

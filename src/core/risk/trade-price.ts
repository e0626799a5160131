/**
 * The price that trades give the mark (MARK-008): the median of the last minute's, weighted by value, and only while
 * they are worth the impact notional together. The last price alone is what one lot makes it.
 *
 * Trades are those of the book (BOOK-008), the risk engine's closes among them; what is offset, deleveraged or closed
 * at the mark is none. A tick makes one entry of all since the one before, so there are at most sixty and a fill costs
 * two sums.
 */
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, divHalfUp, mul } from '../num/mul-div.ts';
import type { Money, Steps, Ticks, TimeMs } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument } from '../state/records.ts';

const MINUTE_MS = 60_000;
/** A tick comes every second. */
export const MOST_ENTRIES = 60;

/** Counts a trade; it takes part from the next tick on. */
export function noteTrade(instrument: Instrument, price: Ticks, size: Steps): void {
  instrument.tradedValue = add(instrument.tradedValue, valueOf(instrument.contract, price, size));
  instrument.tradedSize += size;
}

/** At a tick: what was traded since the one before becomes an entry, and those that are a minute old go. */
export function closeTrades(instrument: Instrument, timeMs: TimeMs): void {
  const { trades, tradedValue: value, tradedSize: size, contract } = instrument;
  if (size > 0) {
    const price = divHalfUp(mul(value, E8), mul(size, contract.stepE8));
    const { symbol } = contract;
    const last = trades.at(-1);
    invariant(value > 0 && price > 0, 'MARK-008: what was traded has a value', symbol, value);
    invariant(
      last === undefined || last.timeMs <= timeMs,
      'MARK-008: trades are kept in the order of time',
      symbol,
      timeMs,
    );
    trades.push({ timeMs, value, price });
    dropTraded(instrument);
  }
  while (trades.length > MOST_ENTRIES || (trades.length > 0 && !isRecent(trades[0]!.timeMs, timeMs))) trades.shift();
}

/** The trades since the last tick count no more. */
export function dropTraded(instrument: Instrument): void {
  instrument.tradedValue = 0;
  instrument.tradedSize = 0;
}

function isRecent(entryMs: TimeMs, timeMs: TimeMs): boolean {
  return entryMs > timeMs - MINUTE_MS;
}

/** In 1e-8: the lowest price at or below which half of the minute's value was traded. `null`: too little was. */
export function tradePriceOf({ trades, contract }: Instrument, timeMs: TimeMs): Money | null {
  const recent = trades.filter((entry) => isRecent(entry.timeMs, timeMs));
  const total = recent.reduce<Money>((sum, { value }) => add(sum, value), 0);
  if (total < contract.impactNotional) return null;
  let below: Money = 0;
  for (const { price, value } of recent.sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))) {
    below = add(below, value);
    if (mul(2, below) >= total) return price;
  }
  return null;
}

/**
 * The mark price (MARK-001 to -009): recomputed only by setIndexPrice for its contract and by tick for all; constant in
 * between.
 *
 * The median of index plus remaining funding, index plus the average basis of the book, and the price of the last
 * minute's trades, kept within 5 % of the index; where the contract or a live contest says so, the index alone. Book
 * and trades take part only with the impact notional, and an average is over its whole window, so nobody moves the mark
 * for less. While the index is stale or the contract halted the mark is invalid and its last value is kept.
 */
import { takeDueAt } from '../matching/trigger-book.ts';
import { invariant } from '../num/invariant.ts';
import { add, divHalfUp, max, min, mul, mulDivCeil, mulDivFloor } from '../num/mul-div.ts';
import type { Money, Ticks, TimeMs } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { markSourceOf } from '../state/contest-lists.ts';
import type { Instrument } from '../state/records.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { MOST_PERCENT } from './basis.ts';
import { onMarkChange } from './guards.ts';
import { closeTrades, dropTraded, tradePriceOf } from './trade-price.ts';

/** Samples of the basis that are averaged; those that are missing count as 0 (MARK-006). */
export const BASIS_SAMPLES = 150;

/** Whether the index is young enough for a valid mark (MARK-003). */
export function isFresh(state: State, instrument: Instrument, timeMs: TimeMs): boolean {
  return instrument.indexPrice !== 0 && timeMs - instrument.indexTimeMs <= state.parameters.indexStaleMs;
}

function isValid({ state, timeMs }: Turn, instrument: Instrument): boolean {
  return instrument.tradingState === 'TRADING' && isFresh(state, instrument, timeMs);
}

function median(a: Money, b: Money, c: Money): Money {
  return max(min(a, b), min(max(a, b), c));
}

/** I + halfUp(I·rate·timeLeft/(E8·interval)). */
function withFunding(instrument: Instrument, timeMs: TimeMs): Money {
  const { indexPrice, fundingRateE8, nextFundingMs, contract } = instrument;
  const timeLeftMs = Math.max(0, nextFundingMs - timeMs);
  const due = mul(mul(indexPrice, fundingRateE8), timeLeftMs);
  return add(indexPrice, divHalfUp(due, mul(E8, contract.intervalMs)));
}

/** I + halfUp(Σ basis/150). */
function withBasis({ indexPrice, basis }: Instrument): Money {
  let sum: Money = 0;
  for (const sample of basis) sum = add(sum, sample);
  return add(indexPrice, divHalfUp(sum, BASIS_SAMPLES));
}

/** The mark in ticks (MARK-002). */
function markOf(state: State, instrument: Instrument, timeMs: TimeMs): Ticks {
  const { indexPrice, contract } = instrument;
  let price = indexPrice;
  if (markSourceOf(state, instrument) === 'median') {
    const traded = tradePriceOf(instrument, timeMs) ?? indexPrice;
    const middle = median(withFunding(instrument, timeMs), withBasis(instrument), traded);
    const lowest = mulDivCeil(indexPrice, 100 - MOST_PERCENT, 100);
    price = max(lowest, min(mulDivFloor(indexPrice, 100 + MOST_PERCENT, 100), middle));
  }
  return Math.max(1, Number(divHalfUp(price, contract.tickE8)));
}

/** Recomputes the mark and its validity; plan orders that watch it may become due (PLAN-003). */
export function recomputeMark(turn: Turn, instrument: Instrument): void {
  const { mark: markBefore, markValid: validBefore } = instrument;
  const valid = isValid(turn, instrument);
  instrument.markValid = valid;
  if (valid) {
    instrument.mark = markOf(turn.state, instrument, turn.timeMs);
    takeDueAt(instrument.triggers, 'mark', instrument.mark, turn.due);
  }
  if (instrument.mark !== markBefore || valid !== validBefore) onMarkChange(turn, instrument);
  announce(turn, { name: 'markChanged', instrument });
}

/**
 * A tick's addition to the mark's memory (MARK-005). A mark that is the index has no basis: none is gathered meanwhile
 * for the moment at which it no longer is, and trades alone move nothing.
 */
export function sampleMarket(turn: Turn, instrument: Instrument, basis: Money): void {
  closeTrades(instrument, turn.timeMs);
  if (markSourceOf(turn.state, instrument) === 'index') instrument.basis.length = 0;
  // Orders that rest while nobody can trade are nobody's risk.
  else keepSample(instrument.basis, isValid(turn, instrument) ? basis : 0);
}

/** Of the last 150; zeros before the first other sample say nothing and are not kept. */
function keepSample(basis: Money[], sample: Money): void {
  basis.push(sample);
  if (basis.length > BASIS_SAMPLES) basis.shift();
  while (basis.length > 0 && basis[0] === 0) basis.shift();
}

/** There is no market any more. */
export function forgetMarket(instrument: Instrument): void {
  instrument.basis.length = 0;
  instrument.trades.length = 0;
  dropTraded(instrument);
}

/** The first boundary of the funding interval after `timeMs`, counted from 00:00 UTC (FUND-004). */
export function nextFundingTime(instrument: Instrument, timeMs: TimeMs): TimeMs {
  const { intervalMs } = instrument.contract;
  const nextMs = (Math.floor(timeMs / intervalMs) + 1) * intervalMs;
  invariant(nextMs > timeMs, 'FUND-004: the next boundary lies ahead', instrument.contract.symbol, nextMs);
  return nextMs;
}

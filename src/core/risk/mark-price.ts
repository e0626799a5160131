/**
 * The mark price (MARK-001 to -005): recomputed only by setIndexPrice for its contract and by tick for all; constant in
 * between.
 *
 * The median of index plus remaining funding, index plus the average basis of the book, and the last price, kept within
 * 5 % of the index. While the index is stale or the contract halted the mark is invalid and its last value is kept.
 */
import { bestPrice, BUY, SELL } from '../matching/book.ts';
import { takeDueAt } from '../matching/trigger-book.ts';
import { add, divHalfUp, max, min, mul, mulDivCeil, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument } from '../state/records.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { onMarkChange } from './guards.ts';

/** Basis samples kept (MARK-002). */
const BASIS_SAMPLES = 150;

/** Whether the index is young enough for a valid mark (MARK-003). */
export function isFresh(state: State, instrument: Instrument, timeMs: number): boolean {
  return instrument.indexPrice !== 0 && timeMs - instrument.indexTimeMs <= state.parameters.indexStaleMs;
}

function median(a: Money, b: Money, c: Money): Money {
  return max(min(a, b), min(max(a, b), c));
}

/** I + halfUp(I·rate·timeLeft/(E8·interval)). */
function withFunding(instrument: Instrument, timeMs: number): Money {
  const { indexPrice, fundingRateE8, nextFundingMs, contract } = instrument;
  const timeLeftMs = Math.max(0, nextFundingMs - timeMs);
  const due = mul(mul(indexPrice, fundingRateE8), timeLeftMs);
  return add(indexPrice, divHalfUp(due, mul(E8, contract.intervalMs)));
}

/** I + halfUp(Σ basis/(2n)); the samples are doubled. */
function withBasis({ indexPrice, basis }: Instrument): Money {
  if (basis.length === 0) return indexPrice;
  let sum: Money = 0;
  for (const sample of basis) sum = add(sum, sample);
  return add(indexPrice, divHalfUp(sum, 2 * basis.length));
}

/** The mark in ticks (MARK-002). */
function markOf(instrument: Instrument, timeMs: number): number {
  const { indexPrice, contract, lastPrice } = instrument;
  let price = indexPrice;
  if (contract.markSource === 'median') {
    const last = lastPrice === 0 ? indexPrice : mul(lastPrice, contract.tickE8);
    const middle = median(withFunding(instrument, timeMs), withBasis(instrument), last);
    price = max(mulDivCeil(indexPrice, 95, 100), min(mulDivFloor(indexPrice, 105, 100), middle));
  }
  return Math.max(1, Number(divHalfUp(price, contract.tickE8)));
}

/** Recomputes the mark and its validity; plan orders that watch it may become due (PLAN-003). */
export function recomputeMark(turn: Turn, instrument: Instrument): void {
  const { mark: markBefore, markValid: validBefore } = instrument;
  const valid = instrument.tradingState === 'TRADING' && isFresh(turn.state, instrument, turn.timeMs);
  instrument.markValid = valid;
  if (valid) {
    instrument.mark = markOf(instrument, turn.timeMs);
    takeDueAt(instrument.triggers, 'mark', instrument.mark, turn.due);
  }
  if (instrument.mark !== markBefore || valid !== validBefore) onMarkChange(turn, instrument);
  announce(turn, { name: 'markChanged', instrument });
}

/** One doubled basis sample, when both sides of the book have orders and the index is fresh (MARK-005). */
export function sampleBasis(turn: Turn, instrument: Instrument): void {
  const bid = bestPrice(instrument.book, BUY);
  const ask = bestPrice(instrument.book, SELL);
  if (bid === 0 || ask === 0 || !isFresh(turn.state, instrument, turn.timeMs)) return;
  instrument.basis.push(sub(mul(bid + ask, instrument.contract.tickE8), mul(2, instrument.indexPrice)));
  if (instrument.basis.length > BASIS_SAMPLES) instrument.basis.shift();
}

/** The first boundary of the funding interval after `timeMs`, counted from 00:00 UTC (FUND-004). */
export function nextFundingTime(instrument: Instrument, timeMs: number): number {
  const { intervalMs } = instrument.contract;
  return (Math.floor(timeMs / intervalMs) + 1) * intervalMs;
}

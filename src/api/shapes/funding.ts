/** Funding of a contract: when it is settled next, the rate that is forming, and a rate of the past. */
import type { SettledRate } from '../../bars/past.ts';
import { formingRateOf } from '../../core/risk/funding.ts';
import { nextFundingTime } from '../../core/risk/mark-price.ts';
import type { Instrument } from '../../core/state/records.ts';
import { number, object, string } from './schema.ts';
import { rateText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

const fundingRate = string('A fraction; positive: longs pay');

export const fundingTimeShape = shape(
  object({ symbol: string(), fundingTime: number('Epoch ms; 0 when the contract is delisted') }),
  { symbol: 'cmt_btcusdt', fundingTime: 1767283200000 },
);

export const formingRateShape = shape(
  object({
    symbol: string(),
    fundingRate,
    collectCycle: number('Minutes between settlements'),
    timestamp: number('Epoch ms'),
  }),
  { symbol: 'cmt_btcusdt', fundingRate: '0.0001', collectCycle: 480, timestamp: 1767258000000 },
);

export const settledRateShape = shape(
  object({ symbol: string(), fundingRate, fundingTime: number('Epoch ms of the settlement') }),
  { symbol: 'cmt_btcusdt', fundingRate: '0.0001', fundingTime: 1767254400000 },
);

export type FundingTimeView = ViewOf<typeof fundingTimeShape>;
export type FormingRateView = ViewOf<typeof formingRateShape>;
export type SettledRateView = ViewOf<typeof settledRateShape>;

const MINUTE_MS = 60_000;

export function fundingTimeView(instrument: Instrument, nowMs: number): FundingTimeView {
  return { symbol: instrument.contract.symbol, fundingTime: nextOf(instrument, nowMs) };
}

/**
 * Before its first index price a contract has no boundary yet; the clock gives the same one. Once delisted it no longer
 * has one: 0.
 */
function nextOf(instrument: Instrument, nowMs: number): number {
  if (instrument.tradingState === 'DELISTED') return 0;
  return instrument.nextFundingMs === 0 ? nextFundingTime(instrument, nowMs) : instrument.nextFundingMs;
}

export function formingRateView(instrument: Instrument, timestamp: number): FormingRateView {
  const { contract, tradingState } = instrument;
  return {
    symbol: contract.symbol,
    fundingRate: tradingState === 'DELISTED' ? '0' : rateText(formingRateOf(instrument, timestamp)),
    collectCycle: contract.intervalMs / MINUTE_MS,
    timestamp,
  };
}

export function settledRateView(symbol: string, { rateE8, fundingMs }: SettledRate): SettledRateView {
  return { symbol, fundingRate: rateText(rateE8), fundingTime: fundingMs };
}

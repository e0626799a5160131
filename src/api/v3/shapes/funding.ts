/** Funding of a contract: what is known of the coming settlement, and one of the past. */
import type { SettledRate } from '../../../bars/past.ts';
import type { Instrument } from '../../../core/state/records.ts';
import { formingRateView, fundingTimeView } from '../../shapes/funding.ts';
import { indexView } from '../../shapes/market-price.ts';
import { number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { indexPriceText, rateText } from '../../words/wire.ts';
import { symbolText } from '../words/names.ts';

export const premiumIndexShape = shape(
  object({
    symbol: string(),
    markPrice: string(),
    indexPrice: string(),
    lastFundingRate: string('Of the latest settlement; before the first as forecastFundingRate'),
    forecastFundingRate: string('What the coming settlement would have with the samples so far'),
    interestRate: string('Per 8 hours'),
    nextFundingTime: number('0 when the contract is delisted'),
    time: number(),
    collectCycle: number('Minutes between settlements'),
  }),
  {
    symbol: 'BTCUSDT',
    markPrice: '90500.0',
    indexPrice: '90495.2',
    lastFundingRate: '0.0001',
    forecastFundingRate: '0.0001',
    interestRate: '0.0001',
    nextFundingTime: 1767283200000,
    time: 1767258000000,
    collectCycle: 480,
  },
);

/** @param settled the rate of the latest settlement in 1e-8; null before the first */
export function premiumIndexView(
  instrument: Instrument,
  settled: number | null,
  time: number,
): ViewOf<typeof premiumIndexShape> {
  const { contract } = instrument;
  const { fundingRate: forecast, collectCycle } = formingRateView(instrument, time);
  return {
    symbol: symbolText(contract.symbol),
    markPrice: indexView(instrument, 'mark', time).index,
    indexPrice: indexView(instrument, 'index', time).index,
    lastFundingRate: settled === null ? forecast : rateText(settled),
    forecastFundingRate: forecast,
    interestRate: rateText(contract.interestE8),
    nextFundingTime: fundingTimeView(instrument, time).fundingTime,
    time,
    collectCycle,
  };
}

export const fundingRateShape = shape(
  object({
    symbol: string(),
    fundingRate: string('A fraction; positive: longs pay'),
    fundingTime: number('Of the settlement'),
    markPrice: string('At the settlement; zero where it is not kept'),
  }),
  { symbol: 'BTCUSDT', fundingRate: '0.0001', fundingTime: 1767254400000, markPrice: '90200.0' },
);

export function fundingRateView(
  { contract }: Instrument,
  { rateE8, fundingMs, mark }: SettledRate,
): ViewOf<typeof fundingRateShape> {
  return {
    symbol: symbolText(contract.symbol),
    fundingRate: rateText(rateE8),
    fundingTime: fundingMs,
    markPrice: indexPriceText(contract, mark),
  };
}

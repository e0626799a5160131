/** One contract's prices now and its last 24 hours, as the ticker channel sends them. */
import type { Bar } from '../../bars/bar.ts';
import type { Instrument } from '../../core/state/records.ts';
import { object, string } from './schema.ts';
import { priceText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';
import { dayTexts } from './ticker.ts';

export const pushedTickerShape = shape(
  object({
    symbol: string(),
    priceChange: string('Since 24 hours ago, as all of these by the last 1440 candles of a minute'),
    priceChangePercent: string('A fraction to 6 decimals'),
    trades: string('In 24 hours; a simulated past has none'),
    size: string('In base coin'),
    value: string('In USDT'),
    high: string(),
    low: string(),
    lastPrice: string('As `last` of ticker'),
    markPrice: string(),
  }),
  {
    symbol: 'cmt_btcusdt',
    priceChange: '500.0',
    priceChangePercent: '0.005556',
    trades: '4120',
    size: '120.5000',
    value: '10905250.00000000',
    high: '90800.0',
    low: '88950.0',
    lastPrice: '90500.0',
    markPrice: '90500.0',
  },
);

export type PushedTicker = ViewOf<typeof pushedTickerShape>;

/** The figures of ticker, in the channel's names. */
export function pushedTicker(instrument: Instrument, day: Bar | null): PushedTicker {
  const { contract, markValid, mark } = instrument;
  const { last, high, low, change, changePercent, size, value, trades } = dayTexts(instrument, day);
  return {
    symbol: contract.symbol,
    priceChange: change,
    priceChangePercent: changePercent,
    trades,
    size,
    value,
    high,
    low,
    lastPrice: last,
    markPrice: priceText(contract, markValid ? mark : 0),
  };
}

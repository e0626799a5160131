/** One contract's prices now and its last 24 hours, as the ticker channel sends them. */
import type { Instrument } from '../../core/state/records.ts';
import type { TickerFigures } from '../../live/ticker-window.ts';
import { object, string } from '../reading/schemas.ts';
import { indexPriceText, moneyText, priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';
import { changeText } from './ticker.ts';

export const pushedTickerShape = shape(
  object({
    symbol: string(),
    priceChange: string('Since 24 hours ago'),
    priceChangePercent: string('A fraction to 6 decimals'),
    trades: string('In 24 hours'),
    size: string('In base coin'),
    value: string('In USDT'),
    high: string(),
    low: string(),
    lastPrice: string('The index price before the first trade'),
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
export function pushedTicker(instrument: Instrument, figures: TickerFigures): PushedTicker {
  const { contract, lastPrice, indexPrice, markValid, mark } = instrument;
  const last = lastPrice === 0 ? indexPriceText(contract, indexPrice) : priceText(contract, lastPrice);
  return {
    symbol: contract.symbol,
    priceChange: priceText(contract, figures.open === 0 ? 0 : lastPrice - figures.open),
    priceChangePercent: changeText(figures.open, lastPrice),
    trades: String(figures.trades),
    size: sizeText(contract, figures.size),
    value: moneyText(figures.value),
    high: figures.high === 0 ? last : priceText(contract, figures.high),
    low: figures.low === 0 ? last : priceText(contract, figures.low),
    lastPrice: last,
    markPrice: priceText(contract, markValid ? mark : 0),
  };
}

/** One contract's prices now and its last 24 hours, as ticker shows them. */
import { bestPrice } from '../../core/matching/book.ts';
import { BUY, SELL } from '../../core/matching/price-trie.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { TickerFigures } from '../../live/ticker-window.ts';
import { object, string } from '../reading/schemas.ts';
import { indexPriceText, moneyText, priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const tickerShape = shape(
  object({
    symbol: string(),
    last: string('The index price before the first trade'),
    best_ask: string(),
    best_bid: string(),
    high_24h: string(),
    low_24h: string(),
    volume_24h: string('In USDT'),
    timestamp: string(),
    priceChangePercent: string('A fraction to 6 decimals'),
    base_volume: string('In base coin'),
    markPrice: string(),
    indexPrice: string(),
  }),
  {
    symbol: 'cmt_btcusdt',
    last: '90500.0',
    best_ask: '90500.1',
    best_bid: '90500.0',
    high_24h: '90800.0',
    low_24h: '88950.0',
    volume_24h: '10905250.00000000',
    timestamp: '1767258000000',
    priceChangePercent: '0.005556',
    base_volume: '120.5000',
    markPrice: '90500.0',
    indexPrice: '90495.2',
  },
);

export type TickerView = ViewOf<typeof tickerShape>;

/** A ticker at a time; a day without trades shows the last price as its high and low. */
export function tickerView(instrument: Instrument, figures: TickerFigures, nowMs: number): TickerView {
  const { contract, book, lastPrice, indexPrice } = instrument;
  const last = lastPrice === 0 ? indexPriceText(contract, indexPrice) : priceText(contract, lastPrice);
  return {
    symbol: contract.symbol,
    last,
    best_ask: priceText(contract, bestPrice(book, SELL)),
    best_bid: priceText(contract, bestPrice(book, BUY)),
    high_24h: figures.high === 0 ? last : priceText(contract, figures.high),
    low_24h: figures.low === 0 ? last : priceText(contract, figures.low),
    volume_24h: moneyText(figures.value),
    timestamp: String(nowMs),
    priceChangePercent: changeText(figures.open, lastPrice),
    base_volume: sizeText(contract, figures.size),
    markPrice: priceText(contract, instrument.markValid ? instrument.mark : 0),
    indexPrice: indexPriceText(contract, indexPrice),
  };
}

/** (last − open) / open to 6 decimals, half away from zero; `0.000000` without trades. */
export function changeText(open: number, last: number): string {
  const change = open === 0 ? 0n : (BigInt(Math.abs(last - open)) * 2_000_000n + BigInt(open)) / (2n * BigInt(open));
  const digits = change.toString().padStart(7, '0');
  return `${last < open && change > 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

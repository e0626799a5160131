/** Prices of a contract now, its last 24 hours, and the best of its book. */
import type { Bar } from '../../../bars/bar.ts';
import { levelsOf } from '../../../core/matching/book.ts';
import { BUY, SELL } from '../../../core/matching/price-trie.ts';
import type { Instrument } from '../../../core/state/records.ts';
import { indexView } from '../../shapes/market-price.ts';
import { number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { dayTexts } from '../../shapes/ticker.ts';
import { priceText, sizeText } from '../../words/wire.ts';
import { symbolText } from '../words/names.ts';

const DAY_MS = 86_400_000;

const touch = { bidPrice: string(), bidQty: string('0: nobody buys'), askPrice: string(), askQty: string() };
const touchSample = { bidPrice: '90500.0', bidQty: '0.8000', askPrice: '90500.1', askQty: '1.2500' };

export const bookTickerShape = shape(object({ symbol: string(), ...touch, time: number() }), {
  symbol: 'BTCUSDT',
  ...touchSample,
  time: 1767258000000,
});

export const ticker24hrShape = shape(
  object({
    symbol: string(),
    priceChange: string(),
    priceChangePercent: string('A fraction to 6 decimals'),
    lastPrice: string(),
    openPrice: string('24 hours ago'),
    highPrice: string(),
    lowPrice: string(),
    volume: string('In base coin'),
    quoteVolume: string(),
    markPrice: string(),
    indexPrice: string(),
    openTime: number(),
    closeTime: number(),
    ...touch,
    count: number('Trades; a simulated past has none'),
  }),
  {
    symbol: 'BTCUSDT',
    priceChange: '500.0',
    priceChangePercent: '0.005556',
    lastPrice: '90500.0',
    openPrice: '90000.0',
    highPrice: '90800.0',
    lowPrice: '88950.0',
    volume: '120.5000',
    quoteVolume: '10905250.00000000',
    markPrice: '90500.0',
    indexPrice: '90495.2',
    openTime: 1767171600000,
    closeTime: 1767258000000,
    ...touchSample,
    count: 4120,
  },
);

function touchOf({ contract, book }: Instrument) {
  const [[bid, bidSize] = [0, 0]] = levelsOf(book, BUY, 1);
  const [[ask, askSize] = [0, 0]] = levelsOf(book, SELL, 1);
  return {
    bidPrice: priceText(contract, bid),
    bidQty: sizeText(contract, bidSize),
    askPrice: priceText(contract, ask),
    askQty: sizeText(contract, askSize),
  };
}

export function bookTickerView(instrument: Instrument, time: number): ViewOf<typeof bookTickerShape> {
  return { symbol: symbolText(instrument.contract.symbol), ...touchOf(instrument), time };
}

export function ticker24hrView(instrument: Instrument, day: Bar | null, nowMs: number): ViewOf<typeof ticker24hrShape> {
  const { last, open, high, low, change, changePercent, size, value, trades } = dayTexts(instrument, day);
  return {
    symbol: symbolText(instrument.contract.symbol),
    priceChange: change,
    priceChangePercent: changePercent,
    lastPrice: last,
    openPrice: open,
    highPrice: high,
    lowPrice: low,
    volume: size,
    quoteVolume: value,
    markPrice: indexView(instrument, 'mark', nowMs).index,
    indexPrice: indexView(instrument, 'index', nowMs).index,
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    ...touchOf(instrument),
    count: Number(trades),
  };
}

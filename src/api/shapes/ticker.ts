/** One contract's prices now and its last 24 hours, as ticker shows them. */
import { type Bar, flatBar } from '../../bars/bar.ts';
import { bestPrice } from '../../core/matching/book.ts';
import { BUY, SELL } from '../../core/matching/price-trie.ts';
import { fixedText } from '../../core/num/decimal.ts';
import { add, divHalfUp, mulDivTrunc, sub } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import type { Instrument } from '../../core/state/records.ts';
import { object, string } from './schema.ts';
import { baseText, indexPriceText, moneyText, priceText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const tickerShape = shape(
  object({
    symbol: string(),
    last: string('Before the first trade where the simulated past ended, else the index price'),
    best_ask: string(),
    best_bid: string(),
    high_24h: string('Of the last 1440 candles of a minute, as all figures of 24 hours'),
    low_24h: string(),
    volume_24h: string('In USDT'),
    timestamp: string(),
    priceChangePercent: string('Since the open of the first of them, a fraction to 6 decimals'),
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

/** A ticker at a time. */
export function tickerView(instrument: Instrument, day: Bar | null, nowMs: number): TickerView {
  const { contract, book, indexPrice } = instrument;
  const { last, high, low, changePercent, size, value } = dayTexts(instrument, day);
  return {
    symbol: contract.symbol,
    last,
    best_ask: priceText(contract, bestPrice(book, SELL)),
    best_bid: priceText(contract, bestPrice(book, BUY)),
    high_24h: high,
    low_24h: low,
    volume_24h: value,
    timestamp: String(nowMs),
    priceChangePercent: changePercent,
    base_volume: size,
    markPrice: priceText(contract, instrument.markValid ? instrument.mark : 0),
    indexPrice: indexPriceText(contract, indexPrice),
  };
}

/** A day as tickers and their channel show it; before the first price it is flat, at the index price. */
export function dayTexts({ contract, indexPrice }: Instrument, day: Bar | null) {
  const { open, high, low, close, size, value, trades } = day ?? flatBar(0, indexPrice);
  const unit = 10 ** (8 - contract.priceDecimals);
  return {
    last: indexPriceText(contract, close),
    open: indexPriceText(contract, open),
    high: indexPriceText(contract, high),
    low: indexPriceText(contract, low),
    change: fixedText(sub(divHalfUp(close, unit), divHalfUp(open, unit)), contract.priceDecimals),
    changePercent: changeText(open, close),
    size: baseText(contract, size),
    value: moneyText(value),
    trades: String(trades),
  };
}

/** (last − open) / open to 6 decimals, half away from zero; `0.000000` without a price. */
function changeText(open: Money, last: Money): string {
  if (open === 0) return '0.000000';
  const change = mulDivTrunc(2_000_000, sub(last, open), open);
  return fixedText(mulDivTrunc(add(change, change < 0 ? -1 : 1), 1, 2), 6);
}

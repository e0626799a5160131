/** GET /market/ticker (wire 5.8): one contract's prices now and its last 24 hours. */
import { Type } from 'typebox';
import { bestPrice, BUY, SELL } from '../../core/matching/book.ts';
import type { Instrument } from '../../core/state.ts';
import { require } from '../fields.ts';
import { instrumentField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { answer, string, symbolField } from '../schemas.ts';
import type { TickerFigures } from '../ticker-window.ts';
import { indexPriceText, moneyText, priceText, sizeText } from '../wire.ts';

export interface TickerView {
  symbol: string;
  last: string;
  best_ask: string;
  best_bid: string;
  high_24h: string;
  low_24h: string;
  volume_24h: string;
  timestamp: string;
  priceChangePercent: string;
  base_volume: string;
  markPrice: string;
  indexPrice: string;
}

export const tickerSchema = answer({
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
});

export const sampleTicker: TickerView = {
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
};

export const ticker = defineRoute<Instrument, TickerView>({
  operation: 'ticker',
  summary: 'Ticker of one contract',
  method: 'GET',
  path: '/capi/v2/market/ticker',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  answer: tickerSchema,
  sample: { request: 'symbol=cmt_btcusdt', answer: sampleTicker },
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    return instrumentField(fields, call.deps.engine.state);
  },
  handle: (instrument, { deps, requestTimeMs }) => {
    const figures = deps.ticker.figures(instrument.contract.symbol, deps.clock.nowMs());
    return tickerView(instrument, figures, requestTimeMs);
  },
});

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

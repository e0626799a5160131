/** Figures of a contract's market now: its index or mark, and its open interest. */
import { valueOf } from '../../core/language/contract.ts';
import type { Instrument } from '../../core/state/records.ts';
import { object, string } from './schema.ts';
import { indexPriceText, moneyText, priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const indexShape = shape(
  object({ symbol: string(), index: string('The price asked for; zero when there is none'), timestamp: string() }),
  { symbol: 'cmt_btcusdt', index: '90495.2', timestamp: '1767258000000' },
);

export type IndexView = ViewOf<typeof indexShape>;

export function indexView(instrument: Instrument, price: 'index' | 'mark', nowMs: number): IndexView {
  const { contract, indexPrice, mark, markValid } = instrument;
  const index = price === 'index' ? indexPriceText(contract, indexPrice) : priceText(contract, markValid ? mark : 0);
  return { symbol: contract.symbol, index, timestamp: String(nowMs) };
}

export const openInterestShape = shape(
  object({
    symbol: string(),
    base_volume: string('Open on each side, in base coin'),
    target_volume: string('Its worth at the mark price, in USDT'),
    timestamp: string(),
  }),
  {
    symbol: 'cmt_btcusdt',
    base_volume: '350.0000',
    target_volume: '31675000.00000000',
    timestamp: '1767258000000',
  },
);

export type OpenInterestView = ViewOf<typeof openInterestShape>;

export function openInterestView({ contract, longSize, mark }: Instrument, nowMs: number): OpenInterestView {
  return {
    symbol: contract.symbol,
    base_volume: sizeText(contract, longSize),
    target_volume: moneyText(valueOf(contract, mark, longSize)),
    timestamp: String(nowMs),
  };
}

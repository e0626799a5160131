/** The book's levels, best first, as depth shows them: pairs of price and size. */
import type { Contract } from '../../core/language/contract.ts';
import { BUY, SELL } from '../../core/matching/price-trie.ts';
import { levelsOf } from '../../core/matching/book.ts';
import type { Instrument } from '../../core/state/records.ts';
import { type Described, list, object, schema, string } from './schema.ts';
import { priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

const level = schema<[price: string, size: string]>(list(string(), 'Price and size', { minItems: 2, maxItems: 2 }));

/** A side, best first. */
export const levels = list(level);

export const depthShape = shape(object({ asks: levels, bids: levels, timestamp: string() }), {
  asks: [
    ['90500.1', '1.2500'],
    ['90500.2', '0.4000'],
  ],
  bids: [
    ['90500.0', '0.8000'],
    ['90499.9', '2.1000'],
  ],
  timestamp: '1767258000000',
});

export type DepthView = ViewOf<typeof depthShape>;

export function depthView({ contract, book }: Instrument, most: number, timeMs: number): DepthView {
  return {
    asks: levelsOf(book, SELL, most).map(levelView, contract),
    bids: levelsOf(book, BUY, most).map(levelView, contract),
    timestamp: String(timeMs),
  };
}

function levelView(this: Contract, [price, volume]: [number, number]): Described<typeof level> {
  return [priceText(this, price), sizeText(this, volume)];
}

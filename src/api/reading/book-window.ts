/**
 * The best levels of a book with the version they have: the sequence of the command after which they were first seen as
 * they are. Whoever reads them at the same moment, over REST or a socket, is told the same version.
 */
import { levelsOf } from '../../core/matching/book.ts';
import { BUY, SELL } from '../../core/matching/price-trie.ts';
import type { Instrument } from '../../core/state/records.ts';

/** Price in ticks and volume in steps, best first. */
type Levels = readonly (readonly [price: number, volume: number])[];

export interface BookWindow {
  readonly asks: Levels;
  readonly bids: Levels;
  readonly version: number;
}

/** The last window, by book and number of levels. */
const seen = new WeakMap<Instrument['book'], Map<number, BookWindow>>();

/** @param sequence of the state the book is part of */
export function bookWindow({ book }: Pick<Instrument, 'book'>, levels: number, sequence: number): BookWindow {
  const asks = levelsOf(book, SELL, levels);
  const bids = levelsOf(book, BUY, levels);
  const windows = seen.get(book) ?? new Map<number, BookWindow>();
  const known = windows.get(levels);
  if (known !== undefined && isSame(known.asks, asks) && isSame(known.bids, bids)) return known;
  const window = { asks, bids, version: sequence };
  seen.set(book, windows.set(levels, window));
  return window;
}

function isSame(before: Levels, now: Levels): boolean {
  return (
    before.length === now.length &&
    before.every(([price, volume], at) => price === now[at]![0] && volume === now[at]![1])
  );
}

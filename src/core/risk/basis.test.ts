/** Impact prices of books deeper than one look, and of books that are just deep enough (FUND-002). */
import { expect, it } from 'vitest';
import { loadContract } from '../language/contract.ts';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { addOrder, type BookSide, BUY, SELL } from '../matching/book.ts';
import type { Instrument } from '../state/records.ts';
import { emptyState } from '../state/state.ts';
import { openInstrument } from '../state/instrument.ts';
import { depthOf } from './basis.ts';

const impactOf = (instrument: Instrument, side: BookSide) => depthOf(instrument, side).impact;

/** BTC, whose impact notional is 25,000 USDT, with levels a tick apart around 50,000 on one side. */
function deepBook(side: typeof BUY | typeof SELL, levels: number, steps: number) {
  const spec = DEFAULT_CONTRACTS.find(({ symbol }) => symbol === 'cmt_btcusdt')!;
  const instrument = openInstrument(emptyState(), loadContract(spec));
  for (let at = 0; at < levels; at++)
    addOrder(instrument.book, side, side === BUY ? 500_000 - at : 500_000 + at, steps);
  return instrument;
}

it('one level that holds the notional to the cent is enough, and a step less is not', () => {
  expect(impactOf(deepBook(BUY, 1, 5_000), BUY)).toBe(5_000_000_000_000);
  expect(impactOf(deepBook(SELL, 1, 5_000), SELL)).toBe(5_000_000_000_000);
  expect(impactOf(deepBook(BUY, 1, 4_999), BUY)).toBe(null);
});

it('a notional spread over many levels is still found', () => {
  // 50 levels of 0.01 BTC are worth 25,000 − 1.225; the rest is taken at 49,995: 25,000 / (0.5 + 1.225/49,995) BTC.
  expect(impactOf(deepBook(BUY, 60, 100), BUY)).toBe(4_999_754_987_504);
  // 0.001 BTC a level: nearly 500 of them.
  expect(impactOf(deepBook(SELL, 600, 10), SELL)).toBe(5_002_493_755_616);
});

it('a side too thin has none, however many levels it has', () => {
  expect(impactOf(deepBook(BUY, 32, 100), BUY)).toBe(null);
  expect(impactOf(deepBook(BUY, 49, 100), BUY)).toBe(null);
  expect(impactOf(deepBook(SELL, 256, 10), SELL)).toBe(null);
});

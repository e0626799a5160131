/**
 * A taker's account on paper: it pays what the book asks, order by order, and the fee, but takes nothing away. That is
 * the best a taker can have (nothing it does moves a price), and any number of them act in one market without
 * disturbing each other.
 */
import { BUY, firstOrder, NONE, nextOrder, priceOf, SELL, sizeOf } from '../../../../src/core/matching/book.ts';
import { E8 } from '../../../../src/core/num/units.ts';
import type { Instrument } from '../../../../src/core/state/records.ts';
import { valueOf } from '../../../../src/market/house/texts.ts';

/** What a strategy did, USDT. */
export interface Result {
  readonly name: string;
  readonly turnover: number;
  /** Before fees: money, and what is held at the end at the middle or the mark. */
  readonly gross: number;
  readonly fees: number;
  readonly fills: number;
}

export const TAKER_FEE = 0.0006;

export class Paper {
  /** Long less short by index of the contract, steps. */
  readonly held: number[] = [];
  #cash = 0;
  #turnover = 0;
  #fills = 0;

  /** Takes so many steps from the book, buys above 0; what the book lacks is not taken. */
  trade(instrument: Instrument, steps: number): void {
    const { book } = instrument;
    let left = Math.abs(steps);
    for (let slot = firstOrder(book, steps > 0 ? SELL : BUY); slot !== NONE && left > 0; slot = nextOrder(book, slot)) {
      const size = Math.min(left, sizeOf(book, slot));
      const value = valueOf(instrument, size, priceOf(book, slot));
      this.#cash -= steps > 0 ? value : -value;
      this.#turnover += value;
      this.#fills += 1;
      left -= size;
    }
    const taken = Math.abs(steps) - left;
    this.held[instrument.index] = (this.held[instrument.index] ?? 0) + (steps > 0 ? taken : -taken);
  }

  /** Funding is settled: longs pay a rate above 0. */
  fund(instrument: Instrument, rateE8: number): void {
    const value = valueOf(instrument, this.held[instrument.index] ?? 0, instrument.mark);
    this.#cash -= (value * rateE8) / E8;
  }

  result(name: string, worth: (held: number, index: number) => number): Result {
    const gross = this.held.reduce((sum, held, index) => sum + worth(held, index), this.#cash);
    return { name, turnover: this.#turnover, gross, fees: this.#turnover * TAKER_FEE, fills: this.#fills };
  }
}

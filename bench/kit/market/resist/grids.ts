/** Grids: orders of one size at even distances on both sides; each fill is turned round one step on. */
import { isBuy } from '../../../../src/market/house/accounts.ts';
import { stepsFor } from '../../../../src/market/house/texts.ts';
import type { Account } from './account.ts';
import { ORDER } from './makers.ts';
import type { Sight } from './sight.ts';

export interface GridRow {
  readonly name: string;
  readonly what: string;
  /** Orders a side, and bp between them. */
  readonly orders: number;
  readonly step: number;
  readonly wide: boolean;
}

export const GRIDS: readonly GridRow[] = [
  { name: 'R52', what: 'grid of 10 a side, 20 bp apart', orders: 10, step: 20, wide: false },
  { name: 'R53', what: 'grid of 8 a side, 60 bp apart', orders: 8, step: 60, wide: true },
];

export class Grid {
  readonly row: GridRow;
  readonly #account: Account;
  readonly #sight: Sight;
  #centre = 0;
  #steps = 0;
  /** Levels from the centre, and what rests there, by order id. */
  readonly #placed = new Map<number, { readonly level: number; readonly buys: boolean }>();

  constructor(row: GridRow, account: Account, sight: Sight) {
    this.row = row;
    this.#account = account;
    this.#sight = sight;
  }

  turn(): void {
    const { instrument, middle } = this.#sight;
    const { orders, step } = this.row;
    const width = (orders * step) / 10_000;
    if (Math.abs(middle / this.#centre - 1) > 1.5 * width || this.#centre === 0) return this.#begin();
    const working = new Set(this.#account.orders(instrument).map(({ id }) => id));
    const ended = [...this.#placed].filter(([id]) => !working.has(id));
    for (const [id, { level, buys }] of ended) {
      this.#placed.delete(id);
      this.#place(buys ? level + 1 : level - 1, !buys);
    }
  }

  #begin(): void {
    const { instrument, middle } = this.#sight;
    this.#account.leave(instrument);
    this.#placed.clear();
    this.#centre = middle;
    this.#steps = stepsFor(instrument, ORDER, middle);
    for (let level = 1; level <= this.row.orders; level++) {
      this.#place(-level, true);
      this.#place(level, false);
    }
  }

  #place(level: number, buys: boolean): void {
    const { instrument } = this.#sight;
    const price = Math.round(this.#centre * (1 + (level * this.row.step) / 10_000));
    // What closes must not be more than is free of other closing orders, so it is counted without them.
    const closing = this.#account
      .orders(instrument)
      .filter((order) => order.effect === 'close' && isBuy(order) === buys);
    const against = this.#account.held(instrument) * (buys ? -1 : 1) - this.#steps * closing.length;
    const effect = against >= this.#steps ? 'close' : 'open';
    const id = this.#account.limit(instrument, buys, price, { effect, steps: this.#steps });
    if (id !== 0) this.#placed.set(id, { level, buys });
  }
}

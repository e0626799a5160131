/** Holds the index prices of a journal against a world made again, as they come. */
import { scaledInteger } from '../../core/num/decimal.ts';
import type { DecimalText } from '../../core/num/units.ts';
import { indexText } from '../house/texts.ts';
import type { Sha256 } from '../world/draws.ts';
import type { MarketLine } from './market-log.ts';
import type { Revealed } from './reveal.ts';
import { type Way, Walk, waysOf } from './walk.ts';

/** An index price that was taken. */
export interface FoundPrice {
  /** Since 1970. */
  readonly second: number;
  readonly symbol: string;
  /** USDT. */
  readonly price: DecimalText;
  readonly tickE8: number;
}

export interface Difference {
  readonly second: number;
  readonly symbol: string;
  readonly found: string;
  /** Null: the world made no step in that second. */
  readonly wanted: string | null;
  /** Whether it is the price that the log says the world began with. */
  readonly isBegin: boolean;
}

export interface PricesChecked {
  readonly compared: number;
  /** From when to when; 0 when nothing was compared. */
  readonly firstSecond: number;
  readonly lastSecond: number;
  /** Prices of contracts of the table from before or between the worlds of this seed. */
  readonly outside: number;
  /** Prices of contracts that are not in the table. */
  readonly foreign: number;
  /** Steps without a price, by contract, from its first to its last. */
  readonly missing: Readonly<Record<string, number>>;
  readonly shocks: number;
  readonly gaps: number;
  readonly differing: number;
  /** The first of them. */
  readonly differences: readonly Difference[];
  /** Why it ended early; null: it did not. */
  readonly fault: string | null;
}

/** Steps in a row that may have no price at all: commands that were refused. */
const MOST_MISSING = 100;
const MOST_TOLD = 100;
const E8 = 100_000_000;

export class PriceCheck {
  readonly #revealed: Revealed;
  readonly #sha256: Sha256;
  readonly #ways: readonly Way[];
  #at = -1;
  #walk: Walk | null = null;
  /** The last price of each contract, 1e-8 USDT, and its last step in this world. */
  readonly #lastE8 = new Map<string, number>();
  readonly #lastStep = new Map<string, number>();
  readonly #missing = new Map<string, number>();
  readonly #differences: Difference[] = [];
  #figures = { compared: 0, firstSecond: 0, lastSecond: 0, outside: 0, foreign: 0, differing: 0 };
  #fault: string | null = null;

  /** @throws NoMarketLog when the log tells of no world of this seed and table */
  constructor(revealed: Revealed, lines: readonly MarketLine[], sha256: Sha256) {
    this.#revealed = revealed;
    this.#sha256 = sha256;
    this.#ways = waysOf(lines, revealed, sha256);
  }

  /** Takes the next price of the journal. */
  take(price: FoundPrice): void {
    if (this.#fault !== null) return;
    const { second, symbol } = price;
    if (!this.#revealed.table.some((row) => row.symbol === symbol)) {
      this.#figures.foreign += 1;
      return;
    }
    const walk = this.#walkAt(second);
    if (walk === null) this.#figures.outside += 1;
    else this.#compare(walk, price);
    this.#lastE8.set(symbol, Number(scaledInteger(price.price, 8)));
  }

  end(): PricesChecked {
    return {
      ...this.#figures,
      missing: Object.fromEntries(this.#missing),
      shocks: this.#ways.reduce((sum, { shocks }) => sum + shocks.length, 0),
      gaps: this.#ways.reduce((sum, { gaps }) => sum + gaps.length, 0),
      differences: this.#differences,
      fault: this.#fault,
    };
  }

  /** The world of that second; null: none of this seed. */
  #walkAt(second: number): Walk | null {
    let next = this.#ways[this.#at + 1];
    for (; next !== undefined && next.begin.second <= second; next = this.#ways[this.#at + 1]) {
      this.#at += 1;
      this.#lastStep.clear();
      this.#walk = new Walk(next, this.#revealed, this.#sha256);
      this.#checkBegin(next);
    }
    const way = this.#ways[this.#at];
    return way !== undefined && second < way.endSecond ? this.#walk : null;
  }

  /** A world begins at the last index price, or at its table's where there was none. */
  #checkBegin({ begin: { second, prices } }: Way): void {
    this.#revealed.table.forEach(({ symbol, start }, number) => {
      const lastE8 = this.#lastE8.get(symbol);
      const wanted = lastE8 === undefined ? start : lastE8 / E8;
      const found = prices[number]!;
      if (found !== wanted)
        this.#differ({ second, symbol, found: String(found), wanted: String(wanted), isBegin: true });
    });
  }

  #compare(walk: Walk, { second, symbol, price, tickE8 }: FoundPrice): void {
    const before = walk.step;
    while (walk.next <= second) {
      walk.advance();
      if (walk.step - before <= MOST_MISSING + 1) continue;
      const from = walk.second - MOST_MISSING - 1;
      this.#fault = `the journal has no price from second ${from} on for more than ${MOST_MISSING} steps`;
      return;
    }
    const figures = this.#figures;
    figures.compared += 1;
    if (figures.firstSecond === 0) figures.firstSecond = second;
    figures.lastSecond = second;
    const row = walk.world.rows[walk.numberOf(symbol) ?? 0]!;
    const wanted = walk.second === second ? indexText(row.price * E8, tickE8) : null;
    if (wanted !== price) this.#differ({ second, symbol, found: price, wanted, isBegin: false });
    const last = this.#lastStep.get(symbol) ?? walk.step;
    if (walk.step > last + 1) this.#missing.set(symbol, (this.#missing.get(symbol) ?? 0) + walk.step - last - 1);
    this.#lastStep.set(symbol, walk.step);
  }

  #differ(difference: Difference): void {
    this.#figures.differing += 1;
    if (this.#differences.length < MOST_TOLD) this.#differences.push(difference);
  }
}

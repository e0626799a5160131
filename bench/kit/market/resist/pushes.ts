/** Rules that push a price by buying fast, and sell another way. They are users like any, so the house sees them. */
import type { Draws } from '../../../../src/market/world/draws.ts';
import { E8 } from '../../../../src/core/num/units.ts';
import { stepsFor } from '../../../../src/market/house/texts.ts';
import type { Account } from './account.ts';
import { bestOfOthers } from './account.ts';
import type { Sight } from './sight.ts';

export interface PushRow {
  readonly name: string;
  readonly what: string;
  readonly symbol: string;
  /** USDT a second, for so many seconds. */
  readonly value: number;
  readonly seconds: number;
  readonly waits: number;
  /** Sold again in so many seconds, at market, or by resting at the best. */
  readonly back: number;
  readonly rests: boolean;
}

type Numbers = readonly [string, string, string, number, number, number, number, 'rests'?];

const ROWS: readonly Numbers[] = [
  ['R54', '50,000 a second for 20 s, back as fast after 5 s', 'btc', 50_000, 20, 5, 20],
  ['R55', '30,000 × 5 s, back in 300 s', 'btc', 30_000, 5, 0, 300],
  ['R56', '20,000 × 60 s, back in 600 s', 'sol', 20_000, 60, 0, 600],
  ['R57', '3,000 × 300 s, back in 20 s', 'ada', 3_000, 300, 0, 20],
  ['R58', '10,000 × 600 s, back in 30 min', 'eth', 10_000, 600, 0, 1_800],
  ['R59', '5,000 × 60 s, back by resting at the best, 15 min', 'doge', 5_000, 60, 0, 900, 'rests'],
  ['R60', '100,000 in 2 s, back in 15 min below the square root', 'xrp', 50_000, 2, 0, 900],
];

export const PUSHES: readonly PushRow[] = ROWS.map(([name, what, base, value, seconds, waits, back, rests]) => {
  return {
    name,
    what: `${what}, ${base}`,
    symbol: `cmt_${base}usdt`,
    value,
    seconds,
    waits,
    back,
    rests: rests !== undefined,
  };
});

const LEAST_REST = 1_200;
const MOST_REST = 1_800;

export class Push {
  readonly row: PushRow;
  readonly #account: Account;
  readonly #sight: Sight;
  readonly #coin: Draws;
  /** Seconds of the present push. */
  #at = 0;
  /** What the index' own moves, which no push reaches, gave to what it held, USDT. */
  byIndex = 0;
  #index = 0;
  #rest: number;

  constructor(row: PushRow, account: Account, sight: Sight, coin: Draws) {
    this.row = row;
    this.#account = account;
    this.#sight = sight;
    this.#coin = coin;
    this.#rest = coin.below(LEAST_REST);
  }

  /** Once a second, directly after its prices. */
  turn(): void {
    const { seconds, waits, back } = this.row;
    this.#noteIndex();
    if (this.#rest > 0) {
      this.#rest -= 1;
      return;
    }
    const at = this.#at++;
    if (at < seconds) this.#buy();
    else if (at >= seconds + waits && at < seconds + waits + back) this.#sell(seconds + waits + back - at);
    else if (at >= seconds + waits + back) this.#end();
  }

  #noteIndex(): void {
    const { instrument } = this.#sight;
    const { contract } = instrument;
    const index = Number(instrument.indexPrice) / contract.tickE8;
    if (this.#index !== 0)
      this.byIndex += (this.#account.held(instrument) * contract.valueUnit * (index - this.#index)) / E8;
    this.#index = index;
  }

  #buy(): void {
    const { instrument, middle } = this.#sight;
    this.#account.take(instrument, true, stepsFor(instrument, this.row.value, middle));
  }

  /** @param left seconds, this one among them */
  #sell(left: number): void {
    const { instrument } = this.#sight;
    const held = this.#account.held(instrument);
    if (held <= 0) return;
    if (!this.row.rests) {
      this.#account.take(instrument, false, left === 1 ? held : Math.floor(held / left));
      return;
    }
    const orders = this.#account.orders(instrument);
    const best = bestOfOthers(instrument, false, orders);
    if (best === 0 || orders.some(({ price }) => price === best)) return;
    for (const order of orders) this.#account.cancel(order);
    const steps = Math.min(held, stepsFor(instrument, this.row.value, best));
    this.#account.rest(instrument, false, best, { effect: 'close', steps });
  }

  #end(): void {
    this.#account.leave(this.#sight.instrument);
    this.#at = 0;
    this.#rest = LEAST_REST + this.#coin.below(MOST_REST - LEAST_REST);
  }
}

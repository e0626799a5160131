/**
 * Rules that make: directly after the prices of a second, before anybody else, they rest an order on a side or on both.
 * What they hold they unload at the best, and they never add to four orders' worth.
 */
import type { Ticks } from '../../../../src/core/num/units.ts';
import type { Order } from '../../../../src/core/state/records.ts';
import { isBuy } from '../../../../src/market/house/accounts.ts';
import { stepsFor } from '../../../../src/market/house/texts.ts';
import { type Account, bestOfOthers } from './account.ts';
import type { Sight } from './sight.ts';

export const ORDER = 2_000;
const MOST_ORDERS = 4;
const POINTS = 10_000;

/** The book without one's own orders; spread in bp. */
interface Quoted {
  readonly sight: Sight;
  readonly bid: Ticks;
  readonly ask: Ticks;
  readonly middle: number;
  readonly spread: number;
}

type Prices = readonly [bid: Ticks, ask: Ticks];
/** 0: nothing on that side. */
type Rule = (quoted: Quoted) => Prices;

export interface MakerRow {
  readonly name: string;
  readonly what: string;
  readonly rule: Rule;
  /** Looks every so many seconds. */
  readonly every: number;
  /** Cancels in the last eighth of a second, before prices can move. */
  readonly leaves: boolean;
  /** Far from the middle or rare: it is in all contracts, and nobody notices it. */
  readonly wide: boolean;
  /** Adds up to so many orders. */
  readonly most: number;
  /** Unloads nothing while this is so. */
  readonly keeps: (quoted: Quoted) => boolean;
}

const joins: Rule = ({ bid, ask }) => [bid, ask];

const inside: Rule = ({ bid, ask }) => (ask - bid > 2 ? [bid + 1, ask - 1] : [bid, ask]);

const away =
  (points: number): Rule =>
  ({ middle }) => [Math.floor(middle * (1 - points / POINTS)), Math.ceil(middle * (1 + points / POINTS))];

const NONE: Prices = [0, 0];

const above =
  (spread: number): Rule =>
  (quoted) =>
    quoted.spread > spread ? inside(quoted) : NONE;

/** Leaves out the side that trades, or anything else, tell against: asks when `lean` is above `most`. */
const notAgainst =
  (rule: Rule, lean: (sight: Sight) => number, most: number): Rule =>
  (quoted) => {
    const [bid, ask] = rule(quoted);
    const leans = lean(quoted.sight);
    return [leans < -most ? 0 : bid, leans > most ? 0 : ask];
  };

const lastTrades = (sight: Sight): number => sight.quickSign;

const onlyAgainstBasis: Rule = ({ sight, bid, ask }) => {
  const off = sight.basis - sight.usualBasis;
  return [off < -2 ? bid : 0, off > 2 ? ask : 0];
};

const aboveMoves: Rule = (quoted) => (quoted.spread > Math.max(4, 3 * quoted.sight.usual) ? inside(quoted) : NONE);

const isBeforeFunding = ({ sight }: Quoted): boolean => sight.untilFunding() <= 1_800;

const forFunding: Rule = (quoted) => {
  if (!isBeforeFunding(quoted)) return NONE;
  const rate = quoted.sight.rate();
  return [rate <= -3 ? quoted.bid : 0, rate >= 3 ? quoted.ask : 0];
};

type Numbers = readonly [name: string, what: string, rule: Rule, more?: Partial<MakerRow>];

const ROWS: readonly Numbers[] = [
  ['R21', 'joins for funding of 3 bp in the last 30 min', forFunding, { wide: true, most: 1, keeps: isBeforeFunding }],
  ['R35', 'one tick inside the best', inside],
  ['R36', 'at the best', joins],
  ['R37', '5 bp from the middle', away(5)],
  ['R38', '10 bp from the middle', away(10)],
  ['R39', '25 bp from the middle', away(25), { wide: true }],
  ['R40', '50 bp from the middle', away(50), { wide: true }],
  ['R41', '120 bp from the middle', away(120), { wide: true }],
  ['R42', '10 bp from the middle, every 30 s', away(10), { every: 30 }],
  ['R43', 'one tick inside a spread above 5 bp', above(5)],
  ['R44', 'the same, not against the last trades', notAgainst(above(5), lastTrades, 0.5)],
  ['R45', 'one tick inside, not against the last trades', notAgainst(inside, lastTrades, 0.5)],
  ['R46', 'joins but where the book leans against it', notAgainst(joins, (sight) => sight.lean(3), 0.3)],
  ['R47', 'joins only against a basis 2 bp off its usual', onlyAgainstBasis],
  ['R48', 'one tick inside, until the last eighth', inside, { leaves: true }],
  ['R49', 'the same in a spread above 5 bp', above(5), { leaves: true }],
  ['R50', 'the same in a spread above 10 bp', above(10), { leaves: true }],
  ['R51', 'the same above 4 bp and 3 usual moves', aboveMoves, { leaves: true }],
];

export const MAKERS: readonly MakerRow[] = ROWS.map(([name, what, rule, more]) => {
  const usual = { every: 1, leaves: false, wide: false, most: MOST_ORDERS, keeps: () => false };
  return { name, what, rule, ...usual, ...more };
});

/** One of them in one contract. */
export class Maker {
  readonly row: MakerRow;
  readonly account: Account;
  readonly #sight: Sight;

  constructor(row: MakerRow, account: Account, sight: Sight) {
    this.row = row;
    this.account = account;
    this.#sight = sight;
  }

  /** Directly after the prices of a second. */
  turn(second: number): void {
    const { row } = this;
    if (second % row.every !== 0) return;
    const { instrument } = this.#sight;
    const orders = this.account.orders(instrument);
    const [bid, ask] = [bestOfOthers(instrument, true, orders), bestOfOthers(instrument, false, orders)];
    if (bid === 0 || ask === 0) return;
    const middle = (bid + ask) / 2;
    const quoted = { sight: this.#sight, bid, ask, middle, spread: ((ask - bid) / middle) * POINTS };
    const prices = row.rule(quoted);
    const unloads = !row.keeps(quoted);
    this.#side(orders, true, this.#priceOf(true, prices[0], bid, unloads));
    this.#side(orders, false, this.#priceOf(false, prices[1], ask, unloads));
  }

  /** In the last eighth of a second. */
  last(): void {
    if (this.row.leaves) for (const order of this.account.orders(this.#sight.instrument)) this.account.cancel(order);
  }

  /** What it holds against a side it unloads at the best, or at its own price where that is better. */
  #priceOf(buys: boolean, price: Ticks, best: Ticks, unloads: boolean): Ticks {
    const { instrument } = this.#sight;
    const held = this.account.held(instrument) * (buys ? 1 : -1);
    if (held < 0) {
      if (!unloads) return 0;
      return price === 0 ? best : buys ? Math.max(price, best) : Math.min(price, best);
    }
    const order = stepsFor(instrument, ORDER, best);
    return held + order > this.row.most * order ? 0 : price;
  }

  #side(orders: readonly Order[], buys: boolean, price: Ticks): void {
    const { instrument } = this.#sight;
    const steps = price === 0 ? 0 : stepsFor(instrument, ORDER, price);
    const wanted = this.account.wanted(instrument, buys, steps);
    let stays = false;
    for (const order of orders) {
      if (isBuy(order) !== buys) continue;
      if (order.price === price && order.effect === wanted.effect) stays = true;
      else this.account.cancel(order);
    }
    if (!stays && price !== 0) this.account.rest(instrument, buys, price, wanted);
  }
}

/** What a strategy sees of a contract: all of it public. Moves are in basis points, of the middle. */
import {
  BUY,
  type BookSide,
  bestLevel,
  bestPrice,
  levelVolume,
  NONE,
  SELL,
  worseLevel,
} from '../../../../src/core/matching/book.ts';
import { E8 } from '../../../../src/core/num/units.ts';
import { formingRateOf } from '../../../../src/core/risk/funding.ts';
import type { Instrument } from '../../../../src/core/state/records.ts';
import type { Row } from '../../../../src/market/world/table.ts';

const POINTS = 10_000;
const USUAL_BASIS = 1_800;
const BARS = 20;

/** The last bars' closes: their mean and deviation. */
export class Bars {
  readonly #seconds: number;
  readonly #closes: number[] = [];
  mean = 0;
  /** 0 before there are enough. */
  deviation = 0;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  add(second: number, middle: number): void {
    if (second % this.#seconds !== this.#seconds - 1) return;
    const closes = this.#closes;
    closes.push(middle);
    if (closes.length > BARS) closes.shift();
    if (closes.length < BARS) return;
    this.mean = closes.reduce((sum, close) => sum + close, 0) / BARS;
    this.deviation = Math.sqrt(closes.reduce((sum, close) => sum + (close - this.mean) ** 2, 0) / BARS);
  }
}

export class Sight {
  readonly instrument: Instrument;
  readonly row: Row;
  readonly minutes = new Bars(60);
  readonly quarters = new Bars(900);
  /** Ticks. */
  middle = 0;
  bid = 0;
  ask = 0;
  /** The middle over the index, bp, and its mean of half an hour. */
  basis = 0;
  usualBasis = 0;
  /** Running means of the index' moves of a second, bp: over 30 of them, and over 20. */
  usual = 0;
  usual20 = 0;
  /** Buys less sells since the second began, a trade counting once. */
  trades = 0;
  /** Value of buys less that of sells between the last two looks, USDT. */
  taken = 0;
  /** Running means of trades' signs: each weighs 0.05, or 0.3. */
  sign = 0;
  quickSign = 0;
  #middles: Float64Array;
  #looks = 0;
  #index = 0;
  #since = 0;
  #timeMs = 0;

  /** @param looks how many there will be */
  constructor(instrument: Instrument, row: Row, looks: number) {
    this.instrument = instrument;
    this.row = row;
    this.#middles = new Float64Array(looks);
  }

  /** A taker's order was filled. */
  trade(sign: number, value: number): void {
    this.trades += sign;
    this.#since += sign * value;
    this.sign += (sign - this.sign) * 0.05;
    this.quickSign += (sign - this.quickSign) * 0.3;
  }

  /** The prices of a second are there. */
  turn(): void {
    const index = Number(this.instrument.indexPrice) / this.instrument.contract.tickE8;
    const move = this.#index === 0 ? 0 : Math.abs(index / this.#index - 1) * POINTS;
    this.usual += (move - this.usual) / 30;
    this.usual20 += (move - this.usual20) / 20;
    this.#index = index;
  }

  /** Looks at the book, once a second. */
  look(second: number): void {
    const { book } = this.instrument;
    this.#timeMs = second * 1_000;
    const [bid, ask] = [bestPrice(book, BUY), bestPrice(book, SELL)];
    if (bid !== 0 && ask !== 0) [this.bid, this.ask, this.middle] = [bid, ask, (bid + ask) / 2];
    this.basis = this.off(this.middle);
    const first = this.#looks === 0;
    this.usualBasis = first ? this.basis : this.usualBasis + (this.basis - this.usualBasis) / USUAL_BASIS;
    this.taken = this.#since;
    this.#since = 0;
    this.minutes.add(second, this.middle);
    this.quarters.add(second, this.middle);
    this.#middles[this.#looks++] = this.middle;
  }

  /** How far a price is from the index, bp. */
  off(price: number): number {
    return (price / this.#index - 1) * POINTS;
  }

  /** Of the last seconds; 0 when they were not all seen. */
  move(seconds: number): number {
    const before = this.#middles[this.#looks - 1 - seconds];
    return before === undefined ? 0 : (this.middle / before - 1) * POINTS;
  }

  /** (bids − asks)/(both) of so many prices. */
  lean(prices: number): number {
    const [bids, asks] = [this.#volume(BUY, prices), this.#volume(SELL, prices)];
    return bids + asks === 0 ? 0 : (bids - asks) / (bids + asks);
  }

  /** The rate of the period as it forms, bp: above 0 longs will pay. */
  rate(): number {
    return (formingRateOf(this.instrument, this.#timeMs) / E8) * POINTS;
  }

  /** Seconds until funding is settled. */
  untilFunding(): number {
    return Math.floor((this.instrument.nextFundingMs - this.#timeMs) / 1_000);
  }

  #volume(side: BookSide, prices: number): number {
    const { book } = this.instrument;
    let volume = 0;
    let level = bestLevel(book, side);
    for (let left = prices; left > 0 && level !== NONE; left--) {
      volume += levelVolume(book, level);
      level = worseLevel(book, level);
    }
    return volume;
  }
}

/**
 * Push of users' trades upon the price the house quotes around: concave in size, fading as one over the root of time.
 * That is the square-root law of impact at every speed of trading, and the one pair of exponents on Gatheral's line,
 * where round trips at constant speed can't pay.
 */
import { root } from '../world/arithmetic.ts';

/** Seconds, and weights with which their sum follows t^−½. */
const LIVES = [1, 2, 8, 32, 128, 512, 2_048, 8_192];
const WEIGHTS = [0.8, 0.28, 0.3, 0.125, 0.075, 0.038, 0.012, 0.026];
const STRENGTH = 0.8;
/** A day's deviation in that of a second. */
const DAY = 294;
/** Slices below this part of a day's value push linearly. */
const LINEAR = 5 / 1_000_000;
/** `root` is exact to 2^−16 and reaches to 2^21. */
const THOUSAND = 1_000;

export class Push {
  readonly #scale: number;
  readonly #linear: number;
  readonly parts = new Float64Array(LIVES.length);

  /**
   * @param sigma basis points a second
   * @param dayValue USDT
   */
  constructor(sigma: number, dayValue: number) {
    this.#scale = (STRENGTH * DAY * sigma) / (2 * root(dayValue / THOUSAND));
    this.#linear = (LINEAR * dayValue) / THOUSAND;
  }

  /**
   * A second passes in which users took so much net, USDT; buys are above 0.
   * @returns basis points
   */
  turn(taken: number): number {
    const thousands = taken / THOUSAND;
    const kick = (this.#scale * thousands) / root(Math.abs(thousands) + this.#linear);
    let sum = 0;
    for (let at = 0; at < LIVES.length; at++) {
      const part = this.parts[at]!;
      this.parts[at] = part + (WEIGHTS[at]! * kick - part / LIVES[at]!);
      sum += this.parts[at]!;
    }
    return sum;
  }
}

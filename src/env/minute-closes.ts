/** A price at the ends of the last minutes. */

const MINUTES = 60;
const MINUTE_SECONDS = 60;

export class MinuteCloses {
  /** Oldest first, always 60; replaced with each minute, never changed. */
  closes: readonly number[] = [];

  /**
   * A second has passed.
   * @param second since the epoch
   */
  see(second: number, price: number): void {
    if (this.closes.length === 0) this.closes = Array.from({ length: MINUTES }, () => price);
    if (second % MINUTE_SECONDS === MINUTE_SECONDS - 1) this.closes = [...this.closes.slice(1), price];
  }
}

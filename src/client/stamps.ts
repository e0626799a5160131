/**
 * Timestamps of changes that are all meant: equal ones of one moment are stamped a millisecond apart, since with the
 * same timestamp the exchange would take the later for a copy of the first (FLOW-010).
 */

/** A stamp further ahead of the clock than this was given before the clock was set back. */
const CLOCK_WENT_BACK_MS = 1_000;

export class Stamps {
  /** The latest stamp of each change, until all of these are past. */
  readonly #given = new Map<string, number>();
  #latestMs = 0;

  /** Epoch ms: now, or a little later for a change that equals another one of this moment. */
  of(change: string, nowMs: number): number {
    if (nowMs > this.#latestMs || nowMs < this.#latestMs - CLOCK_WENT_BACK_MS) {
      this.#given.clear();
      this.#latestMs = nowMs;
    }
    const atMs = Math.max(nowMs, (this.#given.get(change) ?? 0) + 1);
    this.#given.set(change, atMs);
    this.#latestMs = Math.max(this.#latestMs, atMs);
    return atMs;
  }
}

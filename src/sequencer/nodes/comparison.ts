/**
 * A node's answer to its operator, who compares all nodes at one sequence that none of them has reached: the hash of
 * its whole state there, in its heartbeats for as long as it is asked.
 */
import type { Heartbeat } from './shared-order.ts';

export class Comparison {
  #at: number | null = null;
  #answer: readonly [sequence: number, hash: string] | null = null;

  /**
   * @param at the sequence that is asked about; undefined: none is
   * @param sequence of the last command applied here
   */
  hear(at: number | undefined, sequence: number): void {
    if ((at ?? null) === this.#at) return;
    this.#at = at ?? null;
    this.#answer = at !== undefined && sequence >= at ? [at, ''] : null;
  }

  /** A command was applied, `hash` gives that of the state after it. */
  applied(sequence: number, hash: () => string): void {
    if (sequence === this.#at) this.#answer = [sequence, hash()];
  }

  /** Its part of a heartbeat. */
  says(): Pick<Heartbeat, 'hash'> {
    return this.#answer === null ? {} : { hash: this.#answer };
  }
}

/**
 * The levels of a contract as the depth channel sends them: a snapshot, then changes, each of which begins at the
 * version the one before ended with. A change that doesn't fit leaves the book empty until the next snapshot.
 */
import type { PushedDepth } from '../wire/index.ts';

/** Price and size, exact texts. */
export type Level = readonly [price: string, size: string];

export class DepthBook {
  readonly symbol: string;
  readonly #bids = new Map<string, string>();
  readonly #asks = new Map<string, string>();
  #version: string | null = null;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** The version the book is at; null while it is not known. */
  get version(): string | null {
    return this.#version;
  }

  /** The book is whole and no change is missing. */
  get isComplete(): boolean {
    return this.#version !== null;
  }

  /** Buyers, the highest price first. */
  get bids(): readonly Level[] {
    return [...this.#bids].sort(([a], [b]) => Number(b) - Number(a));
  }

  /** Sellers, the lowest price first. */
  get asks(): readonly Level[] {
    return [...this.#asks].sort(([a], [b]) => Number(a) - Number(b));
  }

  /** Forgets everything until the next snapshot. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#version = null;
  }

  /** Takes a message; false when something before it is missing, and then the book is empty. */
  apply({ depthType, startVersion, endVersion, bids, asks }: PushedDepth): boolean {
    if (depthType === 'SNAPSHOT') this.clear();
    else if (this.#version === null || startVersion !== this.#version) {
      this.clear();
      return false;
    }
    change(this.#bids, bids);
    change(this.#asks, asks);
    this.#version = endVersion;
    return true;
  }
}

function change(side: Map<string, string>, levels: PushedDepth['bids']): void {
  for (const { price, size } of levels) {
    if (Number(size) === 0) side.delete(price);
    else side.set(price, size);
  }
}

/**
 * depth.{symbol}.{levels}: the best levels of a book, then those that changed. Versions are sequences of the journal:
 * the book as it was after that command.
 */
import { bookWindow } from '../../reading/book-window.ts';
import { pushedDepthShape } from '../../shapes/pushed-depth.ts';
import { type Change, defineMarketChannel, type MarketDeps, type MarketSource } from './channel.ts';
import { changedLevels, type Levels } from './depth-change.ts';

/** When it is looked at, in every dialect. */
export const DEPTH_RHYTHM = { everyMs: 100, changedBy: ['fillMade', 'orderChanged'] } as const;
export const DEPTH_LEVELS = ['15', '200'] as const;

export const depth = defineMarketChannel({
  name: 'depth.{symbol}.{levels}',
  words: { levels: DEPTH_LEVELS },
  shape: pushedDepthShape,
  carries: { kind: 'depth' },
  ...DEPTH_RHYTHM,
  open: ({ levels }, deps) => new Depth(Number(levels), deps),
});

export class Depth implements MarketSource {
  readonly #levels: number;
  readonly #deps: MarketDeps;
  #asks: Levels = [];
  #bids: Levels = [];
  /** −1 before the first message. */
  #version = -1;

  constructor(levels: number, deps: MarketDeps) {
    this.#levels = levels;
    this.#deps = deps;
  }

  changes(): readonly Change[] {
    const { instrument, state } = this.#deps;
    const { contract } = instrument;
    const { asks, bids, version: endVersion } = bookWindow(instrument, this.#levels, state.sequence);
    const isWhole = this.#version < 0;
    const changed = {
      asks: changedLevels(contract, this.#asks, asks, 1),
      bids: changedLevels(contract, this.#bids, bids, -1),
    };
    if (!isWhole && changed.asks.length === 0 && changed.bids.length === 0) return [];
    const startVersion = isWhole ? endVersion : this.#version;
    this.#asks = asks;
    this.#bids = bids;
    this.#version = endVersion;
    return [{ kind: 'depth', isWhole, startVersion, endVersion, ...changed }];
  }

  restart(): void {
    this.#version = -1;
    this.#asks = [];
    this.#bids = [];
  }
}

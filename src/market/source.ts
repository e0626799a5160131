/**
 * The source of index prices: the walk of the simulated market (the world), a program of the operator's (a feed), or
 * a file of prices. The house quotes and trades around them in the same way.
 */
import type { Instrument } from '../core/state/records.ts';
import { createIndexPrice, type IndexPrice } from './index-price.ts';
import type { Profile } from './profile.ts';

/** A price of a contract. */
export interface SourcedPrice {
  /** In 1e-8 USDT. */
  readonly priceE8: number;
  /** The moment it is of, epoch ms. */
  readonly timeMs: number;
}

/** The prices of one contract. */
export interface ContractPrices {
  /** The newest one, if there is one that was not given before. */
  next(nowMs: number): SourcedPrice | null;
  /** Moves it by hand; null where prices are not made here. */
  readonly jump: IndexPrice['jump'] | null;
}

export interface PriceSource {
  /**
   * The prices of a contract; null when there are none of it.
   * @param profile null: the house does not quote it
   * @param run a number that no run of the market had before
   */
  of(instrument: Instrument, profile: Profile | null, run: number): ContractPrices | null;
  /** The seed of the past that is laid down before a contract's first price; null: its bars begin with trading. */
  readonly pastSeed: number | null;
}

/** The walk of the simulated market. */
export function walkSource(seed: number | null, pastSeed: number): PriceSource {
  return {
    pastSeed,
    of(instrument, profile, run) {
      if (profile === null) return null;
      const isFresh = instrument.indexPrice === 0;
      const startE8 = isFresh ? profile.anchorE8 : Number(instrument.indexPrice);
      const index = createIndexPrice(profile, seed, startE8, isFresh ? 0 : run);
      return { jump: (rateE8) => index.jump(rateE8), next: (timeMs) => ({ priceE8: index.next(), timeMs }) };
    },
  };
}

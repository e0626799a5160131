/**
 * The index price of one contract as a seeded random walk in integers: noise in proportion to the price, a slow pull
 * back to the anchor, never below half of it or above twice it. The same seed and start give the same prices on any
 * machine.
 *
 * It makes numbers only; `simulator/simulator.ts` sends them as `setIndexPrice` (MARK-001), once a second.
 */
import { mulDivFloor } from '../core/num/mul-div.ts';
import { E8 } from '../core/num/units.ts';
import type { Profile } from './profile.ts';
import { createRandom } from './random.ts';

export interface IndexPrice {
  /** The price after one more second, 1e-8 USDT. */
  next(): number;
  /**
   * Moves the price immediately by a part of it, within its bounds; the walk continues from there. Returns where it was
   * and where it is.
   */
  jump(rateE8: number): { readonly fromE8: number; readonly toE8: number };
}

/** The part of the distance to the anchor that the pull takes off each second: 1/2^17, half of it in about a day. */
const PULL = 131_072;
/** A sum of four draws from ±a has a standard deviation of 1.1547·a. */
const DRAWS = 4;
const SPREAD_PER_MILLE = 866;
const PPB = 1_000_000_000;

/**
 * A walk.
 * @param seed null: nobody can know it, and no walk is like another
 * @param startE8 the price to continue from, 1e-8 USDT; the anchor at the very first start
 * @param stream names the run, so that a restart does not repeat the moves of the run before
 */
export function createIndexPrice(
  profile: Profile,
  seed: number | null,
  startE8 = profile.anchorE8,
  stream = 0,
): IndexPrice {
  const random = createRandom(seed, ...Array.from(profile.symbol, (letter) => letter.charCodeAt(0)), stream);
  const widestPpb = Math.floor((profile.volatilityPpb * SPREAD_PER_MILLE) / 1000);
  let priceE8 = startE8;
  const bounded = (wantedE8: number): number =>
    Math.min(Math.max(wantedE8, Math.floor(profile.anchorE8 / 2)), profile.anchorE8 * 2);
  return {
    next() {
      let noisePpb = 0;
      for (let draw = 0; draw < DRAWS; draw++) noisePpb += random.below(2 * widestPpb + 1) - widestPpb;
      const moved =
        priceE8 + Number(mulDivFloor(priceE8, noisePpb, PPB)) + Math.trunc((profile.anchorE8 - priceE8) / PULL);
      priceE8 = bounded(moved);
      return priceE8;
    },
    jump(rateE8) {
      const fromE8 = priceE8;
      priceE8 = bounded(priceE8 + Number(mulDivFloor(priceE8, rateE8, E8)));
      return { fromE8, toE8: priceE8 };
    },
  };
}

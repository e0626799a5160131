/**
 * The effect of trades on the price the house quotes around: a trade well beyond the middle moves it half of the way,
 * the move fades over about a minute, and what the house holds leans it away from holding more.
 *
 * Pure arithmetic on prices in 1e-8; never more than 3 % away from the index, well inside the mark's clamp (MARK-002).
 */

export interface Impact {
  /**
   * The middle to quote around now. Tell it the latest trade price (0: none yet) and the value held by the house,
   * signed, USDT.
   */
  middle(indexE8: number, lastE8: number, heldValue: number): number;
}

/** A trade nearer to the middle than this many spacings tells nothing. */
const QUIET_SPACINGS = 3;
const FADE = 32;
const MOST_OF_INDEX = 33;
/** Holding this much leans the middle by one hundredth of a percent. */
const VALUE_PER_BASIS_POINT = 100_000;
const MOST_BASIS_POINTS = 50;

/** A market without memory yet. `spacingE8`: distance of two levels, 1e-8 USDT. */
export function createImpact(spacingE8: number): Impact {
  let impactE8 = 0;
  let middleE8 = 0;
  let seenE8 = 0;
  return {
    middle(indexE8, lastE8, heldValue) {
      const away = lastE8 - middleE8;
      if (middleE8 > 0 && lastE8 !== seenE8 && Math.abs(away) > QUIET_SPACINGS * spacingE8)
        impactE8 += Math.trunc(away / 2);
      seenE8 = lastE8;
      impactE8 -= Math.trunc(impactE8 / FADE);
      const most = Math.floor(indexE8 / MOST_OF_INDEX);
      impactE8 = Math.min(most, Math.max(-most, impactE8));
      const points = Math.min(MOST_BASIS_POINTS, Math.max(-MOST_BASIS_POINTS, -heldValue / VALUE_PER_BASIS_POINT));
      middleE8 = indexE8 + impactE8 + Math.trunc((indexE8 / 10_000) * points);
      return middleE8;
    },
  };
}

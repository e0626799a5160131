/** A score as a person reads it: what it is a number of depends on how the contest scores (CTST-007). */
import { ppm, returnText } from './number.ts';

interface Scored {
  readonly score: string;
  readonly return8: string;
}

/**
 * By return: per cent. By risk: winners by the sum of their ranks, all others by their return. Composite: of a whole.
 * @param sum the words for a sum of ranks
 */
export function scoreText(mode: string, { score, return8 }: Scored, sum: (ranks: string) => string): string {
  if (mode === 'composite') return ppm(Number(score));
  if (mode === 'riskRank' && BigInt(return8) > 0n) return sum(score.replace('-', ''));
  return returnText(return8);
}

/**
 * Whether enough of something counted is covered (docs/evidence.md, Coverage), in integers: the share itself passes;
 * the upper end of its 95 % Wilson interval below what is required fails; between them it is unclear. Small numbers
 * never fail.
 */
import type { Ruleset } from './ruleset.ts';

export type Coverage = 'pass' | 'fail' | 'unclear' | 'none';

const MILLION = 1_000_000n;
/** 1.96² · 10⁴: the square of the 95 % quantile. */
const SQUARE_OF_QUANTILE = 38_416n;

/** Of `covered` among `counted`; `none` when nothing is counted. */
export function coverageOf(
  covered: number,
  counted: number,
  { coveragePpm, coverageMin }: Pick<Ruleset, 'coveragePpm' | 'coverageMin'>,
): Coverage {
  if (counted === 0) return 'none';
  const share = MILLION * BigInt(covered);
  const n = BigInt(counted);
  const required = BigInt(coveragePpm);
  if (share >= n * required) return 'pass';
  if (counted < coverageMin) return 'unclear';
  const short = share - n * required;
  return 10_000n * short * short > SQUARE_OF_QUANTILE * n * required * (MILLION - required) ? 'fail' : 'unclear';
}

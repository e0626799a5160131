/**
 * Whether enough of what is counted is covered (docs/evidence.md, Coverage), in integers. It passes when the share
 * itself reaches what is required, fails when the upper end of the share's 95 % Wilson interval is below that, and is
 * unclear in between. Small numbers never fail.
 */
import type { Terms } from './terms.ts';

export type Coverage = 'pass' | 'fail' | 'unclear' | 'none';

const MILLION = 1_000_000n;
/** 1.96² · 10⁴: the square of the 95 % quantile. */
const SQUARE_OF_QUANTILE = 38_416n;

/** The coverage of `covered` among `counted`; `none` when nothing is counted. */
export function coverageOf(
  covered: number,
  counted: number,
  { coveragePpm, coverageMin }: Pick<Terms, 'coveragePpm' | 'coverageMin'>,
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

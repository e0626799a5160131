/**
 * The auditor's arithmetic: exact decimals of any length (big.js), rounded only where a rule says how. It shares no
 * line with the exchange's integers, so that a mistake in those is not repeated here.
 */
import Big from 'big.js';

export { Big };

export const ZERO = new Big(0);
/** Every amount of money has this many decimals at most. */
const MONEY_PLACES = 8;
/** Far more than any quotient here could need to fall on the right side of a rounding. */
const QUOTIENT_PLACES = 60;
const TOWARDS_ZERO = 0;
const AWAY_FROM_ZERO = 3;

/** The quotient of two exact numbers to many places. */
export function quotient(a: Big, b: Big): Big {
  const places = Big.DP;
  Big.DP = QUOTIENT_PLACES;
  try {
    return a.div(b);
  } finally {
    Big.DP = places;
  }
}

export function ceilMoney(value: Big): Big {
  return value.round(MONEY_PLACES, value.lt(0) ? TOWARDS_ZERO : AWAY_FROM_ZERO);
}

export function floorMoney(value: Big): Big {
  return value.round(MONEY_PLACES, value.lt(0) ? AWAY_FROM_ZERO : TOWARDS_ZERO);
}

export function truncMoney(value: Big): Big {
  return value.round(MONEY_PLACES, TOWARDS_ZERO);
}

/** a·b/c, rounded once at the end by `round`. */
export function share(round: (value: Big) => Big, a: Big, b: Big | number, c: Big | number): Big {
  return round(quotient(a.times(b), new Big(c)));
}

export function floorWhole(value: Big): Big {
  return value.round(0, value.lt(0) ? AWAY_FROM_ZERO : TOWARDS_ZERO);
}

export function larger(a: Big, b: Big): Big {
  return a.gt(b) ? a : b;
}

export function smaller(a: Big, b: Big): Big {
  return a.lt(b) ? a : b;
}

export function sum(values: Iterable<Big>): Big {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/** Rows of the read store hold money as whole 1e-8. */
export function storedMoney(value: number | bigint): Big {
  return new Big(value.toString()).times('1e-8');
}

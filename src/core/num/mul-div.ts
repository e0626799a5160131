/**
 * Exact arithmetic on money (ARIT-003): sums, products, and divisions that name their rounding.
 *
 * Every function takes the quick road in doubles while all its steps stay below 2^53, where doubles are exact, and
 * falls back to `bigint` beyond. The result is the same integer on both roads; a property test holds them equal.
 * Nothing here ever rounds silently and nothing else in the core divides money.
 */
import type { Money } from './units.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/** The one form of an amount: a `number` when it is a safe integer, else a `bigint`. */
export function money(value: bigint): Money {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** a + b. */
export function add(a: Money, b: Money): Money {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MAX && sum >= -MAX) return sum;
  }
  return money(BigInt(a) + BigInt(b));
}

/** a − b. */
export function sub(a: Money, b: Money): Money {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= MAX && difference >= -MAX) return difference;
  }
  return money(BigInt(a) - BigInt(b));
}

/** −a, never −0. */
export function neg(a: Money): Money {
  return typeof a === 'number' ? 0 - a : money(-a);
}

/** a · b. */
export function mul(a: Money, b: Money): Money {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (product <= MAX && product >= -MAX) return product + 0;
  }
  return money(BigInt(a) * BigInt(b));
}

export function max(a: Money, b: Money): Money {
  return a > b ? a : b;
}

export function min(a: Money, b: Money): Money {
  return a < b ? a : b;
}

/** |a|. */
export function abs(a: Money): Money {
  return a < 0 ? neg(a) : a;
}

/** floor(n / d) of exact integers, d > 0, for numerators of either sign. */
function floorWide(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
}

/**
 * floor(a·b / d), toward −∞. d > 0.
 * The quick road splits a = q·d + r, so that a·b/d = q·b + r·b/d needs no product larger than its result.
 */
export function mulDivFloor(a: Money, b: Money, d: Money): Money {
  if (typeof a === 'number' && typeof b === 'number' && typeof d === 'number') {
    const whole = Math.floor(a / d);
    const floor = whole * d;
    const rest = (a - floor) * b;
    const head = whole * b;
    if (floor >= -MAX && rest <= MAX && rest >= -MAX && head <= MAX && head >= -MAX) {
      const result = head + Math.floor(rest / d);
      if (result <= MAX && result >= -MAX) return result + 0;
    }
  }
  return money(floorWide(BigInt(a) * BigInt(b), BigInt(d)));
}

/** ceil(a·b / d), toward +∞. d > 0. */
export function mulDivCeil(a: Money, b: Money, d: Money): Money {
  if (typeof a === 'number' && typeof b === 'number' && typeof d === 'number' && a >= 0 && b >= 0) {
    const whole = Math.floor(a / d);
    const rest = (a - whole * d) * b;
    const head = whole * b;
    if (rest <= MAX && head <= MAX) {
      const result = head + Math.ceil(rest / d);
      if (result <= MAX) return result;
    }
  }
  return neg(mulDivFloor(neg(a), b, d));
}

/** trunc(a·b / d), toward 0. d > 0. */
export function mulDivTrunc(a: Money, b: Money, d: Money): Money {
  return a < 0 === b < 0 ? mulDivFloor(a, b, d) : mulDivCeil(a, b, d);
}

/** halfUp(n / d) = floor((2n + d) / 2d). d > 0. */
export function divHalfUp(n: Money, d: Money): Money {
  return mulDivFloor(add(mul(n, 2), d), 1, mul(d, 2));
}

/** floor(n / d), d > 0. */
export function divFloor(n: Money, d: Money): Money {
  return mulDivFloor(n, 1, d);
}

/** ceil(n / d), d > 0. */
export function divCeil(n: Money, d: Money): Money {
  return mulDivCeil(n, 1, d);
}

/** a·b mod d, at least 0 and below d. d > 0 and safe. */
export function mulMod(a: Money, b: number, d: number): number {
  const remainder = typeof a === 'number' ? a % d : Number(a % BigInt(d));
  const low = remainder < 0 ? remainder + d : remainder + 0;
  const product = low * b;
  if (product <= MAX && product >= 0) return (product % d) + 0;
  return Number((((BigInt(low) * BigInt(b)) % BigInt(d)) + BigInt(d)) % BigInt(d));
}

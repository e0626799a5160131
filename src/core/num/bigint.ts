/** Division of bigints, which by itself rounds toward 0. */

/** floor(n / d). d > 0. */
export function floorDiv(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
}

/** ceil(n / d). d > 0. */
export function ceilDiv(n: bigint, d: bigint): bigint {
  return -floorDiv(-n, d);
}

/**
 * Roots made of whole numbers. The world and the house compute with doubles and + − × ÷ alone, which every engine does
 * to the same bits; they may differ in square roots, powers, logarithms and the like, so none is used.
 */

/** The whole root of a whole number below 2^53, by Newton's steps. */
export function isqrt(n: number): number {
  if (n === 0) return 0;
  let x = 1;
  while (x * x < n) x *= 2;
  for (;;) {
    const next = Math.floor((x + Math.floor(n / x)) / 2);
    if (next >= x) return x;
    x = next;
  }
}

/** The square root to 1/65,536; 0 of what is not above 0. At most of 2^21. */
export function root(v: number): number {
  return v > 0 ? isqrt(Math.floor(v * 4_294_967_296)) / 65_536 : 0;
}

/** The rest of a division of whole numbers not below 0. */
export function rest(n: number, divisor: number): number {
  return n - Math.floor(n / divisor) * divisor;
}

/**
 * Exact decimals for prices, sizes and amounts as they are written in the log: integers with a number of places.
 * Nothing is rounded; quotients are given in whole millionths, rounded down.
 */

/** `units` · 10^−`places`. */
export interface Exact {
  readonly units: bigint;
  readonly places: number;
}

export const ZERO: Exact = { units: 0n, places: 0 };

const DECIMAL = /^(-?)([0-9]{1,60})(?:\.([0-9]{1,60}))?$/;
const MILLION = 1_000_000n;

/** Plain decimal text as a number; null for anything else. */
export function exactOf(text: string): Exact | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { units: sign === '' ? units : -units, places: fraction.length };
}

export function plus(a: Exact, b: Exact): Exact {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}

export function minus(a: Exact, b: Exact): Exact {
  return plus(a, { units: -b.units, places: b.places });
}

export function times(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** `a` · `ppm` millionths. */
export function ppmOf(a: Exact, ppm: number): Exact {
  return { units: a.units * BigInt(ppm), places: a.places + 6 };
}

/** Negative, zero or positive, as `a` is below, equal to or above `b`. */
export function compare(a: Exact, b: Exact): number {
  const places = Math.max(a.places, b.places);
  const left = unitsAt(a, places);
  const right = unitsAt(b, places);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** ⌊10⁶·part / whole⌋ of amounts not below zero; `whole` is above zero. */
export function ratioPpm(part: Exact, whole: Exact): bigint {
  const places = Math.max(part.places, whole.places);
  return (unitsAt(part, places) * MILLION) / unitsAt(whole, places);
}

/** Without trailing zeros, as computed amounts are written: `910`, `0.5`, `-3.25`. */
export function exactText({ units, places }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const point = digits.length - places;
  const fraction = digits.slice(point).replace(/0+$/, '');
  const plain = fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
  return units < 0n ? `-${plain}` : plain;
}

function unitsAt({ units, places }: Exact, wanted: number): bigint {
  return places === wanted ? units : units * 10n ** BigInt(wanted - places);
}

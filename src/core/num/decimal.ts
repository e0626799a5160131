/**
 * Text ↔ integer, exact both ways (ARIT-005, ARIT-006). Never rounds: a number that does not fit the grid is reported.
 *
 * The core reads only canonical decimal text (the API has already turned `1e-2`, `+0.010`, `0.01000` into `0.01`) and
 * writes integers at a fixed number of decimals back as text.
 */
import { money } from './mul-div.ts';
import type { DecimalText, Money } from './units.ts';

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const POINT = 46;
const MINUS = 45;
const LONGEST = 64;

/**
 * Whether `text` is canonical decimal text (ARIT-006): `0`, `12`, `0.5`, `-3.25`; not `-0`, `01`, `1.0`, `.5`, `1e3`.
 */
export function isDecimalText(text: string): boolean {
  const end = text.length;
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (end === start || end > LONGEST) return false;
  let point = -1;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT && point < 0) point = at;
    else if (code < DIGIT_0 || code > DIGIT_9) return false;
  }
  const whole = (point < 0 ? end : point) - start;
  if (whole === 0 || (whole > 1 && text.charCodeAt(start) === DIGIT_0)) return false;
  // A last 0 after the point is needless, and so is a point at the end; alone, a 0 takes no sign.
  if (point >= 0) return point < end - 1 && text.charCodeAt(end - 1) !== DIGIT_0;
  return !(start === 1 && whole === 1 && text.charCodeAt(start) === DIGIT_0);
}

/**
 * `text` as an integer count of 10^−decimals, or `null` when it is finer than that.
 * @param text canonical decimal text; callers assert it with `isDecimalText`
 */
export function scaledInteger(text: DecimalText, decimals: number): Money | null {
  const quick = quickScaled(text, decimals);
  if (quick !== -1) return quick;
  const point = text.indexOf('.');
  const fraction = point < 0 ? '' : text.slice(point + 1);
  if (fraction.length > decimals) return null;
  const digits = (point < 0 ? text : text.slice(0, point)) + fraction + '0'.repeat(decimals - fraction.length);
  return money(BigInt(digits));
}

/** The same for the usual short, positive text, digit by digit; −1 when the slow road must decide. */
function quickScaled(text: DecimalText, decimals: number): number {
  if (text.length > 15) return -1;
  let value = 0;
  let seen = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && seen < 0) seen = 0;
    else if (code >= DIGIT_0 && code <= DIGIT_9) {
      value = value * 10 + (code - DIGIT_0);
      if (seen >= 0) seen++;
    } else return -1;
  }
  const places = seen < 0 ? 0 : seen;
  if (places > decimals) return -1;
  for (let i = places; i < decimals; i++) value *= 10;
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/**
 * Positive text as a whole number of grid units (ticks or steps), or `null` when it isn't one.
 * @param unit the grid unit as a count of 10^−decimals (BTC tick 0.1 with 1 decimal: 1; DOGE step 100 with 0 decimals:
 * 100)
 */
export function unitsOnGrid(text: DecimalText, decimals: number, unit: number): Money | null {
  const scaled = scaledInteger(text, decimals);
  if (scaled === null || unit === 1) return scaled;
  if (typeof scaled === 'number') return scaled % unit === 0 ? scaled / unit : null;
  return scaled % BigInt(unit) === 0n ? money(scaled / BigInt(unit)) : null;
}

/** Whether it is above 0. */
export function isPositive(text: DecimalText): boolean {
  return text !== '0' && text.charCodeAt(0) !== MINUS;
}

/** Canonical text of an integer count of 10^−decimals: `(1790_00000000, 8)` → `1790`, `(-18040000, 8)` → `-0.1804`. */
export function canonicalText(value: Money, decimals: number): string {
  const fixed = fixedText(value, decimals);
  if (decimals === 0) return fixed;
  let end = fixed.length;
  while (fixed.charCodeAt(end - 1) === 48) end--;
  if (fixed.charCodeAt(end - 1) === 46) end--;
  const text = fixed.slice(0, end);
  return text === '-0' ? '0' : text;
}

/** The same with exactly `decimals` digits after the point: `(1790_00000000, 8)` → `1790.00000000`. */
export function fixedText(value: Money, decimals: number): string {
  const negative = value < 0;
  const digits = (negative ? -BigInt(value) : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(digits.length - decimals)}`;
  return negative ? `-${text}` : text;
}

/**
 * Text ↔ integer, exact both ways (ARIT-005, ARIT-006). Never rounds: what does not fit the grid says so.
 *
 * The core reads only canonical decimal text (the API has already turned `1e-2`, `+0.010`, `0.01000` into `0.01`) and
 * writes integers at a fixed number of decimals back as text.
 */
import { money } from './mul-div.ts';
import type { DecimalText, Money } from './units.ts';

const CANONICAL = /^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/;

/** Whether `text` is canonical decimal text (ARIT-006); `-0` is not. */
export function isDecimalText(text: string): boolean {
  return text.length <= 64 && CANONICAL.test(text) && text !== '-0';
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
    if (code === 46 && seen < 0) seen = 0;
    else if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48);
      if (seen >= 0) seen++;
    } else return -1;
  }
  const places = seen < 0 ? 0 : seen;
  if (places > decimals) return -1;
  for (let i = places; i < decimals; i++) value *= 10;
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** How a caller's number stands to a grid of whole units of `unit`·10^−decimals. */
export type OnGrid =
  | { readonly ok: true; readonly units: Money }
  | { readonly ok: false; readonly why: 'notPositive' | 'offGrid' };

/**
 * The text as a whole number of grid units (ticks or steps), or why it is none.
 * @param unit the grid unit as a count of 10^−decimals (BTC tick 0.1 with 1 decimal: 1; DOGE step 100 with 0 decimals: 100)
 */
export function unitsOnGrid(text: DecimalText, decimals: number, unit: number): OnGrid {
  if (text === '0' || text.charCodeAt(0) === 45) return { ok: false, why: 'notPositive' };
  const scaled = scaledInteger(text, decimals);
  if (scaled === null) return { ok: false, why: 'offGrid' };
  if (unit === 1) return { ok: true, units: scaled };
  if (BigInt(scaled) % BigInt(unit) !== 0n) return { ok: false, why: 'offGrid' };
  return { ok: true, units: money(BigInt(scaled) / BigInt(unit)) };
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

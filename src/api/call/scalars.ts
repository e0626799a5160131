/**
 * Reads callers' scalars from their source text, exactly (docs/api.md, Conventions): decimals to canonical text,
 * integers, ids, booleans.
 *
 * A number never goes through a double: `5e-05`, `"+0.0100"` and 30-digit values keep every digit. Each reader returns
 * null for text that is not of its kind; none throws, rounds or clamps.
 */
import type { DecimalText } from '../../core/num/units.ts';

/** Digits a decimal may have once its exponent is written out. */
const MAX_DIGITS = 30;
const MAX_EXPONENT = 18;

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The index after the digits at `from`. */
function pastDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/**
 * A caller's decimal as canonical text: optional sign, digits, optional fraction, optional exponent up to ±18, at most
 * 30 digits once written out. `'+0.0100'` → `'0.01'`, `'5e-05'` → `'0.00005'`, `'-0'` → `'0'`. Null for anything else.
 */
export function canonicalDecimal(text: string): DecimalText | null {
  const first = text.charCodeAt(0);
  const start = first === PLUS || first === MINUS ? 1 : 0;
  const wholeEnd = pastDigits(text, start);
  if (wholeEnd === start) return null;
  let at = wholeEnd;
  let fractionEnd = wholeEnd;
  if (text.charCodeAt(at) === POINT) {
    fractionEnd = pastDigits(text, at + 1);
    if (fractionEnd === at + 1) return null;
    at = fractionEnd;
  }
  let exponent = 0;
  if ((text.charCodeAt(at) | 32) === 101) {
    const read = readExponent(text, at + 1);
    if (read === null) return null;
    exponent = read;
    at = text.length;
  }
  if (at !== text.length) return null;
  const fraction = fractionEnd > wholeEnd ? text.slice(wholeEnd + 1, fractionEnd) : '';
  return place(first === MINUS, text.slice(start, wholeEnd) + fraction, wholeEnd - start + exponent);
}

/** The exponent that fills the rest of `text` from `from`; null when it isn't one or is beyond ±18. */
function readExponent(text: string, from: number): number | null {
  const sign = text.charCodeAt(from);
  const start = sign === PLUS || sign === MINUS ? from + 1 : from;
  if (start === text.length || pastDigits(text, start) !== text.length) return null;
  const value = Number(text.slice(start));
  if (value > MAX_EXPONENT) return null;
  return sign === MINUS ? -value : value;
}

/** `digits` with the decimal point after the first `point` of them (which may be outside), without needless zeros. */
function place(negative: boolean, digits: string, point: number): DecimalText | null {
  let start = 0;
  let end = digits.length;
  while (start < end && digits.charCodeAt(start) === ZERO) start++;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  if (start === end) return '0';
  const body = digits.slice(start, end);
  const whole = point - start;
  const count = whole <= 0 ? body.length - whole : Math.max(whole, body.length);
  if (count > MAX_DIGITS) return null;
  const sign = negative ? '-' : '';
  if (whole <= 0) return `${sign}0.${'0'.repeat(-whole)}${body}`;
  if (whole >= body.length) return sign + body + '0'.repeat(whole - body.length);
  return `${sign}${body.slice(0, whole)}.${body.slice(whole)}`;
}

/** Whether a text is an integer of any length: optional minus and digits, no fraction, no exponent. */
export function isIntegerText(text: string): boolean {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  return text.length > start && pastDigits(text, start) === text.length;
}

/** An integer between `min` and `max` (safe integers); null when it isn't one, or is outside. */
export function integerBetween(text: string, min: number, max: number): number | null {
  if (text.length > 40 || !isIntegerText(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value + 0 : null;
}

/**
 * An id: digits only, at least 1. Ids beyond 2^53 aren't ours and read as 0, which matches nothing; null when it isn't
 * an id.
 */
export function idOf(text: string): number | null {
  if (text.length === 0 || text.length > 40 || pastDigits(text, 0) !== text.length) return null;
  const value = Number(text);
  if (value === 0) return null;
  return Number.isSafeInteger(value) ? value : 0;
}

/** Reads `true`, `false`, `1` or `0`; null for anything else. */
export function booleanOf(text: string): boolean | null {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return null;
}

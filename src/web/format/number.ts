/**
 * Numbers as text. They come from the exchange as decimal text and never become a double on their way to the eye:
 * digits are cut, rounded and grouped as characters and whole numbers.
 */
export const MINUS = '−';
export const NONE = '–';

const EXACT_DECIMALS = 8;

type Rounding = 'half away' | 'down';

interface Digits {
  readonly isNegative: boolean;
  /** Value times ten to the power of `decimals`. */
  readonly units: bigint;
  readonly decimals: number;
}

const DECIMAL = /^([-+]?)(\d+)(?:\.(\d*))?$/;

function digitsOf(text: string): Digits | null {
  const [all, sign, whole = '', fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (all === undefined) return null;
  return { isNegative: sign === '-', units: BigInt(whole + fraction), decimals: fraction.length };
}

/** The value in units of ten to the power of minus `decimals`, rounded; null for what isn't a decimal. */
export function unitsOf(text: string, decimals: number, rounding: Rounding = 'half away'): bigint | null {
  const digits = digitsOf(text);
  if (digits === null) return null;
  const extra = digits.decimals - decimals;
  if (extra <= 0) return sign(digits.units * 10n ** BigInt(-extra), digits.isNegative);
  const unit = 10n ** BigInt(extra);
  const whole = digits.units / unit;
  const isUp = rounding === 'half away' && (digits.units % unit) * 2n >= unit;
  return sign(isUp ? whole + 1n : whole, digits.isNegative);
}

function sign(units: bigint, isNegative: boolean): bigint {
  return isNegative ? -units : units;
}

/** Plain decimal text of a whole number of units: ASCII, as it is copied and sent. */
export function textOf(units: bigint, decimals: number): string {
  const size = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = size.slice(0, size.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${size.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

/** The sum of numbers, each rounded to that many decimals; plain text. */
export function sumOf(texts: readonly string[], decimals: number): string {
  return textOf(
    texts.reduce((sum, text) => sum + (unitsOf(text, decimals) ?? 0n), 0n),
    decimals,
  );
}

interface Look {
  readonly decimals: number;
  /** Says the sign of what is above zero, too. */
  readonly isSigned?: boolean;
  readonly rounding?: Rounding;
}

/** A number for the eye: rounded, grouped by commas, a true minus; "–" for none. */
export function number(
  text: string | number | null | undefined,
  { decimals, isSigned = false, rounding }: Look,
): string {
  const units = text === null || text === undefined ? null : unitsOf(String(text), decimals, rounding);
  if (units === null) return NONE;
  const mark = units < 0n ? MINUS : isSigned && units > 0n ? '+' : '';
  const [whole = '', fraction] = textOf(units < 0n ? -units : units, decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${mark}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Money: two decimals. */
export function money(text: string | null | undefined, isSigned = false): string {
  return number(text, { decimals: 2, isSigned });
}

/** Money to its last digit, ASCII, as it is copied. */
export function exactMoney(text: string): string {
  const units = unitsOf(text, EXACT_DECIMALS);
  return units === null ? text : textOf(units, EXACT_DECIMALS);
}

/** A fraction, such as 0.0056, as percent with its sign: "+0.56%". */
export function percent(fraction: string | null | undefined, decimals = 2): string {
  if (fraction === null || fraction === undefined) return NONE;
  const units = unitsOf(fraction, decimals + 2);
  return units === null ? NONE : `${number(textOf(units, decimals), { decimals, isSigned: true })}%`;
}

const RETURN_DECIMALS = 8;
/** Of a return below 0.1 %, a third decimal tells those of the first minutes apart. */
const SMALL_RETURN = 10n ** 5n;

/** A return in 1e-8 as percent with its sign: "+4.21%", "−0.004%". */
export function returnText(return8: string): string {
  const units = BigInt(return8);
  const isSmall = units !== 0n && (units < 0n ? -units : units) < SMALL_RETURN;
  return percent(textOf(units, RETURN_DECIMALS), isSmall ? 3 : 2);
}

/** The sum of amounts to their last digit, as plain text; null where one is not known. */
export function moneySum(amounts: readonly (string | null | undefined)[]): string | null {
  const units = amounts.map((text) => (text == null ? null : unitsOf(text, EXACT_DECIMALS)));
  if (units.length === 0 || units.includes(null)) return null;
  return textOf(
    units.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n),
    EXACT_DECIMALS,
  );
}

/** Millionths as percent, rounded down: 961_999 is "96.1%", with two decimals "96.19%". */
export function ppm(millionths: number, decimals: 1 | 2 = 1): string {
  const parts = 10 ** decimals;
  const units = Math.floor((millionths * parts) / 10_000);
  return `${Math.floor(units / parts)}.${String(units % parts).padStart(decimals, '0')}%`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size of data: "840 B", "12.3 MB". */
export function bytes(count: number): string {
  const power = count < 1_000 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const size = count / 1_000 ** power;
  return `${power === 0 ? String(count) : size.toFixed(size < 100 ? 1 : 0)} ${BYTE_UNITS[power]}`;
}

/** A whole number with its groups. */
export function whole(count: number | string | bigint): string {
  return number(String(count), { decimals: 0 });
}

/** The sign that a number for the eye says of itself: what reads as nothing has none. */
export function signShown(text: string): -1 | 0 | 1 {
  if (text.startsWith(MINUS)) return -1;
  return text.startsWith('+') ? 1 : 0;
}

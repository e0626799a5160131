/**
 * A price as a line of text: JSON with `symbol` (cmt_btcusdt or BTCUSDT), `price` and, if it is not of the moment it
 * comes, `time` in epoch ms.
 */
import { scaledInteger } from '../../core/num/decimal.ts';

export interface PriceLine {
  /** As it was written. */
  readonly symbol: string;
  readonly priceE8: number;
  readonly timeMs: number | null;
}

/** The highest price that is a whole number of 1e-8 in a double. */
const HIGHEST = 90_000_000;

/** A line that is no price: the text found, and what is needed. */
export class NoPrice extends Error {}

/** @throws NoPrice */
export function readPriceLine(line: string): PriceLine {
  const found = line.length > 120 ? `${line.slice(0, 120)}…` : line;
  const wrong = (what: string): NoPrice =>
    new NoPrice(
      `${what} in ${found}; a line is {"symbol":"BTCUSDT","price":"90000.1"}, with "time" in ms if it is older`,
    );
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong('no JSON');
  }
  const {
    symbol,
    price,
    time = null,
  } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof symbol !== 'string' || symbol === '') throw wrong('no symbol');
  const priceE8 = priceOf(typeof price === 'number' ? String(price) : price);
  if (priceE8 === null) throw wrong('no price above 0');
  if (time !== null && !(Number.isSafeInteger(time) && Number(time) > 100_000_000_000))
    throw wrong('a time that is not in epoch ms');
  return { symbol, priceE8, timeMs: time === null ? null : Number(time) };
}

/** A price in 1e-8, rounded down to them; null when it is none. */
export function priceOf(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const [, whole = '', fraction = ''] = /^([0-9]{1,9})(?:\.([0-9]{1,30}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return null;
  const scaled = scaledInteger(fraction === '' ? whole : `${whole}.${fraction.slice(0, 8)}`, 8);
  const value = scaled === null ? 0 : Number(scaled);
  return value > 0 && value <= HIGHEST * 100_000_000 ? value : null;
}

/** The common part of all spellings of a contract's name: BTCUSDT, btc-usdt, cmt_btcusdt. */
export function plainName(found: string): string {
  return found
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^cmt/, '');
}

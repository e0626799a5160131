/**
 * A position at a price, exact: entry, and what it has won or lost.
 */
import type { PushedPosition } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';

const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);

/** Average entry, rounded down; null for a position that has ended. */
export function entryPrice({ size, openValue }: PushedPosition): string | null {
  const [s, value] = [unitsOf(size, DECIMALS) ?? 0n, unitsOf(openValue, DECIMALS) ?? 0n];
  return s === 0n ? null : textOf(((value < 0n ? -value : value) * UNIT) / s, DECIMALS);
}

/** Won or lost at this mark price and not realised, USDT; null without a price. */
export function unrealised({ side, size, openValue }: PushedPosition, mark: string | null): string | null {
  const [s, value, price] = [unitsOf(size, DECIMALS), unitsOf(openValue, DECIMALS), unitsOf(mark ?? '', DECIMALS)];
  if (s === null || value === null || price === null) return null;
  const now = (s * price) / UNIT;
  const then = value < 0n ? -value : value;
  return textOf(side === 'LONG' ? now - then : then - now, DECIMALS);
}

/** Its worth at this mark price, USDT; null without a price. */
export function worthAt({ size }: PushedPosition, mark: string | null): string | null {
  const [s, price] = [unitsOf(size, DECIMALS), unitsOf(mark ?? '', DECIMALS)];
  return s === null || price === null ? null : textOf((s * price) / UNIT, DECIMALS);
}

/** Margin it began with: its own where it is isolated, else what its leverage asks of its value when it was opened. */
export function marginOf({ marginMode, isolatedMargin, openValue, leverage }: PushedPosition): string | null {
  if (marginMode === 'ISOLATED') return isolatedMargin;
  const [value, times] = [unitsOf(openValue, DECIMALS), unitsOf(leverage, 0)];
  return value === null || times === null || times === 0n
    ? null
    : textOf((value < 0n ? -value : value) / times, DECIMALS);
}

/** A part of a whole, as a fraction; null where there is no whole. */
export function partOfWhole(part: string | null, whole: string | null): string | null {
  const [a, b] = [unitsOf(part ?? '', DECIMALS), unitsOf(whole ?? '', DECIMALS)];
  return a === null || b === null || b <= 0n ? null : textOf((a * UNIT) / b, DECIMALS);
}

/**
 * What a position comes to at a price, exact: entry, and what it has won or lost.
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

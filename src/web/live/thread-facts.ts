/**
 * What a thread comes to: one decision, one side, one sum. Pure, over rows as they came.
 */
import { textOf, unitsOf } from '../format/number.ts';
import type { ActivityRow, Decision, Thread } from './threads.ts';

const MONEY = 8;
/** Orders that open a long or close a short buy. */
const LONG_TYPES = ['1', '3'];
const OPENS = ['1', '2'];

/** The decision that is about the thread's order, else the first. */
export function decisionOf({ log, order }: Thread): Decision | null {
  const all = log?.decisions ?? [];
  return all.find(({ symbol }) => symbol !== null && symbol === order?.symbol) ?? all[0] ?? null;
}

/** Ms from the log to the order: above zero when the log was first; null when one is missing. */
export function leadMs({ log, order }: Thread): number | null {
  return log === null || order === null ? null : order.t - log.t;
}

export function filledSize(fills: readonly ActivityRow[]): string | null {
  return sum(fills.map(({ size }) => size));
}

/** The average price of fills, exact to eight decimals, rounded down; null without any. */
export function averagePrice(fills: readonly ActivityRow[]): string | null {
  let [value, size] = [0n, 0n];
  for (const fill of fills) {
    const [price, part] = [unitsOf(fill.price ?? '', MONEY), unitsOf(fill.size ?? '', MONEY)];
    if (price === null || part === null) return null;
    value += price * part;
    size += part;
  }
  return size === 0n ? null : textOf(value / size, MONEY);
}

export function feeOf(fills: readonly ActivityRow[]): string | null {
  return sum(fills.map(({ fee }) => fee));
}

export function realisedOf(fills: readonly ActivityRow[]): string | null {
  return sum(fills.map(({ realised }) => realised));
}

/** What an opening order has won or lost at this price so far, before fees; null for one that closes. */
export function resultSoFar({ order, fills }: Thread, price: string | null): string | null {
  const [average, size] = [averagePrice(fills), filledSize(fills)];
  const type = order?.type ?? null;
  if (price === null || average === null || size === null || type === null || !OPENS.includes(type)) return null;
  const [now, then] = [unitsOf(price, MONEY) ?? 0n, unitsOf(average, MONEY) ?? 0n];
  const moved = LONG_TYPES.includes(type) ? now - then : then - now;
  return textOf((moved * (unitsOf(size, MONEY) ?? 0n)) / 10n ** BigInt(MONEY), MONEY);
}

function sum(parts: readonly (string | null | undefined)[]): string | null {
  const units = parts.map((part) => (part == null ? null : unitsOf(part, MONEY)));
  if (units.length === 0 || units.includes(null)) return null;
  return textOf(
    units.reduce<bigint>((total, one) => total + (one ?? 0n), 0n),
    MONEY,
  );
}

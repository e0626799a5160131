/**
 * The prices and sizes a contract takes: whole ticks and steps, within its bounds and its band around the mark price.
 * Exact, on text.
 */
import type { ContractsRow } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';

export const EXACT = 18;
const MOST_TICKS = 10n ** 9n;

/** In units of ten to the power of minus `EXACT`; null for what is no decimal. */
export const exact = (text: string): bigint | null => unitsOf(text, EXACT);

export function tickOf({ tick_size, priceEndStep }: ContractsRow): string {
  return textOf(BigInt(priceEndStep), Number(tick_size));
}

/** The grid's values around a number, from below and above, those above 0. */
export function around(text: string, unit: string): string[] {
  const decimals = unit.split('.')[1]?.length ?? 0;
  const [value, step] = [exact(text) ?? 0n, exact(unit) ?? 1n];
  const scale = 10n ** BigInt(EXACT - decimals);
  const below = value <= 0n ? 0n : value - (value % step);
  return [below, below + step].filter((one) => one > 0n).map((one) => textOf(one / scale, decimals));
}

/** The ticks around a price. */
export function near(price: string, contract: ContractsRow): string[] {
  return around(price, tickOf(contract));
}

/** Whether a price is no whole number of ticks, or beyond the least and the most there are, which are given then. */
export function offGrid(price: string, contract: ContractsRow): 'tick' | readonly [string, string] | null {
  const [value, tick] = [exact(price), exact(tickOf(contract)) ?? 1n];
  if (value === null || value <= 0n || value % tick !== 0n) return 'tick';
  const decimals = Number(contract.tick_size);
  const [least, most] = [exact(contract.minPrice) ?? 0n, tick * MOST_TICKS];
  if (value >= least && value <= most) return null;
  return [
    textOf(unitsOf(contract.minPrice, decimals) ?? 0n, decimals),
    textOf(MOST_TICKS * BigInt(contract.priceEndStep), decimals),
  ];
}

/** The highest price of a buy, or the lowest of a sell, at a mark price (ORDR-007). */
export function boundOf(buys: boolean, mark: string, contract: ContractsRow): string {
  const decimals = Number(contract.tick_size);
  const [m, one] = [unitsOf(mark, decimals) ?? 0n, 10n ** BigInt(EXACT)];
  const ratio = exact(buys ? contract.buyLimitPriceRatio : contract.sellLimitPriceRatio) ?? 0n;
  if (buys) return textOf((m * (one + ratio) + one - 1n) / one, decimals);
  const low = (m * (one - ratio)) / one;
  return textOf(low > 1n ? low : 1n, decimals);
}

/** A price that many ticks further; what is no price stays what it is. */
export function moved(price: string, ticks: number, contract: ContractsRow): string {
  const decimals = Number(contract.tick_size);
  const units = unitsOf(price, decimals);
  if (units === null) return price;
  const next = units + BigInt(ticks) * BigInt(contract.priceEndStep);
  return next > 0n ? textOf(next, decimals) : price;
}

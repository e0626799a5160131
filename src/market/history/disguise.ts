/**
 * Makes the prices of history hard to recognise, because models have read it: each contract's are multiplied by a
 * factor of its own, between a half and two, and half of the contracts are mirrored, so that a rise is a fall.
 */
import type { Draws } from '../world/draws.ts';

export interface Disguise {
  /** A price in 1e-8, in another of the same tick. */
  of(priceE8: number): number;
}

/**
 * @param draws of this contract alone
 * @param startE8 the contract's first price
 * @param tickE8 the disguised start lies on it
 */
export function disguiseOf(draws: Draws, startE8: number, tickE8: number): Disguise {
  const place = draws.u() * 2;
  const factor = place < 1 ? 0.5 + place / 2 : place;
  const isMirrored = draws.u() < 0.5;
  const ticks = Math.max(1, Math.floor((startE8 * factor) / tickE8));
  const scale = (ticks * tickE8) / startE8;
  const rounded = (price: number): number => Math.max(1, Math.floor(price + 0.5));
  return { of: (priceE8) => rounded((isMirrored ? (startE8 / priceE8) * startE8 : priceE8) * scale) };
}

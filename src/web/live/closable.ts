/**
 * Sizes of a contract's positions that are free to be closed: without what working orders that close hold already
 * (CLOS-001). Plan orders hold nothing before they fire.
 */
import type { PushedOrder, PushedPosition } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';
import { isPlan } from './plan-name.ts';

export function closableOf(
  symbol: string,
  decimals: number,
  positions: readonly PushedPosition[],
  orders: readonly PushedOrder[],
): { readonly long: string; readonly short: string } {
  const units = (text: string): bigint => unitsOf(text, decimals) ?? 0n;
  const sum = (sizes: readonly bigint[]): bigint => sizes.reduce((all, one) => all + one, 0n);
  const freeOn = (side: string): string => {
    const has = positions.filter(({ contractId, side: of }) => contractId === symbol && of === side);
    const closing = orders.filter(
      (order) => order.contractId === symbol && order.positionSide === side && order.reduceOnly && !isPlan(order),
    );
    const free =
      sum(has.map(({ size }) => units(size))) -
      sum(closing.map(({ size, cumFillSize }) => units(size) - units(cumFillSize)));
    return textOf(free > 0n ? free : 0n, decimals);
  };
  return { long: freeOn('LONG'), short: freeOn('SHORT') };
}

/**
 * The rows of a ladder: levels of a book gathered by a step, with the sum up to each. Exact: prices and sizes stay
 * whole numbers of their units.
 */
import { textOf, unitsOf } from '../format/number.ts';

export type Level = readonly [price: string, size: string];

export interface LadderRow {
  /** Plain decimal text, as it is sent. */
  readonly price: string;
  readonly size: string;
  /** Of all rows up to this one. */
  readonly sum: string;
  /** The sum as part of the largest shown, 0 to 100, for the bar. */
  readonly part: number;
}

export interface LadderView {
  readonly side: 'bids' | 'asks';
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** Price ticks in a row: 1, 10 or 100. */
  readonly group: number;
  readonly rows: number;
}

/** The row a price of a side is gathered into, in ticks. */
function rowOf(ticks: bigint, side: LadderView['side'], step: bigint): bigint {
  const down = (ticks / step) * step;
  return side === 'bids' || down === ticks ? down : down + step;
}

export interface OwnOrder {
  readonly side: LadderView['side'];
  readonly price: string;
  readonly left: string;
}

/** Sizes of the visitor's own orders by the rows they are gathered into, of one side. */
export function ownRows(orders: readonly OwnOrder[], look: Omit<LadderView, 'rows'>): ReadonlyMap<string, string> {
  const sizes = new Map<bigint, bigint>();
  for (const { side, price, left } of orders) {
    if (side !== look.side) continue;
    const row = rowOf(unitsOf(price, look.priceDecimals) ?? 0n, side, BigInt(look.group));
    sizes.set(row, (sizes.get(row) ?? 0n) + (unitsOf(left, look.sizeDecimals) ?? 0n));
  }
  return new Map([...sizes].map(([row, size]) => [textOf(row, look.priceDecimals), textOf(size, look.sizeDecimals)]));
}

/** The best rows of a side, best first. Bids gather downwards, asks upwards, so that a row never promises more. */
export function ladderRows(levels: readonly Level[], look: LadderView): LadderRow[] {
  const { side, priceDecimals, sizeDecimals, group, rows } = look;
  const step = BigInt(group);
  const gathered = new Map<bigint, bigint>();
  for (const [price, size] of levels) {
    const [ticks, units] = [unitsOf(price, priceDecimals) ?? 0n, unitsOf(size, sizeDecimals) ?? 0n];
    const row = rowOf(ticks, side, step);
    if (!gathered.has(row) && gathered.size === rows) break;
    gathered.set(row, (gathered.get(row) ?? 0n) + units);
  }
  let sum = 0n;
  const sums = [...gathered].map(([row, size]) => ({ row, size, sum: (sum += size) }));
  return sums.map(({ row, size, sum: upTo }) => ({
    price: textOf(row, priceDecimals),
    size: textOf(size, sizeDecimals),
    sum: textOf(upTo, sizeDecimals),
    part: sum === 0n ? 0 : Number((upTo * 100n) / sum),
  }));
}

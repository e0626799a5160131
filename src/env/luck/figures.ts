/** One run of an agent in one world, and what is said of it. */
import type { Totals } from '../told.ts';

/** All but the number of fills in parts of the equity it began with. */
export interface Figures {
  readonly return: number;
  /** The largest fall from a height, as a part of that height. */
  readonly drawdown: number;
  readonly fees: number;
  /** Above 0: paid. */
  readonly funding: number;
  readonly turnover: number;
  readonly fills: number;
}

export const FIGURES = [
  'return',
  'drawdown',
  'fees',
  'funding',
  'turnover',
  'fills',
] as const satisfies (keyof Figures)[];

export interface Run {
  /** The prices it met. Runs of the same world tell the same thing twice: they count as one. */
  readonly world: string;
  readonly seed: string;
  readonly figures: Figures;
}

/**
 * @param curve equity in equal steps, USDT, the first of them before anything was done
 * @throws TypeError when the curve does not begin above 0
 */
export function figuresOf(curve: readonly number[], { fees, funding, turnover, fills }: Totals): Figures {
  const [start = 0] = curve;
  if (!(start > 0)) throw new TypeError(`a curve of equity begins above 0; found ${curve[0]}`);
  return {
    return: curve.at(-1)! / start - 1,
    drawdown: drawdownOf(curve),
    fees: fees / start,
    funding: funding / start,
    turnover: turnover / start,
    fills,
  };
}

function drawdownOf(curve: readonly number[]): number {
  let height = 0;
  let largest = 0;
  for (const equity of curve) {
    height = Math.max(height, equity);
    largest = Math.max(largest, 1 - equity / height);
  }
  return largest;
}

/** At most so many points of a curve at nearly equal distances, first and last among them. */
export function thinned(curve: readonly number[], most: number): number[] {
  if (curve.length <= most) return [...curve];
  return Array.from({ length: most }, (_, at) => curve[Math.round((at * (curve.length - 1)) / (most - 1))]!);
}

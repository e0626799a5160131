/**
 * A row of the world's table from a contract's bars: how much it moves, with whom, how wide and how deep it is. What
 * bars can't tell follows from what they do, as it does among the rows of the table.
 */
import type { Row } from '../world/table.ts';
import type { History, Series } from './history.ts';

/** Mean size of the world's moves beside σ·√seconds, and its contracts' correlation with the first beside β. */
const MOVES = 0.7;
const CORRELATION = 0.85;
const MOST_BETA = 0.98;
/** Without the first contract in the file: those of a usual other one. */
const USUAL = { beta: 0.8, lag: 0.2 };
/** Share of `dayValue` that is traded in a mean day, and a day's value beside rate × value. */
const TRADED = 0.6;
const DAY_VALUE = 86_400 * 2.9;
/** Of the first row: the largest market that the exchange makes. */
const LARGEST = { dayValue: 0.9 * 1_500 * DAY_VALUE, rate: 0.9 };
const LEAST_RATE = 0.1;
const DEPTH_OF_TRADES = 12.5;
const FUNDS = { ofDayValue: 1.2, least: 100 };
const HALF = { least: 0.2, most: 5 };
const LEAST_BARS = 1_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const E8 = 100_000_000;

export interface Fitted {
  readonly row: Row;
  readonly bars: number;
  /** Columns that the file says nothing of, and took a usual value. */
  readonly assumed: readonly (keyof Row)[];
}

/**
 * @param first the contract whose part all others share, if the file has it
 * @throws RangeError when there are too few bars to say anything
 */
export function fitRow({ barMs }: History, series: Series, first: Series | null, symbol: string): Fitted {
  const { close, volume } = series;
  const moves = movesOf(series, barMs);
  if (barMs === 0 || moves.size < LEAST_BARS)
    throw new RangeError(
      `${series.symbol} has ${barMs === 0 ? 'single prices' : `${moves.size} bars with one before them`}, needs ${LEAST_BARS} bars`,
    );
  const meanMove = mean([...moves.values()].map(Math.abs));
  const sigma = meanMove / (MOVES * Math.sqrt(barMs / SECOND_MS));
  const assumed: (keyof Row)[] = ['lag'];
  const isFirst = first === series;
  const correlation = first === null || isFirst ? null : correlationOf(moves, movesOf(first, barMs));
  if (correlation === null && !isFirst) assumed.push('beta');
  const dayVolume = (mean(volume.filter((value) => !Number.isNaN(value))) * DAY_MS) / barMs;
  const isTraded = dayVolume > 0;
  if (!isTraded) assumed.push('rate', 'value', 'depth', 'funds');
  const dayValue = Math.min(LARGEST.dayValue, isTraded ? dayVolume / TRADED : LARGEST.dayValue / 10);
  const rate = rounded(Math.max(LEAST_RATE, LARGEST.rate * Math.sqrt(dayValue / LARGEST.dayValue)), 2);
  const value = dayValue / (rate * DAY_VALUE);
  const beta = isFirst ? 0.92 : correlation === null ? USUAL.beta : Math.max(0, correlation) / CORRELATION;
  return {
    bars: moves.size,
    assumed,
    row: {
      symbol,
      start: close.at(-1)! / E8,
      sigma: rounded(sigma, 3),
      beta: rounded(Math.min(MOST_BETA, beta), 2),
      lag: isFirst ? 0 : USUAL.lag,
      rate,
      value: Math.max(1, rounded(value, 0)),
      half: rounded(Math.max(HALF.least, Math.min(HALF.most, spreadOf(series, barMs) / 2)), 2),
      gap: rounded(sigma, 2),
      depth: Math.max(1, rounded(DEPTH_OF_TRADES * value, 0)),
      funds: Math.max(FUNDS.least, rounded((FUNDS.ofDayValue * dayValue) / 1e6, 0)) * 1e6,
    },
  };
}

/** Basis points from bar to bar, by the begin of the later one; a bar after a gap has none. */
function movesOf({ timesMs, close }: Series, barMs: number): Map<number, number> {
  const moves = new Map<number, number>();
  for (let at = 1; at < close.length; at++)
    if ((timesMs[at] ?? 0) - (timesMs[at - 1] ?? 0) === barMs)
      moves.set(timesMs[at]!, Math.log(close[at]! / close[at - 1]!) * 10_000);
  return moves;
}

function correlationOf(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number | null {
  const pairs = [...one].flatMap(([timeMs, move]) => {
    const too = other.get(timeMs);
    return too === undefined ? [] : [[move, too] as const];
  });
  if (pairs.length < LEAST_BARS) return null;
  const [meanOne, meanOther] = [mean(pairs.map(([move]) => move)), mean(pairs.map(([, move]) => move))];
  let [both, squaresOne, squaresOther] = [0, 0, 0];
  for (const [a, b] of pairs) {
    both += (a - meanOne) * (b - meanOther);
    squaresOne += (a - meanOne) ** 2;
    squaresOther += (b - meanOther) ** 2;
  }
  return both / Math.sqrt(squaresOne * squaresOther);
}

/**
 * The spread that closes bounce between, beside the middles of their bars' ranges, basis points (Abdi and Ranaldo, "A
 * Simple Estimation of Bid-Ask Spreads from Daily Close, High, and Low Prices", 2017); 0 where none can be told.
 */
function spreadOf({ timesMs, close, high, low }: Series, barMs: number): number {
  const products: number[] = [];
  const middle = (at: number): number => (Math.log(high[at]!) + Math.log(low[at]!)) / 2;
  for (let at = 0; at + 1 < close.length; at++) {
    if (timesMs[at + 1]! - timesMs[at]! !== barMs) continue;
    const ended = Math.log(close[at]!);
    products.push((ended - middle(at)) * (ended - middle(at + 1)));
  }
  return Math.sqrt(Math.max(0, 4 * mean(products))) * 10_000;
}

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

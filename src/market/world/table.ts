/**
 * How the market of each contract behaves. A row's number is the contract of its streams, whatever contracts exist: the
 * whole table is stepped in every exchange, so the same seed gives the same prices everywhere. A contract without a row
 * has no index of ours and no house orders.
 */
import { root } from './arithmetic.ts';

export interface Row {
  readonly symbol: string;
  /** Price at the very first start, USDT. */
  readonly start: number;
  /** Deviation of a usual second, basis points. */
  readonly sigma: number;
  /** Share of the common factor. */
  readonly beta: number;
  /** Part of the common factor that arrives a second late. */
  readonly lag: number;
  /** Trades a second of the flow. */
  readonly rate: number;
  /** Value of a usual trade, USDT. */
  readonly value: number;
  /** Half the usual spread, and the usual gap of two levels, basis points. */
  readonly half: number;
  readonly gap: number;
  /** Value of the first level, USDT. */
  readonly depth: number;
  /** Of the maker and of the flow taker each, USDT. */
  readonly funds: number;
}

/** `symbol start σ β lag rate value half gap depth funds`, the last in millions */
const ROWS = `
cmt_btcusdt 90000 0.62 0.92 0    0.90 1500 0.30 0.60 20000 400
cmt_ethusdt 3000  0.82 0.90 0.12 0.80 1200 0.35 0.70 15000 300
cmt_solusdt 140   1.05 0.85 0.20 0.60 700  0.30 0.90 9000  100
cmt_dogeusdt 0.15 1.15 0.80 0.25 0.45 450  0.30 1.10 6000  100
cmt_xrpusdt 2.1   1.00 0.78 0.25 0.45 600  0.30 1.00 7000  100
cmt_adausdt 0.45  1.05 0.80 0.25 0.30 400  0.25 1.20 6000  100
cmt_bnbusdt 880   0.75 0.80 0.20 0.35 700  0.60 0.90 7000  100
cmt_ltcusdt 85    0.95 0.78 0.25 0.25 400  0.60 1.20 5000  100`;

export const TABLE: readonly Row[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [symbol = '', ...columns] = row.split(/ +/);
    const [start, sigma, beta, lag, rate, value, half, gap, depth, millions] = columns.map(Number) as Numbers;
    return { symbol, start, sigma, beta, lag, rate, value, half, gap, depth, funds: millions * 1_000_000 };
  });

type Numbers = [number, number, number, number, number, number, number, number, number, number];

/** Constants of a row. */
export interface Constants {
  /** Weight of the own part of a move. */
  readonly own: number;
  /** Deviation of the lagged common part before it is scaled back to 1. */
  readonly lagged: number;
  /** Size of its jumps beside those of the first contract. */
  readonly jump: number;
  /** Basis points a second that give back the mean of the jumps. */
  readonly drift: number;
  /** Value of a day, USDT: the scale of everything about size. */
  readonly dayValue: number;
}

export function constantsOf({ sigma, beta, lag, rate, value }: Row): Constants {
  const jump = 0.6 + ((0.5 * sigma) / 0.62) * 0.8;
  return {
    own: root(1 - beta * beta),
    lagged: root((1 - lag) * (1 - lag) + lag * lag),
    jump,
    drift: (0.2375 * 20 * 2.08 * (0.5 * beta + 0.34) * jump) / 86_400,
    dayValue: rate * 86_400 * value * 2.9,
  };
}

/**
 * How the market of each contract behaves: where its price starts and pulls back to, how much it moves, how wide and
 * how deep it is quoted. Contracts that are not in this table have no index of ours and no house orders.
 */
import { scaledInteger } from '../core/num/decimal.ts';

export interface Profile {
  readonly symbol: string;
  /** Price the index starts at and is pulled back to, 1e-8 USDT. */
  readonly anchorE8: number;
  /** Standard deviation of the index over one second, in 1e-9 of the price. */
  readonly volatilityPpb: number;
  /** Distance of two quoted levels, ticks. */
  readonly spacing: number;
  /** Value of the first level, USDT; each further level is half of it more. */
  readonly levelValue: number;
}

/** `symbol anchor volatilityPpb spacing levelValue` */
const ROWS = `
cmt_btcusdt 90000 60000 135 8000
cmt_ethusdt 3000 80000 50 6000
cmt_solusdt 140 100000 3 4000
cmt_dogeusdt 0.15 120000 4 3000
cmt_xrpusdt 2.1 100000 4 4000
cmt_adausdt 0.45 110000 1 3000
cmt_bnbusdt 880 70000 16 4000
cmt_ltcusdt 85 90000 2 3000`;

export const PROFILES: readonly Profile[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [symbol = '', anchor = '', volatilityPpb, spacing, levelValue] = row.split(' ');
    return {
      symbol,
      anchorE8: Number(scaledInteger(anchor, 8)),
      volatilityPpb: Number(volatilityPpb),
      spacing: Number(spacing),
      levelValue: Number(levelValue),
    };
  });

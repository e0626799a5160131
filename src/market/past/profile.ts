/**
 * How the past of each contract behaves: what its price is pulled back to, and how much it moves. Contracts that are
 * not in this table have no past.
 */
import { scaledInteger } from '../../core/num/decimal.ts';

export interface Profile {
  readonly symbol: string;
  /** Price it is pulled back to, 1e-8 USDT. */
  readonly anchorE8: number;
  /** Standard deviation over one second, in 1e-9 of the price. */
  readonly volatilityPpb: number;
}

/** `symbol anchor volatilityPpb` */
const ROWS = `
cmt_btcusdt 90000 60000
cmt_ethusdt 3000 80000
cmt_solusdt 140 100000
cmt_dogeusdt 0.15 120000
cmt_xrpusdt 2.1 100000
cmt_adausdt 0.45 110000
cmt_bnbusdt 880 70000
cmt_ltcusdt 85 90000`;

export const PROFILES: readonly Profile[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [symbol = '', anchor = '', volatilityPpb] = row.split(' ');
    return {
      symbol,
      anchorE8: Number(scaledInteger(anchor, 8)),
      volatilityPpb: Number(volatilityPpb),
    };
  });

/**
 * The last settled funding rates of a contract, newest first (getHistoryFundRate).
 */
import type { SettledRate } from '../../bars/past.ts';
import type { Database } from '../database/db.ts';

export interface FundingRatesArgs {
  readonly symbol: string;
  readonly limit: number;
  /** By the time of the settlement, both ends inclusive; null: no end. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export async function fundingRates(database: Database, args: FundingRatesArgs): Promise<SettledRate[]> {
  const { symbol, limit, startMs, endMs } = args;
  let query = database.sql
    .selectFrom('funding_rate')
    .select(['rate', 'funding_ms', 'mark'])
    .where('symbol', '=', symbol);
  if (startMs !== null) query = query.where('funding_ms', '>=', startMs);
  if (endMs !== null) query = query.where('funding_ms', '<=', endMs);
  const rows = await query.orderBy('funding_ms', 'desc').orderBy('sequence', 'desc').limit(limit).execute();
  return rows.map(({ rate, funding_ms, mark }) => ({ rateE8: rate, fundingMs: funding_ms, mark }));
}

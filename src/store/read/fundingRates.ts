/**
 * The last settled funding rates of a contract, newest first (getHistoryFundRate).
 */
import type { SettledRate } from '../../bars/past.ts';
import type { Database } from '../database/db.ts';

export interface FundingRatesArgs {
  readonly symbol: string;
  readonly limit: number;
}

export async function fundingRates(database: Database, { symbol, limit }: FundingRatesArgs): Promise<SettledRate[]> {
  const rows = await database.sql
    .selectFrom('funding_rate')
    .select(['rate', 'funding_ms', 'mark'])
    .where('symbol', '=', symbol)
    .orderBy('funding_ms', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rate, funding_ms, mark }) => ({ rateE8: rate, fundingMs: funding_ms, mark }));
}

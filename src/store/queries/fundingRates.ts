/**
 * The last settled funding rates of a contract, newest first (getHistoryFundRate).
 */
import type { Database } from '../database/db.ts';

export interface FundingRatesArgs {
  readonly symbol: string;
  readonly limit: number;
}

export interface FundingRate {
  readonly symbol: string;
  readonly rateE8: number;
  /** The boundary it was settled for; for an operator's pass, its time. */
  readonly fundingMs: number;
}

export async function fundingRates(database: Database, { symbol, limit }: FundingRatesArgs): Promise<FundingRate[]> {
  const rows = await database.sql
    .selectFrom('funding_rate')
    .select(['symbol', 'rate', 'funding_ms'])
    .where('symbol', '=', symbol)
    .orderBy('funding_ms', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rate, funding_ms }) => ({ symbol, rateE8: rate, fundingMs: funding_ms }));
}

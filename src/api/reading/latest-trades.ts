/** The tape of a contract, or 503 when it failed. */
import type { Contract } from '../../core/language/contract.ts';
import type { Tape, Trade } from '../../live/tape.ts';
import { unavailable } from '../words/errors.ts';

/** Trades asked for at once: as many when nothing is said, and at most. */
export const TRADES = { usual: 100, most: 1000 } as const;

const NO_TAPE = {
  en: 'the latest trades failed and come back with the next start of the exchange',
  zh: '最新成交数据发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

/** Newest first. @throws ApiError 503 */
export function latestTrades({ tape }: { readonly tape: Tape }, { symbol }: Contract, limit: number): readonly Trade[] {
  const latest = tape.latest(symbol, limit);
  if (latest === null) throw unavailable(NO_TAPE, UNTIL_RESTARTED_SECONDS);
  return latest;
}

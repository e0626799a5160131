/** The projection of prices and their last 24 hours, or 503 when it failed. */
import type { Bar } from '../../bars/bar.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { LiveBars } from '../../live/bars.ts';
import type { CallDeps } from '../call/deps.ts';
import { unavailable } from '../words/errors.ts';

const FAILED = {
  en: 'candles and the figures of 24 hours failed and come back with the next start of the exchange',
  zh: 'K线与24小时行情统计发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

/** @throws ApiError 503 */
export function barsOf({ bars }: Pick<CallDeps, 'bars'>): LiveBars {
  if (bars.isDetached) throw unavailable(FAILED, UNTIL_RESTARTED_SECONDS);
  return bars;
}

/**
 * The last 24 hours of a contract; null before the first price.
 * @throws ApiError 503
 */
export function dayOf(deps: Pick<CallDeps, 'bars' | 'clock'>, { contract }: Instrument): Bar | null {
  return barsOf(deps).day(contract.symbol, deps.clock.nowMs());
}

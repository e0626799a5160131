/** The last 24 hours of a contract, as tickers show them, or 503 when they are not known. */
import type { Instrument } from '../../core/state/records.ts';
import type { TickerFigures } from '../../live/ticker-window.ts';
import type { ApiDeps } from '../front/deps.ts';
import { unavailable } from '../words/errors.ts';

const NO_DAY = {
  en: 'the figures of the last 24 hours failed and come back with the next start of the exchange',
  zh: '24小时行情统计发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

/** @throws ApiError 503 */
export function dayOf({ ticker, clock }: ApiDeps, instrument: Instrument): TickerFigures {
  const figures = ticker.figures(instrument.contract.symbol, clock.nowMs());
  if (figures === null) throw unavailable(NO_DAY, UNTIL_RESTARTED_SECONDS);
  return figures;
}

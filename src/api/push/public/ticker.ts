/** ticker.{symbol}: prices now and the last 24 hours. A day moves on without a trade, so it is looked at anyway. */
import { pushedTicker, pushedTickerShape } from '../../shapes/pushed-ticker.ts';
import { defineMarketChannel, newest } from './channel.ts';

/** When it is looked at, in every dialect. */
export const TICKER_RHYTHM = {
  everyMs: 100,
  quietMs: 1_000,
  changedBy: ['fillMade', 'markChanged', 'orderChanged'],
} as const;

export const ticker = defineMarketChannel({
  name: 'ticker.{symbol}',
  shape: pushedTickerShape,
  carries: { kind: 'latest', hasType: false },
  ...TICKER_RHYTHM,
  open: ({ symbol }, { instrument, bars }) =>
    newest((nowMs) => (bars.isDetached ? null : JSON.stringify(pushedTicker(instrument, bars.day(symbol, nowMs))))),
});

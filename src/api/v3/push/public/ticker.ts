/** {symbol}@ticker: prices now and the last 24 hours, when any of them but the time is another. */
import { defineMarketChannel, type MarketSource } from '../../../push/public/channel.ts';
import { TICKER_RHYTHM } from '../../../push/public/ticker.ts';
import { pushedTicker, pushedTickerShape } from '../../shapes/pushed-ticker.ts';

export const ticker = defineMarketChannel({
  name: '{symbol}@ticker',
  shape: pushedTickerShape,
  carries: { kind: 'latest', hasType: false },
  ...TICKER_RHYTHM,
  open: ({ symbol }, { instrument, bars }): MarketSource => {
    let sent = '';
    return {
      changes(nowMs) {
        if (bars.isDetached) return [];
        const now = pushedTicker(instrument, bars.day(symbol, nowMs), nowMs);
        const figures = JSON.stringify({ ...now, O: 0, C: 0 });
        if (figures === sent) return [];
        sent = figures;
        return [{ kind: 'latest', data: JSON.stringify(now) }];
      },
      restart() {
        sent = '';
      },
    };
  },
});

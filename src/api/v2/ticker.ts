/** GET /market/ticker: one contract's prices now and its last 24 hours. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { dayOf } from '../reading/live-bars.ts';
import { instrument } from '../reading/parameters.ts';
import { tickerShape, tickerView } from '../shapes/ticker.ts';

export const ticker = defineRoute({
  operation: 'ticker',
  summary: 'Ticker of one contract',
  ...PUBLIC_READ,
  path: '/capi/v2/market/ticker',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: instrument },
  sample: 'symbol=cmt_btcusdt',
  answer: tickerShape,
  errors: ['40019', '40020'],
  handle: ({ symbol }, { deps, requestTimeMs }) => tickerView(symbol, dayOf(deps, symbol), requestTimeMs),
});

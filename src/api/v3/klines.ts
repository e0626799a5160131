/** GET /market/klines: bars of the last price, oldest first. */
import { klineRoute } from './shapes/klines.ts';

export const klines = klineRoute({
  operation: 'v3.klines',
  summary: 'Bars of the last price',
  path: '/capi/v3/market/klines',
  price: 'last',
});

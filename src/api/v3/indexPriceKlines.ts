/** GET /market/indexPriceKlines: bars of the index, oldest first. */
import { klineRoute } from './shapes/klines.ts';

export const indexPriceKlines = klineRoute({
  operation: 'v3.indexPriceKlines',
  summary: 'Bars of the index',
  path: '/capi/v3/market/indexPriceKlines',
  price: 'index',
});

/** GET /market/markPriceKlines: bars of the mark, oldest first. */
import { klineRoute } from './shapes/klines.ts';

export const markPriceKlines = klineRoute({
  operation: 'v3.markPriceKlines',
  summary: 'Bars of the mark',
  path: '/capi/v3/market/markPriceKlines',
  price: 'mark',
});

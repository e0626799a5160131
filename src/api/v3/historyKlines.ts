/** GET /market/historyKlines: bars of any time and price, oldest first. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { klineParameters, klinesOf, untilNow } from './shapes/klines.ts';
import { words } from './reading/parameters.ts';
import { klineShape } from './shapes/kline.ts';

const PRICES = { LAST: 'last', INDEX: 'index', MARK: 'mark' } as const;

export const historyKlines = defineRoute({
  operation: 'v3.historyKlines',
  summary: 'Bars of any time',
  ...PUBLIC_READ,
  path: '/capi/v3/market/historyKlines',
  weight: { ip: 5, uid: 0 },
  parameters: { ...klineParameters(100), priceType: optional(words(PRICES, 'LAST (default), INDEX or MARK'), 'last') },
  sample: 'symbol=BTCUSDT&interval=1m&limit=1',
  answer: listOf(klineShape),
  parse: untilNow,
  handle: ({ priceType, ...wanted }, call) => klinesOf(call, priceType, wanted),
});

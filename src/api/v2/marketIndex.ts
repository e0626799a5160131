/** GET /market/index: the index price of a contract now, or its mark. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { code, optional } from '../call/parameter.ts';
import { instrument } from '../reading/parameters.ts';
import { indexShape, indexView } from '../shapes/market-price.ts';

const PRICES = { INDEX: 'index', MARK: 'mark' } as const;

export const marketIndex = defineRoute({
  operation: 'index',
  summary: 'Index or mark price of one contract',
  ...PUBLIC_READ,
  path: '/capi/v2/market/index',
  weight: { ip: 1, uid: 0 },
  parameters: {
    symbol: instrument,
    priceType: optional(code({ en: 'INDEX or MARK', zh: 'INDEX或MARK' }, PRICES, 'INDEX (default) or MARK'), 'index'),
  },
  sample: 'symbol=cmt_btcusdt',
  answer: indexShape,
  errors: ['40019', '40020'],
  handle: ({ symbol, priceType }, { requestTimeMs }) => indexView(symbol, priceType, requestTimeMs),
});

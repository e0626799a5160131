/** GET /market/candles: the latest candles of a contract, including the current one. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { candleSort, candlesOf, granularity, priceType } from '../reading/candles.ts';
import { rowsParameter } from '../reading/paging.ts';
import { instrument } from '../reading/parameters.ts';
import { candleShape } from '../shapes/candle.ts';
import { listOf } from '../shapes/shape.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const candles = defineRoute({
  operation: 'candles',
  summary: 'The latest candles',
  ...PUBLIC_READ,
  path: '/capi/v2/market/candles',
  weight: { ip: 1, uid: 0 },
  parameters: {
    symbol: instrument,
    granularity,
    limit: rowsParameter(DEFAULT_LIMIT, MAX_LIMIT),
    priceType,
    sort: candleSort,
  },
  sample: 'symbol=cmt_btcusdt&granularity=1m&limit=1',
  answer: listOf(candleShape),
  errors: ['40019', '40020'],
  handle: ({ symbol: { contract }, priceType: price, ...wanted }, { deps }) =>
    candlesOf(deps, { contract, price, startTime: null, endTime: null, ...wanted }),
});

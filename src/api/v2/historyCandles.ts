/** GET /market/historyCandles: candles of any time, read like those of today. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { candleSort, candlesOf, granularity, priceType } from '../reading/candles.ts';
import { rowsParameter } from '../reading/paging.ts';
import { instrument } from '../reading/parameters.ts';
import { inTimeOrder, timeIfReadable } from '../reading/times.ts';
import { candleShape } from '../shapes/candle.ts';
import { listOf } from '../shapes/shape.ts';

export const historyCandles = defineRoute({
  operation: 'historyCandles',
  summary: 'Candles of any time',
  ...PUBLIC_READ,
  path: '/capi/v2/market/historyCandles',
  weight: { ip: 5, uid: 0 },
  parameters: {
    symbol: instrument,
    granularity,
    startTime: timeIfReadable(
      'Epoch ms, inclusive, of the opening. Alone: the first candles from there; with endTime it only cuts off',
    ),
    endTime: timeIfReadable('Epoch ms, inclusive: the latest candles that open until then'),
    limit: rowsParameter(100),
    priceType,
    sort: candleSort,
  },
  sample: 'symbol=cmt_btcusdt&granularity=1m&limit=1',
  answer: listOf(candleShape),
  errors: ['40017', '40019', '40020'],
  parse: inTimeOrder,
  handle: ({ symbol: { contract }, priceType: price, ...wanted }, { deps }) =>
    candlesOf(deps, { contract, price, ...wanted }),
});

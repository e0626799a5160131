/** GET /market/historyCandles: candles of any time, read like those of today. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import {
  candleSortCode,
  candlesOf,
  granularityCode,
  granularityField,
  priceTypeCode,
  priceTypeField,
} from '../reading/candles.ts';
import { wholeOf } from '../reading/fields.ts';
import { instrumentField } from '../reading/parameters.ts';
import { symbolField, text, whole } from '../reading/schemas.ts';
import { sortField } from '../reading/sorting.ts';
import { checkTimeRange, timeIfReadable } from '../reading/times.ts';
import { candleShape } from '../shapes/candle.ts';
import { listOf } from '../shapes/shape.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100;

export const historyCandles = defineRoute({
  operation: 'historyCandles',
  summary: 'Candles of any time',
  method: 'GET',
  path: '/capi/v2/market/historyCandles',
  access: 'public',
  permission: 'read',
  weight: { ip: 5, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    granularity: granularityCode,
    startTime: Type.Optional(
      text('Epoch ms, inclusive, of the opening. Alone: the first candles from there; with endTime it only cuts off'),
    ),
    endTime: Type.Optional(text('Epoch ms, inclusive: the latest candles that open until then')),
    limit: Type.Optional(whole('Rows', 1, MAX_LIMIT, DEFAULT_LIMIT)),
    priceType: Type.Optional(priceTypeCode),
    sort: Type.Optional(candleSortCode),
  }),
  sample: 'symbol=cmt_btcusdt&granularity=1m&limit=1',
  answer: listOf(candleShape),
  errors: ['40017', '40019', '40020'],
  parse: (fields, call) => {
    const { contract } = instrumentField(fields, call);
    const granularity = granularityField(fields);
    const startTime = timeIfReadable(fields, 'startTime');
    const endTime = timeIfReadable(fields, 'endTime');
    checkTimeRange({ startTime, endTime });
    const limit = wholeOf(fields, 'limit', 1, MAX_LIMIT, DEFAULT_LIMIT);
    const price = priceTypeField(fields);
    return { contract, granularity, startTime, endTime, limit, price, sort: sortField(fields) };
  },
  handle: (wanted, { deps }) => candlesOf(deps, wanted),
});

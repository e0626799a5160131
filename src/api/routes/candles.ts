/** GET /market/candles: the latest candles of a contract, including the current one. */
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
import { symbolField, whole } from '../reading/schemas.ts';
import { sortField } from '../reading/sorting.ts';
import { candleShape } from '../shapes/candle.ts';
import { listOf } from '../shapes/shape.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const candles = defineRoute({
  operation: 'candles',
  summary: 'The latest candles',
  method: 'GET',
  path: '/capi/v2/market/candles',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    granularity: granularityCode,
    limit: Type.Optional(whole('Rows', 1, MAX_LIMIT, DEFAULT_LIMIT)),
    priceType: Type.Optional(priceTypeCode),
    sort: Type.Optional(candleSortCode),
  }),
  sample: 'symbol=cmt_btcusdt&granularity=1m&limit=1',
  answer: listOf(candleShape),
  errors: ['40019', '40020'],
  parse: (fields, call) => ({
    contract: instrumentField(fields, call).contract,
    granularity: granularityField(fields),
    limit: wholeOf(fields, 'limit', 1, MAX_LIMIT, DEFAULT_LIMIT),
    price: priceTypeField(fields),
    sort: sortField(fields),
    startTime: null,
    endTime: null,
  }),
  handle: (wanted, { deps }) => candlesOf(deps, wanted),
});

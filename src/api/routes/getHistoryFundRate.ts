/**
 * GET /market/getHistoryFundRate (FUND-004): the rates a contract was settled at, newest first, and behind them those
 * of its simulated past. Reads SQL after the projector has reached everything durable (W-30).
 */
import { Type } from 'typebox';
import { wholeOf } from '../reading/fields.ts';
import { barsOf } from '../reading/live-bars.ts';
import { instrumentField } from '../reading/parameters.ts';
import { defineRoute } from '../front/route.ts';
import { symbolField, whole } from '../reading/schemas.ts';
import { sortCode, sortField } from '../reading/sorting.ts';
import { settledRateShape, settledRateView } from '../shapes/funding.ts';
import { listOf } from '../shapes/shape.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export const getHistoryFundRate = defineRoute({
  operation: 'getHistoryFundRate',
  summary: 'Funding rates of the past, those of a simulated one included',
  method: 'GET',
  path: '/capi/v2/market/getHistoryFundRate',
  access: 'public',
  permission: 'read',
  weight: { ip: 5, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    limit: Type.Optional(whole('Rows', 1, MAX_LIMIT, DEFAULT_LIMIT)),
    sort: Type.Optional(sortCode),
  }),
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: listOf(settledRateShape),
  errors: ['40019', '40020'],
  parse: (fields, call) => ({
    symbol: instrumentField(fields, call).contract.symbol,
    limit: wholeOf(fields, 'limit', 1, MAX_LIMIT, DEFAULT_LIMIT),
    sort: sortField(fields),
  }),
  handle: async ({ symbol, limit, sort }, { deps }) => {
    const rates = await deps.store.ask('fundingRates', { symbol, limit }, deps.sequencer.sequence);
    const before =
      barsOf(deps)
        .past(symbol)
        ?.settled(limit - rates.length) ?? [];
    const rows = [...rates, ...before].map((rate) => settledRateView(symbol, rate));
    return sort === 'asc' ? rows.reverse() : rows;
  },
});

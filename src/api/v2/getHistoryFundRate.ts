/** GET /market/getHistoryFundRate: the rates a contract was settled at, newest first. */
import { rowsParameter } from '../reading/paging.ts';
import { symbol, sort } from '../reading/parameters.ts';
import { settledRates } from '../reading/settled-rates.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { settledRateShape, settledRateView } from '../shapes/funding.ts';
import { listOf } from '../shapes/shape.ts';

export const getHistoryFundRate = defineRoute({
  operation: 'getHistoryFundRate',
  summary: 'Funding rates of the past, those of a simulated one included',
  ...PUBLIC_READ,
  path: '/capi/v2/market/getHistoryFundRate',
  weight: { ip: 5, uid: 0 },
  parameters: { symbol, limit: rowsParameter(10), sort: sort() },
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: listOf(settledRateShape),
  errors: ['40019', '40020'],
  handle: async ({ symbol: of, limit, sort: order }, { deps }) => {
    const rows = (await settledRates(deps, { symbol: of, limit })).map((rate) => settledRateView(of, rate));
    return order === 'asc' ? rows.reverse() : rows;
  },
});

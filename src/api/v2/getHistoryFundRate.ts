/**
 * GET /market/getHistoryFundRate (FUND-004): the rates a contract was settled at, newest first, and behind them those
 * of its simulated past. Reads SQL after the projector has reached everything durable (W-30).
 */
import { barsOf } from '../reading/live-bars.ts';
import { rowsParameter } from '../reading/paging.ts';
import { symbol, sort } from '../reading/parameters.ts';
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
    const rates = await deps.store.ask('fundingRates', { symbol: of, limit }, deps.sequencer.sequence);
    const before =
      barsOf(deps)
        .past(of)
        ?.settled(limit - rates.length) ?? [];
    const rows = [...rates, ...before].map((rate) => settledRateView(of, rate));
    return order === 'asc' ? rows.reverse() : rows;
  },
});

/** GET /market/fundingRate: the rates a contract was settled at, newest first. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { rowsParameter } from '../reading/paging.ts';
import { settledRates } from '../reading/settled-rates.ts';
import { inTimeOrder, time } from '../reading/times.ts';
import { listOf } from '../shapes/shape.ts';
import { anyCaseInstrument } from './reading/parameters.ts';
import { fundingRateShape, fundingRateView } from './shapes/funding.ts';

export const fundingRate = defineRoute({
  operation: 'v3.fundingRate',
  summary: 'Funding rates of the past',
  ...PUBLIC_READ,
  path: '/capi/v3/market/fundingRate',
  weight: { ip: 5, uid: 0 },
  parameters: {
    symbol: anyCaseInstrument,
    startTime: optional(time('Epoch ms, inclusive, of the settlement')),
    endTime: optional(time('Epoch ms, inclusive, of the settlement')),
    limit: rowsParameter(100, 1000),
  },
  sample: 'symbol=BTCUSDT&limit=1',
  answer: listOf(fundingRateShape),
  parse: inTimeOrder,
  handle: async ({ symbol: of, limit, startTime: startMs, endTime: endMs }, { deps }) => {
    const rates = await settledRates(deps, { symbol: of.contract.symbol, limit, startMs, endMs });
    return rates.map((rate) => fundingRateView(of, rate));
  },
});

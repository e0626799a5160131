/** GET /market/funding_time (FUND-004): when the contract's funding is settled next. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { instrument } from '../reading/parameters.ts';
import { fundingTimeShape, fundingTimeView } from '../shapes/funding.ts';

export const funding_time = defineRoute({
  operation: 'funding_time',
  summary: 'Next funding settlement',
  ...PUBLIC_READ,
  path: '/capi/v2/market/funding_time',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: instrument },
  sample: 'symbol=cmt_btcusdt',
  answer: fundingTimeShape,
  errors: ['40019', '40020'],
  handle: ({ symbol }, { deps }) => fundingTimeView(symbol, deps.clock.nowMs()),
});

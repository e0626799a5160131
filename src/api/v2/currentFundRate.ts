/**
 * GET /market/currentFundRate (FUND-003): the rate that is forming, which the next settlement would have with the
 * premium samples so far; all contracts when none is named.
 */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { chosenInstruments, instrument } from '../reading/parameters.ts';
import { formingRateShape, formingRateView } from '../shapes/funding.ts';
import { listOf } from '../shapes/shape.ts';

export const currentFundRate = defineRoute({
  operation: 'currentFundRate',
  summary: 'Funding rate that is forming',
  ...PUBLIC_READ,
  path: '/capi/v2/market/currentFundRate',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: optional(instrument) },
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(formingRateShape),
  errors: ['40020'],
  handle: ({ symbol: asked }, call) =>
    chosenInstruments(asked, call).map((one) => formingRateView(one, call.requestTimeMs)),
});

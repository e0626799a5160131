/** GET /market/ticker/24hr: prices and the last 24 hours of a contract, or of all of them. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { dayOf } from '../reading/live-bars.ts';
import { listOf } from '../shapes/shape.ts';
import { anyCaseInstrument, chosenInstruments } from './reading/parameters.ts';
import { ticker24hrShape, ticker24hrView } from './shapes/ticker.ts';

export const ticker24hr = defineRoute({
  operation: 'v3.ticker24hr',
  summary: 'Prices and the last 24 hours',
  ...PUBLIC_READ,
  path: '/capi/v3/market/ticker/24hr',
  weight: { ip: 40, uid: 0 },
  parameters: { symbol: optional(anyCaseInstrument) },
  sample: 'symbol=BTCUSDT',
  answer: listOf(ticker24hrShape),
  handle: ({ symbol: asked }, call) =>
    chosenInstruments(asked, call).map((one) => ticker24hrView(one, dayOf(call.deps, one), call.requestTimeMs)),
});

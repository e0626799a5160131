/** GET /market/ticker/bookTicker: the best bid and ask of a contract, or of all of them. */
import { optional } from '../call/parameter.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { anyCaseInstrument, chosenInstruments } from './reading/parameters.ts';
import { bookTickerShape, bookTickerView } from './shapes/ticker.ts';

export const bookTicker = defineRoute({
  operation: 'v3.bookTicker',
  summary: 'Best bid and ask',
  ...PUBLIC_READ,
  path: '/capi/v3/market/ticker/bookTicker',
  weight: { ip: 1, uid: 0 },
  parameters: { symbol: optional(anyCaseInstrument) },
  sample: 'symbol=BTCUSDT',
  answer: listOf(bookTickerShape),
  handle: ({ symbol: asked }, call) =>
    chosenInstruments(asked, call).map((one) => bookTickerView(one, call.requestTimeMs)),
});

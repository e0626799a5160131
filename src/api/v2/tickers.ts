/** GET /market/tickers: prices and the last 24 hours of every contract. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { dayOf } from '../reading/live-bars.ts';
import { byContractId } from '../shapes/contract.ts';
import { listOf } from '../shapes/shape.ts';
import { tickerShape, tickerView } from '../shapes/ticker.ts';

export const tickers = defineRoute({
  operation: 'tickers',
  summary: 'Tickers of all contracts',
  ...PUBLIC_READ,
  path: '/capi/v2/market/tickers',
  weight: { ip: 40, uid: 0 },
  answer: listOf(tickerShape),
  handle: (_, { deps, requestTimeMs }) =>
    byContractId(deps.engine.state.instruments).map((one) => tickerView(one, dayOf(deps, one), requestTimeMs)),
});

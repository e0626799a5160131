/** GET /market/open_interest: how much is open in a contract. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { instrument } from '../reading/parameters.ts';
import { openInterestShape, openInterestView } from '../shapes/market-price.ts';
import { listOf } from '../shapes/shape.ts';

export const open_interest = defineRoute({
  operation: 'open_interest',
  summary: 'Open interest of one contract',
  ...PUBLIC_READ,
  path: '/capi/v2/market/open_interest',
  weight: { ip: 2, uid: 0 },
  parameters: { symbol: instrument },
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(openInterestShape),
  errors: ['40019', '40020'],
  handle: ({ symbol }, { requestTimeMs }) => [openInterestView(symbol, requestTimeMs)],
});

/** GET /market/openInterest: how much is open in a contract, in base coin. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { openInterestView } from '../shapes/market-price.ts';
import { number, object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { anyCaseInstrument } from './reading/parameters.ts';
import { symbolText } from './words/names.ts';

export const openInterest = defineRoute({
  operation: 'v3.openInterest',
  summary: 'Open interest of one contract',
  ...PUBLIC_READ,
  path: '/capi/v3/market/openInterest',
  weight: { ip: 2, uid: 0 },
  parameters: { symbol: anyCaseInstrument },
  sample: 'symbol=BTCUSDT',
  answer: shape(object({ symbol: string(), openInterest: string(), time: number() }), {
    symbol: 'BTCUSDT',
    openInterest: '350.0000',
    time: 1767258000000,
  }),
  handle: ({ symbol }, { requestTimeMs }) => {
    const { base_volume: held } = openInterestView(symbol, requestTimeMs);
    return { symbol: symbolText(symbol.contract.symbol), openInterest: held, time: requestTimeMs };
  },
});

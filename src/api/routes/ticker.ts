/** GET /market/ticker: one contract's prices now and its last 24 hours. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { dayOf } from '../reading/live-bars.ts';
import { instrumentField } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { tickerShape, tickerView } from '../shapes/ticker.ts';

export const ticker = defineRoute({
  operation: 'ticker',
  summary: 'Ticker of one contract',
  method: 'GET',
  path: '/capi/v2/market/ticker',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  sample: 'symbol=cmt_btcusdt',
  answer: tickerShape,
  errors: ['40019', '40020'],
  parse: instrumentField,
  handle: (instrument, { deps, requestTimeMs }) => tickerView(instrument, dayOf(deps, instrument), requestTimeMs),
});

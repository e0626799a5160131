/** GET /market/open_interest: how much is open in a contract. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { instrumentField } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { openInterestShape, openInterestView } from '../shapes/market-price.ts';
import { listOf } from '../shapes/shape.ts';

export const open_interest = defineRoute({
  operation: 'open_interest',
  summary: 'Open interest of one contract',
  method: 'GET',
  path: '/capi/v2/market/open_interest',
  access: 'public',
  permission: 'read',
  weight: { ip: 2, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(openInterestShape),
  errors: ['40019', '40020'],
  parse: instrumentField,
  handle: (instrument, { requestTimeMs }) => [openInterestView(instrument, requestTimeMs)],
});

/** GET /market/funding_time (FUND-004): when the contract's funding is settled next. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { instrumentField } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { fundingTimeShape, fundingTimeView } from '../shapes/funding.ts';

export const funding_time = defineRoute({
  operation: 'funding_time',
  summary: 'Next funding settlement',
  method: 'GET',
  path: '/capi/v2/market/funding_time',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  sample: 'symbol=cmt_btcusdt',
  answer: fundingTimeShape,
  errors: ['40019', '40020'],
  parse: instrumentField,
  handle: (instrument, { deps }) => fundingTimeView(instrument, deps.clock.nowMs()),
});

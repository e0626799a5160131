/** GET /market/time: the wall clock request timestamps are compared with (W-09). */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { marketTimeShape, marketTimeView } from '../shapes/market-time.ts';

export const marketTime = defineRoute({
  operation: 'marketTime',
  summary: 'Server time',
  ...PUBLIC_READ,
  path: '/capi/v2/market/time',
  weight: { ip: 1, uid: 0 },
  answer: marketTimeShape,
  handle: (_, { requestTimeMs }) => marketTimeView(requestTimeMs),
});

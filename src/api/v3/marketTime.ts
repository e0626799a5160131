/** GET /market/time: the clock that commands are stamped with. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { number, object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';

export const marketTime = defineRoute({
  operation: 'v3.marketTime',
  summary: 'Server time',
  ...PUBLIC_READ,
  path: '/capi/v3/market/time',
  weight: { ip: 1, uid: 0 },
  answer: shape(object({ serverTime: number() }), { serverTime: 1767258000000 }),
  handle: (_, { requestTimeMs }) => ({ serverTime: requestTimeMs }),
});

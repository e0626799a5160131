/** GET /api/v3/time: the clock, for programs that ask the spot market for it. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { number, object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';

export const spotTime = defineRoute({
  operation: 'v3.spotTime',
  summary: 'Server time',
  ...PUBLIC_READ,
  path: '/api/v3/time',
  weight: { ip: 1, uid: 0 },
  answer: shape(object({ serverTime: number() }), { serverTime: 1767258000000 }),
  handle: (_, { requestTimeMs }) => ({ serverTime: requestTimeMs }),
});

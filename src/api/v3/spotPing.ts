/** GET /api/v3/ping: an empty answer, which says that somebody is there. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';

export const spotPing = defineRoute({
  operation: 'v3.spotPing',
  summary: 'Whether somebody is there',
  ...PUBLIC_READ,
  path: '/api/v3/ping',
  weight: { ip: 1, uid: 0 },
  answer: shape(object({}), {}),
  handle: () => ({}),
});

/**
 * A signed route that does nothing, for the bench to compare with: the cost of the front alone. Served only when
 * `benchRoutes` is set.
 */
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { placedShape } from '../shapes/placed.ts';

const NOTHING = { client_oid: 'noop', order_id: '0' };

export const noop = defineRoute({
  operation: 'noop',
  summary: 'Does nothing',
  ...OWN_COMMAND,
  path: '/capi/v2/order/noop',
  weight: { ip: 2, uid: 5 },
  sample: '{}',
  answer: { ...placedShape, sample: NOTHING },
  handle: () => NOTHING,
});

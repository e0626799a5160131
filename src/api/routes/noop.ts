/**
 * A signed route that does nothing, for the bench to compare with: the cost of the front alone. Served only when `benchRoutes` is set.
 */
import { Type } from 'typebox';
import { defineRoute } from '../route.ts';
import { answer, string } from '../schemas.ts';

export const noop = defineRoute<null, { client_oid: string; order_id: string }>({
  operation: 'noop',
  summary: 'Does nothing',
  method: 'POST',
  path: '/capi/v2/order/noop',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  refusedWhenFrozen: true,
  parameters: Type.Object({}),
  answer: answer({ client_oid: string(), order_id: string() }),
  sample: { request: '{}', answer: { client_oid: 'noop', order_id: '0' } },
  errors: [],
  parse: () => null,
  handle: () => ({ client_oid: 'noop', order_id: '0' }),
});

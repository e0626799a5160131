/** GET /account/refusals: the caller's last refused requests with message and hint, newest first. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { refusalShape } from '../shapes/refusal.ts';
import { listOf } from '../shapes/shape.ts';

export const refusals = defineRoute({
  operation: 'refusals',
  summary: 'List your last refused requests',
  ...OWN_READ,
  path: '/capi/v2/account/refusals',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  answer: listOf(refusalShape),
  handle: (_, call) => call.deps.refusals.of(accountOf(call)),
});

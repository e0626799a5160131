/** GET /account/apiKey: the key the request was signed with, without its secrets. */
import { keyOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { apiKeyShape, apiKeyView } from '../shapes/api-key.ts';

export const apiKey = defineRoute({
  operation: 'apiKey',
  summary: 'Your API key',
  ...OWN_READ,
  path: '/capi/v2/account/apiKey',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  answer: apiKeyShape,
  handle(_, call) {
    const key = keyOf(call);
    return apiKeyView(key, call.deps.engine.state.keyLimits.get(key.id));
  },
});

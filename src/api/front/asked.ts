/**
 * Requests over a private socket, each carried out as a request to the same route would be: the same checks in the same
 * order but for those of form and signature, which the socket's handshake has passed, the same weights and order rates,
 * the same `parse` and `handle`.
 */
import type { Fields } from '../call/fields.ts';
import { ApiError, unavailable } from '../words/errors.ts';
import { checkKey } from './keys/auth.ts';
import type { Call } from '../call/call.ts';
import { carryOut } from './answer/carry-out.ts';
import type { FrontState } from './checks/front-state.ts';
import { chargeAddress, checkAccount } from './checks/head.ts';
import type { Route } from '../call/route.ts';

/**
 * The answer of the route, or a promise of it.
 * @param accessKey of the caller, as it is now
 * @throws ApiError and whatever `asApiError` makes one of
 */
export function carryOutAsked(state: FrontState, call: Call, route: Route, accessKey: string, fields: Fields): unknown {
  const { deps, limits } = state;
  const { ready, reason } = deps.readiness();
  if (!ready) throw unavailable({ en: reason, zh: reason });
  chargeAddress(state, call, route, route.weight.ip);
  const key = deps.keyring.find(accessKey);
  if (key === undefined) throw new ApiError(40006);
  checkKey(key, call.address, route.permission, call.requestTimeMs);
  call.key = key;
  checkAccount(state, route, key);
  // No message of a socket is as long as a body that costs more.
  limits.chargeAccount(key.account, route, 0);
  return carryOut(limits, call, route, fields);
}

/** A read of an account as it would be answered now, for whoever keeps answers: nobody asked, so nothing is charged. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { machine } from '../../time/machine.ts';
import type { Call } from '../call/call.ts';
import { queryFields } from '../call/fields.ts';
import { NOTHING } from './body/body.ts';
import type { FrontState } from './checks/front-state.ts';
import type { ApiKey } from './keys/keyring.ts';

/**
 * @param account 0: nobody's
 * @throws ApiError of a read that is refused; undefined: there is no such read
 */
export function readAgain(state: FrontState, account: number, target: string): unknown {
  const { deps, byPath, names, nowMs, dialectOf } = state;
  const [path = '', query = ''] = target.split('?', 2);
  const route = byPath.get(path)?.find(({ method }) => method === 'GET');
  if (route === undefined) return undefined;
  const call: Call = {
    deps,
    raw: { url: target, method: 'GET', headers: {} } as IncomingMessage,
    response: {} as ServerResponse,
    route,
    requestTimeMs: nowMs(),
    startedMs: machine.steadyMs(),
    locale: 'en',
    dialect: dialectOf(path),
    address: '',
    countedAs: '',
    body: NOTHING,
    kept: 0,
    key: account === 0 ? null : ({ account } as ApiKey),
    traceparent: null,
    signature: null,
    signedBy: null,
    refused: null,
    trace: null,
    headers: [],
  };
  return route.handle(route.read(queryFields(query, names.get(route) ?? []), call), call);
}

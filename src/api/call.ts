/**
 * One request on its way through the front: what arrived, who it is from once that is known, and what its answer carries besides the
 * body. Created once per request and filled in by the checks in their order (wire 2.3).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../core/commands.ts';
import type { RouteDeps } from './deps.ts';
import type { Locale } from './errors.ts';
import type { ApiKey } from './keyring.ts';
import type { Route } from './route.ts';

export interface Call {
  readonly deps: RouteDeps;
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  /** Null for a path nobody serves. */
  readonly route: Route | null;
  /** Wall-clock ms at which the request was received. */
  readonly requestTimeMs: number;
  /** Monotonic ms of the same moment, for latency. */
  readonly startedMs: number;
  readonly locale: Locale;
  /** Client address in normal form, and what it is counted under. */
  readonly address: string;
  readonly countedAs: string;
  /** Raw bytes; empty until read. */
  body: Buffer;
  /** The key that signed it; null before check 9 and on public routes. */
  key: ApiKey | null;
  /** Headers of the answer, names and values in turn. */
  readonly headers: string[];
}

/** The account of a private call. */
export function accountOf(call: Call): number {
  return signed(call).account;
}

/** The caller's fields of a command. */
export function callerOf(call: Call): Caller {
  const key = signed(call);
  return { account: key.account, keyId: key.id, channel: 'api' };
}

function signed(call: Call): ApiKey {
  if (call.key === null) throw new Error(`${call.route?.operation ?? 'an unknown path'} asks for its caller but is not private`);
  return call.key;
}

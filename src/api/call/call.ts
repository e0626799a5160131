/**
 * One request on its way through the front: what arrived, who it is from once that is known, and what its answer
 * carries besides the body. Created once per request and filled in by the checks in their order (docs/api.md, Order of
 * checks).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../core/language/commands.ts';
import { isTraceparent } from '../../core/text/traceparent.ts';
import type { RouteDeps } from './deps.ts';
import type { Endpoint } from '../front/limits/endpoint.ts';
import { foundInstead } from './fields.ts';
import type { Dialect } from '../words/dialect.ts';
import { type ApiError, invalid, type Locale } from '../words/errors.ts';
import type { ApiKey } from '../front/keys/keyring.ts';
import { digestOf } from './once.ts';
import type { Trace } from './recorder.ts';

export interface Call {
  readonly deps: RouteDeps;
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  /** Null for a path that isn't served. */
  readonly route: Endpoint | null;
  /** Wall-clock ms at which the request was received. */
  readonly requestTimeMs: number;
  /** Monotonic ms of the same moment, for latency. */
  readonly startedMs: number;
  readonly locale: Locale;
  /** In whose names and codes it asks and is answered. */
  readonly dialect: Dialect;
  /** Client address in normal form, and what it is counted under. */
  readonly address: string;
  readonly countedAs: string;
  /** Raw bytes; empty until read. */
  body: Buffer;
  /** Bytes set aside for the body, until the answer. */
  kept: number;
  /** The key that signed it, and the signature as it was expected; null before check 10 and on public routes. */
  key: ApiKey | null;
  signature: Buffer | null;
  /** The account whose key signed it, whether that key may be used or not; null until it is proven. */
  signedBy: number | null;
  /** Why an order was refused whose answer is HTTP 200 all the same; null: none was. */
  refused: ApiError | null;
  /** Its place in its caller's trace (W3C Trace Context); null: it names none. */
  readonly traceparent: string | null;
  /** For the recorder of a rehearsal; null: there is none. */
  readonly trace: Trace | null;
  /** Headers of the answer, names and values in turn. */
  readonly headers: string[];
}

/** The account of a private call. */
export function accountOf(call: Call): number {
  return keyOf(call).account;
}

/**
 * The caller's fields of a command.
 * @throws ApiError 40020 for an invalid `ORDER-CHANNEL`
 */
export function callerOf(call: Call): Caller {
  const key = keyOf(call);
  const { traceparent } = call;
  const caller = { account: key.account, keyId: key.id, channel: channelOf(call) };
  return traceparent === null ? caller : { ...caller, traceparent };
}

/** One that is malformed is no trace, and no reason to refuse anything. */
export function traceparentIn(sent: unknown): string | null {
  return typeof sent === 'string' && isTraceparent(sent) ? sent : null;
}

/** The way in, as the caller declares it: `web` for a page with a person in front, else `api`. */
function channelOf({ raw }: Call): Caller['channel'] {
  const sent = raw.headers['order-channel'];
  if (sent === undefined || sent === '') return 'api';
  if (sent === 'web') return 'web';
  throw invalid(
    'ORDER-CHANNEL',
    foundInstead(String(sent), { en: 'web, or no such header', zh: 'web，或不发送此请求头' }),
  );
}

/** Sender of the request, and its key among theirs. */
export function requestOf(call: Call, nth = 0): { readonly account: number; readonly digest: string } {
  const { account } = keyOf(call);
  return { account, digest: digestOf(call.signature as Buffer, nth) };
}

/** The key a private call is signed with. */
export function keyOf(call: Call): ApiKey {
  if (call.key === null)
    throw new Error(`${call.route?.operation ?? 'an unknown path'} asks for its caller but is not private`);
  return call.key;
}

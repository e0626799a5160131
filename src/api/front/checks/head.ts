/**
 * The decisions made on the head of a request, before a byte of its body is kept: checks 1 to 7 of docs/api.md, Order
 * of checks for good, and the later ones as far as they already can be, so that a body which will be refused after its
 * signature is signed over and not kept. Charges the address; charges no account and sends no answer.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError, unavailable } from '../../words/errors.ts';
import { notAllowlisted } from '../../words/other-rejects.ts';
import { checkKey, type Claim, claimOf } from '../keys/auth.ts';
import type { FullFor } from '../body/body-room.ts';
import type { Call } from '../../call/call.ts';
import { rehearsalIn } from '../../call/rehearsal.ts';
import type { Endpoint } from '../limits/endpoint.ts';
import type { FrontState } from './front-state.ts';
import { MAX_BODY, MAX_HEADERS, MAX_REQUEST_LINE } from '../limits/http-limits.ts';
import type { ApiKey } from '../keys/keyring.ts';
import { tooMany, weightOfBody } from '../limits/limits.ts';
import { type Route, takesBody } from '../../call/route.ts';
import { originalTarget } from './target.ts';

export interface Head {
  /** The route that answers when nothing refuses; null for a path that isn't served. */
  readonly route: Route | null;
  /** The refusal of the request regardless of its body (checks 2 to 7); null for none. */
  refusal: unknown;
  /** The refusal if it has a body, where only reading will tell whether it has one (check 4). */
  ifBody: ApiError | null;
  /** Its claimed sender; null when refused and on public routes. */
  claim: Claim | null;
  /** Whether its body is kept, not only signed over. */
  keeps: boolean;
  /** Why a body that is needed is not kept: the answer, should all checks before it pass. */
  bodyRefusal: ApiError | null;
  /** Weight of the body as far as its length is declared; the rest is charged when it has been read. */
  readonly bodyWeight: number;
}

/**
 * Judges the head of a request to the route whose sizes are fine.
 * @param length of the body, null when it is not declared
 */
export function checkHead(state: FrontState, call: Call, route: Route | null, length: number | null): Head {
  const bodyWeight = weightOfBody(length ?? 0);
  const head: Head = { route, refusal: null, ifBody: null, claim: null, keeps: false, bodyRefusal: null, bodyWeight };
  const { raw } = call;
  try {
    if (route === null || !isPathOf(raw.url as string, route)) return refuseUnknown(state, call);
    chargeAddress(state, call, route, route.weight.ip + bodyWeight);
    if (route.method !== 'GET' && length !== 0) {
      const wrong = wrongContent(raw);
      if (length === null) head.ifBody = wrong;
      else if (wrong !== null) throw wrong;
    }
    if (route.access === 'private')
      head.claim = claimOf(signedHead(raw, route), state.deps.keyring, call.requestTimeMs, state.deps.rehearsal);
    if (head.claim !== null && takesBody(route) && length !== 0) {
      head.bodyRefusal = refusalBeforeBody(state, call, route, head.claim, bodyWeight);
      head.keeps = head.bodyRefusal === null;
      if (length !== null && head.keeps) takeRoom(state, call, length);
    }
  } catch (error) {
    head.refusal = error;
  }
  return head;
}

/** The signed part of the head: a question mark without a query after it is not signed (docs/api.md, Signing). */
function signedHead(raw: IncomingMessage, { method }: Endpoint) {
  const url = raw.url as string;
  return {
    headers: raw.headers,
    method,
    target: url.endsWith('?') && url.indexOf('?') === url.length - 1 ? url.slice(0, -1) : url,
  };
}

/** The refusal the request will get after its signature, as things are now. Nothing is charged yet. */
function refusalBeforeBody(
  state: FrontState,
  call: Call,
  route: Endpoint,
  { key }: Claim,
  bodyWeight: number,
): ApiError | null {
  try {
    checkKey(key, call.address, route.permission, call.requestTimeMs);
    checkAccount(state, route, key);
    state.limits.checkAccount(key.account, route, bodyWeight);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Checks 13 and 14, of the account the key belongs to. */
export function checkAccount(state: FrontState, route: Endpoint, key: ApiKey): void {
  const account = state.deps.engine.state.accounts.get(key.account);
  if (route.refusedWhenFrozen === true && account?.frozen === true)
    throw new ApiError(40013, { token: 'ACCOUNT_FROZEN' });
  if (route.needsAllowlist === true && account?.allowed !== true) throw notAllowlisted(key.account);
}

/** Sets room aside for a part of the body. @throws ApiError 503, 429 when there isn't any */
export function takeRoom(state: FrontState, call: Call, bytes: number): void {
  const full = state.room.take(call.countedAs, call.kept, bytes);
  if (full !== null) throw noRoom(full);
  call.kept += bytes;
}

function noRoom(full: FullFor): ApiError {
  const all = { en: 'too many request bodies are on their way; send it again', zh: '正在接收的请求体过多，请重试' };
  if (full === 'all') return unavailable(all);
  return tooMany('ip', 1, {
    en: 'too many request bodies of this address are on their way; send it again',
    zh: '此地址正在发送的请求体过多，请重试',
  });
}

function isPathOf(target: string, { path }: Endpoint): boolean {
  const mark = target.indexOf('?');
  return mark < 0 ? target === path : mark === path.length && target.startsWith(path);
}

/**
 * Check 1: service ready; sizes of request line, headers and body. A size that is not declared is found while reading.
 * @param length of the body, null when it is not declared
 */
export function checkSizes(call: Pick<Call, 'deps' | 'raw' | 'route'>, length: number | null): ApiError | null {
  const { ready, reason } = call.deps.readiness();
  if (!ready) return unavailable({ en: reason, zh: reason });
  const { raw } = call;
  const target = originalTarget(raw);
  if (target.length + (raw.method?.length ?? 0) + ' HTTP/1.1 '.length > MAX_REQUEST_LINE)
    return new ApiError(414, { close: true });
  const { rawHeaders } = raw;
  let size = 0;
  for (let at = 0; at < rawHeaders.length; at++) size += (rawHeaders[at] as string).length + 2;
  if (size > MAX_HEADERS) return new ApiError(431, { close: true });
  return length !== null && length > bodyLimit(call.route) ? tooLong() : null;
}

export function bodyLimit(route: Endpoint | null): number {
  return route?.bodyLimit ?? MAX_BODY;
}

export function tooLong(): ApiError {
  return new ApiError(413, { close: true });
}

/** Check 2 of a request to a route. @throws ApiError 429 */
export function chargeAddress(state: FrontState, call: Call, route: Endpoint, weight: number): void {
  if (route.access === 'private' && !state.deps.config.rateLimit.ip.chargePrivate) return;
  state.limits.chargeAddress(call.countedAs, weight, route.isCancel === true);
}

/** Check 4: a body is JSON, and as it is, not compressed. */
function wrongContent(raw: IncomingMessage): ApiError | null {
  const encoding = raw.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new ApiError(40007, {
      hint: {
        en: `Content-Encoding ${encoding} is not read; send the body as it is`,
        zh: `不支持Content-Encoding ${encoding}，请直接发送请求体`,
      },
    });
  }
  const type = raw.headers['content-type'];
  if (type === undefined || !isJson(type)) {
    const found = type === undefined ? 'no Content-Type' : `Content-Type ${type.slice(0, 80)}`;
    return new ApiError(40007, { hint: { en: `found ${found}`, zh: `收到：${found}` } });
  }
  return null;
}

const JSON_TYPE = 'application/json';

function isJson(type: string): boolean {
  if (type === JSON_TYPE) return true;
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase() === JSON_TYPE;
}

const OF_REHEARSALS = '/capi/v2/rehearsal/';

/** Checks 2 and 3 of a path or method that isn't served; 60001 of what only a rehearsal serves. */
function refuseUnknown(state: FrontState, call: Call): never {
  const { raw } = call;
  const target = raw.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const others = state.byPath.get(path) ?? [];
  const method = raw.method ?? 'GET';
  state.limits.chargeAddress(call.countedAs, others[0]?.weight.ip ?? 1, false);
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  if (path.startsWith(OF_REHEARSALS)) rehearsalIn(state.deps);
  if (others.length === 0)
    throw new ApiError(404, { fill: { method, path: shown }, hint: call.dialect.pathHint(path, state.known) });
  const allowed = others.map((route) => route.method).join(', ');
  throw new ApiError(405, {
    fill: { method },
    hint: call.dialect.methodHint(method, path, allowed),
    headers: ['Allow', allowed],
  });
}

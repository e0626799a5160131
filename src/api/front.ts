/**
 * The front every request under `/capi` walks through: the checks of wire 2.3 in exactly their order, then the route, then the answer.
 *
 * One failure answers and nothing after it happens. Up to check 16 no command exists. What it keeps true: every answer is JSON of the
 * documented shape with the documented headers, whatever was sent; a fault becomes 500 without a word about its cause.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { BlockList } from 'node:net';
import { NotExecuted, OutcomeUnknown } from '../sequencer/refusals.ts';
import { StoreBehind } from '../store/errors.ts';
import { addressList, clientAddress, countedAs, normalAddress } from './address.ts';
import { authenticate } from './auth.ts';
import { readBody } from './body.ts';
import type { Call } from './call.ts';
import { createAiLogVolume } from './ai-log-volume.ts';
import type { ApiDeps, RouteDeps } from './deps.ts';
import { ApiError, type Locale, unavailable } from './errors.ts';
import { bodyFields, queryFields } from './fields.ts';
import { methodHint, pathHint } from './guesses.ts';
import { MAX_BODY, MAX_HEADERS, MAX_REQUEST_LINE } from './http-limits.ts';
import type { ApiKey } from './keyring.ts';
import { createLimits, type Limits } from './limits.ts';
import { notAllowlisted } from './rejects.ts';
import { createReplies } from './reply.ts';
import { parameterNames, type Route } from './route.ts';

export interface Front {
  /** Answers a request to a known path. */
  serve(raw: IncomingMessage, response: ServerResponse, route: Route): void;
  /** Answers what no route matched: 404, 405, or the CORS preflight. */
  serveUnknown(raw: IncomingMessage, response: ServerResponse): void;
  readonly limits: Limits;
}

/** Everything the steps below share. */
interface FrontState {
  readonly deps: RouteDeps;
  readonly limits: Limits;
  readonly trusted: BlockList;
  readonly believesProxies: boolean;
  readonly byPath: ReadonlyMap<string, readonly Route[]>;
  readonly known: readonly string[];
  readonly names: ReadonlyMap<Route, readonly string[]>;
  readonly nowMs: () => number;
  /** Client address and counter key of a connection, worked out once. */
  readonly peers: WeakMap<object, Peer>;
}

interface Peer {
  readonly address: string;
  readonly countedAs: string;
}

export function createFront(deps: ApiDeps, routes: readonly Route[]): Front {
  const limits = createLimits(deps.config.rateLimit, deps.monotonicMs ?? (() => performance.now()));
  const byPath = new Map<string, Route[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const state: FrontState = {
    deps: { ...deps, volume: createAiLogVolume(deps.store, limits, deps.config.aiLogBytesPerDay) },
    limits,
    trusted: addressList(deps.config.http.trustedProxies),
    believesProxies: deps.config.http.trustedProxies.length > 0,
    byPath,
    known: [...byPath.keys()],
    names: new Map(routes.map((route) => [route, parameterNames(route)])),
    nowMs: deps.nowMs ?? Date.now,
    peers: new WeakMap(),
  };
  const replies = createReplies(deps, limits);

  function run(call: Call, check: (state: FrontState, call: Call) => unknown): void {
    try {
      const answer = check(state, call);
      if (answer instanceof Promise)
        answer.then(
          (value) => replies.success(call, value),
          (error) => replies.failure(call, asApiError(call, error)),
        );
      else replies.success(call, answer);
    } catch (error) {
      replies.failure(call, asApiError(call, error));
    }
  }

  function receive(
    raw: IncomingMessage,
    response: ServerResponse,
    route: Route | null,
    check: (state: FrontState, call: Call) => unknown,
  ): void {
    const call = openCall(state, raw, response, route);
    const early = checkSizes(call);
    if (early !== null) {
      replies.failure(call, early);
      return;
    }
    readBody(raw, route?.bodyLimit ?? MAX_BODY, (body) => {
      if (body === null) {
        replies.failure(call, new ApiError(413, { close: true }));
      } else {
        call.body = body;
        run(call, check);
      }
    });
  }

  return {
    limits,
    serve: (raw, response, route) => receive(raw, response, route, answerRoute),
    serveUnknown: (raw, response) => {
      if (raw.method === 'OPTIONS') replies.preflight(raw, response);
      else receive(raw, response, null, answerUnknown);
    },
  };
}

function openCall(state: FrontState, raw: IncomingMessage, response: ServerResponse, route: Route | null): Call {
  const peer = peerOf(state, raw);
  return {
    deps: state.deps,
    raw,
    response,
    route,
    requestTimeMs: state.nowMs(),
    startedMs: performance.now(),
    locale: localeOf(raw, state.deps.config.locale.default),
    address: peer.address,
    countedAs: peer.countedAs,
    body: EMPTY,
    key: null,
    headers: [],
  };
}

const EMPTY = Buffer.alloc(0);

function peerOf(state: FrontState, raw: IncomingMessage): Peer {
  const { socket } = raw;
  if (state.believesProxies) {
    const address = clientAddress(socket.remoteAddress ?? '', forwardedOf(raw), state.trusted);
    return { address, countedAs: countedAs(address) };
  }
  let peer = state.peers.get(socket);
  if (peer === undefined) {
    const address = normalAddress(socket.remoteAddress ?? '');
    peer = { address, countedAs: countedAs(address) };
    state.peers.set(socket, peer);
  }
  return peer;
}

function forwardedOf(raw: IncomingMessage): string | undefined {
  const header = raw.headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}

/** W-11: tags starting `zh` or `en`; anything else or none is the default. */
function localeOf(raw: IncomingMessage, fallback: 'en-US' | 'zh-CN'): Locale {
  const tag = raw.headers['locale'];
  if (typeof tag === 'string' && tag.length >= 2) {
    const start = tag.slice(0, 2).toLowerCase();
    if (start === 'zh' || start === 'en') return start;
  }
  return fallback === 'zh-CN' ? 'zh' : 'en';
}

/** Check 1: service ready; sizes of request line and headers. The body's size is found while it is read. */
function checkSizes(call: Call): ApiError | null {
  const { ready, reason } = call.deps.readiness();
  if (!ready) return unavailable({ en: reason, zh: reason });
  const { raw } = call;
  const target = originalTarget(raw);
  if (target.length + (raw.method?.length ?? 0) + ' HTTP/1.1 '.length > MAX_REQUEST_LINE)
    return new ApiError(414, { close: true });
  const { rawHeaders } = raw;
  let size = 0;
  for (let at = 0; at < rawHeaders.length; at++) size += (rawHeaders[at] as string).length + 2;
  return size > MAX_HEADERS ? new ApiError(431, { close: true }) : null;
}

/** The request target before base path and leading slashes were taken off. */
function originalTarget(raw: IncomingMessage): string {
  return (raw as IncomingMessage & { originalUrl?: string }).originalUrl ?? raw.url ?? '';
}

/** Checks 2 to 18 of a known path. */
function answerRoute(state: FrontState, call: Call): unknown {
  const route = call.route as Route;
  const target = call.raw.url as string;
  const mark = target.indexOf('?');
  if (mark < 0 ? target !== route.path : mark !== route.path.length || !target.startsWith(route.path))
    return answerUnknown(state, call);
  chargeAddress(state, call, route);
  if (route.method === 'POST' && call.body.length > 0) checkContent(call.raw);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (route.access === 'public') return carryOut(state, call, route, query);
  const { raw, body, address } = call;
  const request = { headers: raw.headers, method: route.method, target, body, address };
  const key = authenticate(request, state.deps.keyring, route.permission, call.requestTimeMs);
  if (key instanceof Promise) return key.then((known) => carryOutFor(state, call, route, query, known));
  return carryOutFor(state, call, route, query, key);
}

/** Checks 13 to 15, of the account the key belongs to; then the rest. */
function carryOutFor(state: FrontState, call: Call, route: Route, query: string, key: ApiKey): unknown {
  call.key = key;
  const account = state.deps.engine.state.accounts.get(key.account);
  if (route.refusedWhenFrozen === true && account?.frozen === true) throw new ApiError(40013, { token: 'ACCOUNT_FROZEN' });
  if (route.needsAllowlist === true && account?.allowed !== true) throw notAllowlisted(key.account);
  state.limits.chargeAccount(key.account, route.weight.uid);
  if (route.orderRate !== undefined) state.limits.chargeOrder(key.account, route.operation, route.orderRate.creates);
  return carryOut(state, call, route, query);
}

/** Check 16, in the route's `parse`, and what follows it. */
function carryOut(state: FrontState, call: Call, route: Route, query: string): unknown {
  return route.handle(route.parse(fieldsOf(state, call, route, query), call), call);
}

function chargeAddress(state: FrontState, call: Call, route: Route): void {
  if (route.access === 'private' && !state.deps.config.rateLimit.ip.chargePrivate) return;
  state.limits.chargeAddress(call.countedAs, route.weight.ip);
}

/** Check 4: a body is JSON, and as it is, not compressed. */
function checkContent(raw: IncomingMessage): void {
  const encoding = raw.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ApiError(40007, {
      hint: {
        en: `Content-Encoding ${encoding} is not read; send the body as it is`,
        zh: `不支持Content-Encoding ${encoding}，请直接发送请求体`,
      },
    });
  }
  const type = raw.headers['content-type'];
  if (type === undefined || !isJson(type)) {
    const found = type === undefined ? 'no Content-Type' : `Content-Type ${type.slice(0, 80)}`;
    throw new ApiError(40007, { hint: { en: `found ${found}`, zh: `收到：${found}` } });
  }
}

const JSON_TYPE = 'application/json';

function isJson(type: string): boolean {
  if (type === JSON_TYPE) return true;
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase() === JSON_TYPE;
}

function fieldsOf(state: FrontState, call: Call, route: Route, query: string) {
  if (route.method === 'GET') return queryFields(query, state.names.get(route) ?? []);
  return bodyFields(route.ownScanner === true ? EMPTY : call.body, query !== '');
}

/** Checks 2 and 3 of a path or method nobody serves. */
function answerUnknown(state: FrontState, call: Call): never {
  const { raw } = call;
  const target = raw.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const others = state.byPath.get(path) ?? [];
  const method = raw.method ?? 'GET';
  state.limits.chargeAddress(call.countedAs, others[0]?.weight.ip ?? 1);
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  if (others.length === 0) throw new ApiError(404, { fill: { method, path: shown }, hint: pathHint(path, state.known) });
  const allowed = others.map((route) => route.method).join(', ');
  throw new ApiError(405, { fill: { method }, hint: methodHint(method, path, allowed), headers: ['Allow', allowed] });
}

/** What travels as an error: request errors as they are, what was not done and may be asked again, and anything else as a fault that is logged. */
function asApiError(call: Call, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NotExecuted) {
    return unavailable({ en: error.message, zh: '服务繁忙或正在停止，请求未执行' }, error.retryAfterSeconds);
  }
  if (error instanceof StoreBehind) return unavailable({ en: `${error.message}; ask again`, zh: '历史数据尚未同步，请稍后重试' });
  const operation = call.route?.operation ?? 'unknown';
  call.deps.log.error({ err: error, operation }, error instanceof OutcomeUnknown ? 'outcome unknown' : 'fault while answering');
  return new ApiError(500, {
    hint: { en: 'the outcome is unknown; retry with the same client_oid', zh: '结果未知，请使用相同的client_oid重试' },
  });
}

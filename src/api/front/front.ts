/**
 * The front every request under `/capi` walks through: the checks of docs/api.md, Order of checks in exactly their
 * order, then the route, then the answer.
 *
 * The head of a request is judged when it has come (head.ts); its body is kept only when nothing is known that refuses
 * it, and there is room. One failure answers, the first of the table, and nothing after it happens. Up to check 16 no
 * command exists. What it keeps true: every answer is JSON of the documented shape with the documented headers,
 * whatever was sent; a fault becomes 500 without a word about its cause.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CommandMalformed, NotExecuted, OutcomeUnknown } from '../../sequencer/refusals.ts';
import { EvidenceBroken, StoreAway, StoreBehind, StoreFault } from '../../store/errors.ts';
import { REQUEST_LIMITS, type ScanLimits, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { bodyFields, bodyFieldsInSteps, queryFields } from '../call/fields.ts';
import { Faulted } from '../call/faults.ts';
import { ApiError, malformed, same, unavailable } from '../words/errors.ts';
import { checkKey, type Claim, prove } from './keys/auth.ts';
import { signatureCause } from './keys/signature-cause.ts';
import { declaredLength, NOTHING, readBody } from './body/body.ts';
import type { BodyRoom } from './body/body-room.ts';
import type { Call } from '../call/call.ts';
import { carryOut } from './answer/carry-out.ts';
import type { CallDeps, WebPolicy } from '../call/deps.ts';
import { createFrontState, type FrontState } from './checks/front-state.ts';
import {
  bodyLimit,
  chargeAddress,
  checkAccount,
  checkSizes,
  type Head,
  checkHead,
  takeRoom,
  tooLong,
} from './checks/head.ts';
import { type Limits, weightOfBody } from './limits/limits.ts';
import { openCall, peerOf } from './checks/open-call.ts';
import { Replies } from './answer/reply.ts';
import type { ApiKey } from './keys/keyring.ts';
import { formError } from './checks/request-form.ts';
import type { Dialect } from '../words/dialect.ts';
import { type Route, takesBody } from '../call/route.ts';

export interface Front {
  /** Answers a request to a known path. */
  readonly serve: (raw: IncomingMessage, response: ServerResponse, route: Route) => void;
  /** Answers what no route matched: 404, 405, or the CORS preflight. */
  serveUnknown(raw: IncomingMessage, response: ServerResponse): void;
  /** Why a request that isn't a call of the API is not answered, or null; charges its address. */
  refusedPage(raw: IncomingMessage, weight: number, as: keyof WebPolicy['refused']): ApiError | null;
  /** The same of what everyone may read, pages of any origin too. */
  refusedPublic(raw: IncomingMessage, weight: number): ApiError | null;
  /** Answers with an error, in the shape of all of them. */
  refuse(raw: IncomingMessage, response: ServerResponse, error: ApiError): void;
  readonly limits: Limits;
  readonly room: BodyRoom;
  /** The state its steps share, for those who answer calls in another way. */
  readonly state: FrontState;
}

export function createFront(
  deps: CallDeps,
  routes: readonly Route[],
  dialects: readonly [Dialect, ...Dialect[]],
): Front {
  const state = createFrontState(deps, routes, dialects);
  const replies = new Replies(deps, state.limits, state.turns);

  function receive(raw: IncomingMessage, response: ServerResponse, route: Route | null): void {
    const call = openCall(state, raw, response, route);
    const length = declaredLength(raw);
    const early = formError(raw) ?? state.deps.web.refused.call(raw) ?? checkSizes(call, length);
    if (early !== null) return replies.failure(call, early);
    const head = checkHead(state, call, route, length);
    if (length === 0 || (length !== null && head.refusal !== null)) run(state, replies, call, head, 0);
    else readOn(state, replies, call, head, length);
  }

  const refuse: Front['refuse'] = (raw, response, error) =>
    replies.failure(openCall(state, raw, response, null), error);

  const refusedPage: Front['refusedPage'] = (raw, weight, as) =>
    formError(raw) ?? deps.web.refused[as](raw) ?? overBudget(state, raw, weight);

  return {
    limits: state.limits,
    room: state.room,
    state,
    serve: receive,
    serveUnknown: (raw, response) => {
      if (raw.method !== 'OPTIONS') return receive(raw, response, null);
      const refused = refusedPage(raw, PREFLIGHT_WEIGHT, 'call');
      if (refused !== null) refuse(raw, response, refused);
      else replies.preflight(raw, response, state.dialectOf(raw.url ?? '/').methods);
    },
    refusedPage,
    refusedPublic: (raw, weight) => formError(raw) ?? overBudget(state, raw, weight),
    refuse,
  };
}

const PREFLIGHT_WEIGHT = 1;

function overBudget(state: FrontState, raw: IncomingMessage, weight: number): ApiError | null {
  try {
    state.limits.chargePages(peerOf(state, raw).countedAs, weight);
    return null;
  } catch (error) {
    return error as ApiError;
  }
}

/** Reads the body, and answers after it. */
function readOn(state: FrontState, replies: Replies, call: Call, head: Head, length: number | null): void {
  const limit = bodyLimit(call.route);
  const reader = {
    take(part: Buffer) {
      head.claim?.mac.update(part);
      if (head.keeps && length === null) keepIfRoom(state, call, head, part.length);
      return head.keeps;
    },
    done(kept: Buffer, bytes: number) {
      call.body = kept;
      if (bytes <= limit) return run(state, replies, call, head, bytes);
      release(state, call);
      replies.failure(call, tooLong());
    },
    cut: () => release(state, call),
  };
  readBody(call.raw, call.response, limit, reader, state.bodyDeadline, head.keeps ? null : state.turns);
}

/** A body of undeclared length takes its room part by part. */
function keepIfRoom(state: FrontState, call: Call, head: Head, bytes: number): void {
  try {
    takeRoom(state, call, bytes);
  } catch (error) {
    head.keeps = false;
    head.bodyRefusal = error as ApiError;
    release(state, call);
  }
}

function release(state: FrontState, call: Call): void {
  state.room.release(call.countedAs, call.kept);
  call.kept = 0;
  call.body = NOTHING;
}

/** Carries a request out whose body has come, and answers. */
function run(state: FrontState, replies: Replies, call: Call, head: Head, bytes: number): void {
  const succeed = (value: unknown): void => {
    release(state, call);
    replies.success(call, value);
  };
  const fail = (error: unknown): void => {
    release(state, call);
    if (error instanceof Faulted && error.instead !== 500) replies.faulted(call, error.instead);
    else replies.failure(call, asApiError(call, error));
  };
  try {
    const answer = answerTo(state, call, head, bytes);
    if (answer instanceof Promise) answer.then(succeed, fail);
    else succeed(answer);
  } catch (error) {
    fail(error);
  }
}

/** The rest of checks 4 to 18 that the head left open. */
function answerTo(state: FrontState, call: Call, head: Head, bytes: number): unknown {
  if (bytes > 0 && head.ifBody !== null) throw head.ifBody;
  const { route, claim } = head;
  if (head.refusal !== null || route === null) throw head.refusal;
  const bodyWeight = weightOfBody(bytes);
  if (bodyWeight > head.bodyWeight) chargeAddress(state, call, route, bodyWeight);
  if (claim === null) return carryOut(state.limits, call, route, fieldsOf(state, call, route));
  const signature = proven(call, claim, bytes);
  const proceed = (proven: Buffer): unknown => carryOutFor(state, call, route, head, claim, proven, bodyWeight);
  return signature instanceof Promise ? signature.then(proceed) : proceed(signature);
}

/** Checks 8 and 9; a rehearsal notes why the signature was refused. */
function proven(call: Call, claim: Claim, bytes: number): Buffer | Promise<Buffer> {
  try {
    return prove(claim, bytes);
  } catch (error) {
    if (call.trace !== null && error instanceof ApiError && error.code === 40009)
      call.trace.cause = signatureCause(claim, call.body);
    throw error;
  }
}

/** Checks 10 to 15, of the key as it is now; then the rest. A body of some size is read in steps. */
function carryOutFor(
  state: FrontState,
  call: Call,
  route: Route,
  { bodyRefusal }: Head,
  claim: Claim,
  signature: Buffer,
  bodyWeight: number,
): unknown {
  const { account } = admit(state, call, route, claim);
  call.signature = signature;
  state.limits.chargeAccount(account, route, bodyWeight);
  if (bodyRefusal !== null) throw bodyRefusal;
  if (bodyWeight === 0 || !takesBody(route) || route.ownScanner === true)
    return carryOut(state.limits, call, route, fieldsOf(state, call, route));
  const steps = bodyFieldsInSteps(call.body, isStray(call, route), limitsOf(route));
  return state.deps.slices.run(account, steps).then((fields) => {
    // Others were served meanwhile, and one of them may have been who withdrew the key.
    admit(state, call, route, claim);
    return carryOut(state.limits, call, route, fields);
  });
}

/** Checks 10 to 14. */
function admit(state: FrontState, call: Call, route: Route, claim: Claim): ApiKey {
  const key = state.deps.keyring.find(claim.accessKey) ?? claim.key;
  call.signedBy = key.account;
  checkKey(key, call.address, route.permission, call.requestTimeMs);
  call.key = key;
  checkAccount(state, route, key);
  return key;
}

/**
 * Target and body are signed without a border between them: a body moved into the query would have the same signature.
 */
const BORDER = {
  en: "the query of a request that may have a body can't have a {",
  zh: '可带请求体的请求，其查询字符串不能含有{',
};

function fieldsOf(state: FrontState, call: Call, route: Route) {
  if (!takesBody(route)) {
    if (route.method !== 'GET') isStray(call, route);
    return queryFields(queryOf(call, route), state.names.get(route) ?? []);
  }
  return bodyFields(route.ownScanner === true ? NOTHING : call.body, isStray(call, route), limitsOf(route));
}

function queryOf({ raw }: Call, { path }: Route): string {
  return (raw.url as string).slice(path.length + 1);
}

/**
 * Whether it has a query; of a POST nobody reads it.
 * @throws ApiError 40017 for one that a body may have been moved to
 */
function isStray(call: Call, route: Route): boolean {
  const query = queryOf(call, route);
  if (query.includes('{')) throw malformed(BORDER, undefined, 'json');
  return query !== '';
}

function limitsOf({ longStrings }: Route): ScanLimits {
  return longStrings === true ? UPLOAD_LIMITS : REQUEST_LIMITS;
}

const UNKNOWN_OUTCOME = {
  en: 'the outcome is unknown; retry with the same client_oid',
  zh: '结果未知，请使用相同的client_oid重试',
};
const NOT_REACHED = { en: 'the exchange was not reached', zh: '未能到达交易所' };
const STORE_AWAY = {
  en: 'history and AI logs can not be reached now; ask again later. Trading goes on',
  zh: '历史数据与AI日志暂时无法访问，请稍后重试；交易不受影响',
};
const STORE_AWAY_RETRY_SECONDS = 5;

/** Rates go by exchange time: where that stands until agents have passed, nobody gets further by waiting. */
function curedByPassing({ deps }: Pick<Call, 'deps'>, error: ApiError): ApiError {
  if (deps.rehearsal?.clock().mode !== 'lockstep') return error;
  const { hint, headers } = error;
  const says = (own: string | undefined, more: string): string => (own === undefined ? more : `${own}; ${more}`);
  const passing = { en: says(hint?.en, PASS.en), zh: says(hint?.zh, PASS.zh) };
  return new ApiError(429, { hint: passing, headers });
}

const PASS = {
  en: 'in lockstep time stands until you pass, so pass (POST /capi/v2/rehearsal/pass) and try again then',
  zh: '锁步模式下时间静止，直至您调用POST /capi/v2/rehearsal/pass；请先pass再重试',
};

/**
 * The error to send: request errors as they are, what was not done and may be asked again, and anything else as a fault
 * that is logged.
 */
export function asApiError(call: Pick<Call, 'deps' | 'route'>, error: unknown): ApiError {
  if (error instanceof ApiError) return error.code === 429 ? curedByPassing(call, error) : error;
  if (error instanceof NotExecuted) {
    return unavailable({ en: error.message, zh: '服务繁忙或正在停止，请求未执行' }, error.retryAfterSeconds);
  }
  if (error instanceof StoreBehind)
    return unavailable(
      { en: `${error.message}; ask again`, zh: '历史数据尚未同步，请稍后重试' },
      error.retryAfterSeconds,
    );
  if (error instanceof StoreAway) return unavailable(STORE_AWAY, STORE_AWAY_RETRY_SECONDS);
  if (error instanceof EvidenceBroken) return unavailable(same(error.message), STORE_AWAY_RETRY_SECONDS);
  // No gateway stands between where it is asked over a socket: its page is our own word for the same.
  if (error instanceof Faulted)
    return error.instead === 503 ? unavailable(NOT_REACHED) : new ApiError(500, { hint: UNKNOWN_OUTCOME });
  const operation = call.route?.operation ?? 'unknown';
  if (error instanceof CommandMalformed) {
    call.deps.log.error({ err: error, operation }, 'a route let through what is no command');
    const { field, found, need } = error.mismatch;
    return new ApiError(40020, { fill: { name: field }, hint: same(`found ${found}, needs ${need}`) });
  }
  call.deps.log.error(
    { err: error, operation },
    error instanceof OutcomeUnknown ? 'outcome unknown' : 'fault while answering',
  );
  // A read has no outcome that could be unknown.
  if (call.route?.permission !== 'trade')
    return error instanceof StoreFault ? unavailable(STORE_AWAY, STORE_AWAY_RETRY_SECONDS) : new ApiError(500);
  return new ApiError(500, { hint: UNKNOWN_OUTCOME });
}

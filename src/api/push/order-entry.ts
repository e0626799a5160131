/**
 * Order entry over a private socket, our own addition: a request is handed to the very route REST has for it, and its
 * answer goes back when it is there, whatever others are under way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../core/text/scan.ts';
import { memberOf } from '../../core/text/scan.ts';
import { carryOutAsked } from '../front/asked.ts';
import { NOTHING } from '../front/body/body.ts';
import { type Call, traceparentIn } from '../call/call.ts';
import { Faulted } from '../call/faults.ts';
import { asApiError } from '../front/front.ts';
import type { FrontState } from '../front/checks/front-state.ts';
import { tooMany } from '../front/limits/limits.ts';
import { noteRefusal } from '../front/answer/reply.ts';
import { noteRequest, traceAnswer, traceError } from '../front/answer/trace.ts';
import { newTrace } from '../call/recorder.ts';
import type { Route } from '../call/route.ts';
import type { Fields } from '../call/fields.ts';
import {
  type ApiError,
  type Bilingual,
  invalid,
  type Locale,
  missing,
  renderError,
  unavailable,
} from '../words/errors.ts';
import { textOf } from './dialect/reading.ts';
import { machine } from '../../time/machine.ts';

/** The operations that can be asked. */
export const ORDER_ENTRY = [
  'placeOrder',
  'cancel_order',
  'batchOrders',
  'cancel_batch_orders',
  'cancelAllOrders',
] as const;

/** Requests under way on one connection. */
const MOST_UNDERWAY = 256;
const LONGEST_ID = 40;
const DONE = '00000';

/** The caller, and the way to answer. */
export interface Asker {
  /** Empty until it is known who it is. */
  accessKey: string;
  account: number | null;
  readonly address: string;
  readonly countedAs: string;
  readonly locale: Locale;
  /** The handshake, which takes the place of the request and the response a route never looks at. */
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  /** Requests under way. */
  underWay: number;
  /** Called when the last one was answered. */
  onIdle: () => void;
  say(text: string): void;
  /** Takes the connection down without a word. */
  cut(): void;
}

export interface OrderEntry {
  /** Takes a request; every one is answered once. */
  ask(asker: Asker, message: JsonObject): void;
  /** From now on 503. */
  stop(): void;
  /** Requests since the start, by operation. */
  readonly asked: Readonly<Record<string, number>>;
}

export function createOrderEntry(state: FrontState, routes: readonly Route[]): OrderEntry {
  const byName = new Map<string, Route>(
    routes.flatMap((route) => (ORDER_ENTRY.some((one) => one === route.operation) ? [[route.operation, route]] : [])),
  );
  const names = [...byName.keys()];
  const useOne: Bilingual = { en: `use ${names.join(', ')}`, zh: `请使用${names.join('、')}` };
  const asked: Record<string, number> = {};
  let isStopping = false;

  function refuse(asker: Asker, id: string | null, error: ApiError): void {
    asker.say(refusalText(id, error, asker.locale, state.nowMs()));
  }

  function carryOut(asker: Asker, call: Call, route: Route, message: JsonObject): unknown {
    if (isStopping) throw unavailable({ en: 'the exchange is stopping', zh: '服务正在停止' });
    if (asker.underWay >= MOST_UNDERWAY) throw tooManyUnderWay();
    return carryOutAsked(state, call, route, asker.accessKey, argumentsOf(message));
  }

  function answerAs(asker: Asker, id: string, route: Route, message: JsonObject): void {
    const call = callOf(state, asker, route, message);
    const succeed = (answer: unknown): void => {
      const text = answerText(id, answer, call.headers);
      traceAnswer(call, answer);
      noteRequest(call, 200, text);
      asker.say(text);
    };
    const fail = (reason: unknown): void => {
      if (reason instanceof Faulted && reason.instead === 'reset') {
        noteRequest(call, 0, null);
        return asker.cut();
      }
      const error = asApiError(call, reason);
      noteRefusal(call, error, id);
      traceError(call, error);
      noteRequest(call, error.http, '');
      refuse(asker, id, error);
    };
    try {
      const answer = carryOut(asker, call, route, message);
      if (!(answer instanceof Promise)) return succeed(answer);
      asker.underWay++;
      const done = (): void => {
        if (--asker.underWay === 0) asker.onIdle();
      };
      answer.then(succeed, fail).then(done, done);
    } catch (error) {
      fail(error);
    }
  }

  return {
    asked,
    stop: () => void (isStopping = true),
    ask(asker, message) {
      const id = textOf(message, 'id');
      if (id === null) return refuse(asker, null, missing('id', ID_FORM));
      if (id.length > LONGEST_ID) return refuse(asker, null, invalid('id', ID_FORM));
      const name = textOf(message, 'op');
      const route = byName.get(name ?? '');
      if (route === undefined) return refuse(asker, id, name === null ? missing('op', useOne) : invalid('op', useOne));
      asked[route.operation] = (asked[route.operation] ?? 0) + 1;
      answerAs(asker, id, route, message);
    },
  };
}

const ID_FORM = { en: `your own text of at most ${LONGEST_ID} characters`, zh: `自定义文本，最多${LONGEST_ID}个字符` };

function tooManyUnderWay(): ApiError {
  return tooMany('orders', 1, {
    en: `${MOST_UNDERWAY} requests are under way on this connection; wait for their answers`,
    zh: `此连接已有${MOST_UNDERWAY}个请求未完成，请等待应答`,
  });
}

/** The call a route is handed. */
function callOf({ deps, nowMs, dialectOf }: FrontState, asker: Asker, route: Route, message: JsonObject): Call {
  const { raw, response, locale, address, countedAs } = asker;
  return {
    deps,
    raw,
    response,
    route,
    requestTimeMs: nowMs(),
    startedMs: machine.steadyMs(),
    locale,
    dialect: dialectOf(route.path),
    address,
    countedAs,
    body: NOTHING,
    kept: 0,
    key: null,
    signature: null,
    signedBy: asker.account,
    refused: null,
    // A connection lives longer than a trace: a message may name its own.
    traceparent: traceparentIn(textOf(message, 'traceparent') ?? raw.headers['traceparent']),
    trace: deps.recorder === undefined ? null : newTrace(),
    headers: [],
  };
}

/** The fields that would be the body of a request. @throws ApiError 40020 when it isn't an object */
function argumentsOf(message: JsonObject): Fields {
  const args = memberOf(message, 'args');
  if (args !== undefined && args.kind !== 'object')
    throw invalid('args', { en: `expected an object, found ${args.kind}`, zh: `需要对象，收到${args.kind}` });
  return {
    source: 'body',
    whyMissing: undefined,
    get: (name) => (args === undefined ? undefined : memberOf(args, name)),
    names: () => args?.members.map(({ key }) => key) ?? [],
  };
}

function answerText(id: string, answer: unknown, headers: readonly string[]): string {
  const facts = headersText(headers);
  return `{"event":"response","id":${JSON.stringify(id)},"code":"${DONE}","data":${JSON.stringify(answer)}${facts}}`;
}

function refusalText(id: string | null, error: ApiError, locale: Locale, nowMs: number): string {
  const body = renderError(error, locale, nowMs).slice(1, -1);
  return `{"event":"response","id":${JSON.stringify(id)},${body}${headersText(error.headers)}}`;
}

/** The headers of the answer over REST, as an object's text. */
function headersText(headers: readonly string[]): string {
  if (headers.length === 0) return '';
  const named = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
  return `,"headers":${JSON.stringify(Object.fromEntries(named))}`;
}

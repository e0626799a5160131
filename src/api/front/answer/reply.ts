/**
 * Writes answers: status, the headers every response owes (docs/api.md, Conventions and Rate limits), and the body in
 * one write. Straight onto the socket's response, because a framework's way there costs as much as the rest of the
 * front.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Call } from '../../call/call.ts';
import type { CallDeps } from '../../call/deps.ts';
import type { ApiError } from '../../words/errors.ts';
import { asksForGzip, GZIP_FROM, pack } from './gzip.ts';
import type { Limits } from '../limits/limits.ts';
import type { SentBytes, SentFile } from '../../shapes/bundle.ts';
import { noteRequest, traceAnswer, traceError } from './trace.ts';
import type { Turns } from '../body/turns.ts';
import { machine } from '../../../time/machine.ts';

export const JSON_UTF8 = 'application/json; charset=utf-8';
export const TEXT_UTF8 = 'text/plain; charset=utf-8';
const HTML_UTF8 = 'text/html; charset=utf-8';
const GZIP = 'application/gzip';
const MAX_REQUEST_ID = 64;
/** Status of an answer that nobody was there for any more. */
const NOBODY = 0;
/**
 * How long a request that is too large may go on before its connection is closed, and how many more of its bytes are
 * read.
 */
const DRAIN_MS = 500;
const DRAIN_BYTES = 16 * 1024 * 1024;
/** Up to so many bytes of a refused body are read so that its connection can be kept. */
const KEEP_ALIVE_BYTES = 64 * 1024;

/** Headers a page from another origin may read. */
const EXPOSED =
  'X-Request-Id, X-Exchange-Time, X-Next-Cursor, X-RateLimit-IP-Used, X-RateLimit-IP-Limit, X-RateLimit-UID-Used, X-RateLimit-UID-Limit, X-RateLimit-Scope, Retry-After, Idempotent-Replay, AI-LOG-ID, AI-LOG-INDEX, AI-LOG-LEAF, AI-LOG-WARNINGS, AI-LOG-DUPLICATE, X-Outcry-Rehearsal, X-Outcry-Fault, X-Used-Weight-10s, X-Remaining-Weight-10s';

export class Replies {
  readonly #deps: CallDeps;
  readonly #limits: Limits;
  readonly #turns: Turns;
  readonly #nextId = requestIds();
  readonly #exposed: string;

  constructor(deps: CallDeps, limits: Limits, turns: Turns) {
    this.#exposed = deps.node === undefined ? EXPOSED : `${EXPOSED}, X-Outcry-Sequence`;
    this.#deps = deps;
    this.#limits = limits;
    this.#turns = turns;
  }

  success(call: Call, answer: unknown): void {
    if (call.trace !== null) traceAnswer(call, answer);
    if (call.route?.isFile === true) this.#sendFile(call, answer as SentFile | SentBytes);
    else if (call.route?.isText === true) this.#write(call, 200, String(answer), this.#idOf(call), TEXT_UTF8);
    else {
      const requestId = this.#idOf(call);
      if (call.refused !== null) noteRefusal(call, call.refused, requestId);
      this.#write(call, 200, JSON.stringify(answer), requestId);
    }
  }

  failure(call: Call, error: ApiError): void {
    traceError(call, error);
    for (const part of error.headers) call.headers.push(part);
    const body = call.dialect.render(error, call.locale, call.requestTimeMs);
    const { http } = call.dialect.faceOf(error, call.locale);
    const requestId = this.#idOf(call);
    noteRefusal(call, error, requestId);
    if (error.close || isLong(call.raw)) {
      call.headers.push('Connection', 'close');
      drainThen(call, this.#turns, () => this.#write(call, http, body, requestId));
    } else this.#write(call, http, body, requestId);
  }

  /** A fault of the rehearsal's puts this in the place of an answer: a gateway's page, or a connection that is gone. */
  faulted(call: Call, instead: 502 | 503 | 504 | 'reset'): void {
    if (instead !== 'reset') return this.#write(call, instead, gatewayPage(instead), this.#idOf(call), HTML_UTF8);
    call.raw.socket.resetAndDestroy();
    noteRequest(call, NOBODY, null);
  }

  /** The CORS preflight: 204. */
  preflight(raw: IncomingMessage, response: ServerResponse, methods: string): void {
    const headers = ['Content-Length', '0', 'Access-Control-Allow-Methods', methods, 'Access-Control-Max-Age', '86400'];
    const asked = raw.headers['access-control-request-headers'];
    if (typeof asked === 'string') headers.push('Access-Control-Allow-Headers', asked);
    headers.push('X-Request-Id', requestIdOf(raw) ?? this.#nextId());
    pushCors(headers, raw, this.#deps.web.corsOrigin, this.#exposed);
    response.writeHead(204, headers);
    response.end();
  }

  #idOf({ raw }: Call): string {
    return requestIdOf(raw) ?? this.#nextId();
  }

  #write(call: Call, status: number, body: string, requestId = this.#idOf(call), type = JSON_UTF8): void {
    if (body.length < GZIP_FROM) return this.#send(call, status, body, requestId, type);
    call.headers.push('Vary', 'Accept-Encoding');
    if (!asksForGzip(call.raw)) return this.#send(call, status, body, requestId, type);
    const sendPacked = (packed: Buffer): void => {
      call.headers.push('Content-Encoding', 'gzip');
      this.#send(call, status, packed, requestId, type);
    };
    pack(body).then(sendPacked, () => this.#send(call, status, body, requestId, type));
  }

  #send(call: Call, status: number, body: string | Buffer, requestId: string, type: string): void {
    const { response } = call;
    if (response.destroyed) noteRequest(call, NOBODY, null);
    if (response.destroyed || response.headersSent) return;
    const bytes = Buffer.byteLength(body);
    response.writeHead(status, this.#headersOf(call, bytes, requestId, type));
    // As most are: one byte a character, which is copied and not encoded.
    if (typeof body === 'string' && bytes === body.length) response.end(body, 'latin1');
    else response.end(body);
    noteRequest(call, status, body);
    this.#deps.metrics.observe(call.route, status, machine.steadyMs() - call.startedMs);
  }

  /** As it is, however large. */
  #sendFile(call: Call, file: SentFile | SentBytes): void {
    const { response } = call;
    if ('content' in file) {
      if (response.destroyed || response.headersSent) return;
      const { type, content } = file;
      response.writeHead(200, this.#headersOf(call, content.length, this.#idOf(call), type));
      response.end(content);
      this.#sent(call);
      return;
    }
    const { path, bytes, remove } = file;
    if (response.destroyed || response.headersSent) return remove();
    response.writeHead(200, this.#headersOf(call, bytes, this.#idOf(call), GZIP));
    // A client that leaves in the middle isn't anyone's fault.
    pipeline(createReadStream(path), response)
      .catch(() => undefined)
      .finally(remove);
    this.#sent(call);
  }

  /** Notes a file that goes out. */
  #sent(call: Call): void {
    noteRequest(call, 200, null);
    this.#deps.metrics.observe(call.route, 200, machine.steadyMs() - call.startedMs);
  }

  #headersOf(call: Call, bytes: number, requestId: string, type: string): string[] {
    const { headers, raw } = call;
    headers.push(
      'Content-Type',
      type,
      'Content-Length',
      String(bytes),
      'Cache-Control',
      'no-store',
      'Content-Language',
      call.locale === 'zh' ? 'zh-CN' : 'en-US',
      'X-Request-Id',
      requestId,
      'X-Content-Type-Options',
      'nosniff',
    );
    if (this.#deps.rehearsal !== undefined) headers.push('X-Outcry-Rehearsal', this.#deps.rehearsal.stamp());
    if (this.#deps.node !== undefined) headers.push('X-Outcry-Sequence', String(this.#deps.node.sequence()));
    pushCors(headers, raw, this.#deps.web.corsOrigin, this.#exposed);
    const account = call.key === null ? 0 : call.key.account;
    const rates = this.#limits.headers(call.countedAs, account, call.dialect);
    for (const part of rates) headers.push(part);
    return headers;
  }
}

/** As a proxy before the exchange would have it: no JSON. */
function gatewayPage(status: 502 | 503 | 504): string {
  const text = `${status} ${STATUS_CODES[status]}`;
  return `<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>\n`;
}

/** For the account that signed it, if any is proven to have. */
export function noteRefusal(
  { deps, route, signedBy, requestTimeMs: t, locale, dialect }: Call,
  error: ApiError,
  requestId: string,
): void {
  if (signedBy === null || route === null) return;
  deps.refusals.note(
    signedBy,
    { t, operation: route.operation, requestId },
    error.token,
    dialect.faceOf(error, locale),
  );
}

function pushCors(headers: string[], raw: IncomingMessage, origin: string | null, exposed: string): void {
  if (origin === null) return;
  headers.push('Access-Control-Allow-Origin', origin);
  if (raw.headers.origin !== undefined) headers.push('Access-Control-Expose-Headers', exposed);
}

/** Whether so much of a refused body is still to come that its connection is not worth keeping. */
function isLong(raw: IncomingMessage): boolean {
  return !raw.complete && Number(raw.headers['content-length'] ?? 0) > KEEP_ALIVE_BYTES;
}

/**
 * Lets the sender of a request that is refused finish, for a moment, before the answer closes the connection: closing
 * while bytes are still coming in would reset it and lose the answer. A sender of many bytes, or one among many, is
 * left waiting for the rest of the moment.
 */
function drainThen(call: Call, turns: Turns, write: () => void): void {
  const { raw } = call;
  if (raw.complete) {
    write();
    return;
  }
  let isWritten = false;
  let drained = 0;
  let leave = (): void => {};
  const finish = (): void => {
    if (isWritten) return;
    isWritten = true;
    timer.cancel();
    leave();
    write();
  };
  const timer = machine.after(DRAIN_MS, finish);
  raw.once('end', finish);
  raw.once('close', finish);
  raw.on('error', finish);
  const onData = (part: Buffer): void => {
    drained += part.length;
    if (drained > DRAIN_BYTES) raw.pause();
  };
  leave = turns.take(() => raw.on('data', onData).resume());
}

/** The caller's own request id, when it is one: 1 to 64 of letters, digits, `.`, `_`, `-`. */
function requestIdOf(raw: IncomingMessage): string | null {
  const id = raw.headers['x-request-id'];
  if (typeof id !== 'string' || id.length === 0 || id.length > MAX_REQUEST_ID) return null;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!(isLetter || (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 95)) return null;
  }
  return id;
}

/** Ids of our own: a random start per process and a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/**
 * Ends a connection whose bytes can no longer be read as requests, or that is used as something else: an answer in the
 * same shape as everything else, and its end.
 *
 * What it keeps true: nothing is written past an answer that is owed. A caller that sent a complete request before the
 * broken one gets that request's own answer, however late, and then the end of the connection; an error there would be
 * taken for the answer to what was carried out (decision 0010).
 */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, malformed } from '../../words/errors.ts';
import { MAX_REQUEST_LINE } from '../limits/http-limits.ts';
import { expectationError } from './request-form.ts';
import { machine } from '../../../time/machine.ts';

const NEWLINE = 10;
/** How long the other side may go on before its connection is taken down. */
const LINGER_MS = 500;

interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/** How a server says no, where no handler does. */
export interface Refusals {
  /** Answers a request whose head could be read. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: ApiError) => void;
  /** The body of an answer to bytes that weren't a request. */
  readonly body: (error: ApiError) => string;
}

export interface BrokenRequests {
  /** For node's `clientError`. */
  readonly answer: (error: ParserError, socket: Duplex) => void;
  /** The answer a connection is still owed, if any. */
  owed(socket: Duplex): ServerResponse | null;
  /** Follows the requests of a server, to know what is owed; answers expectations and tunnels. */
  watch(server: Server): void;
}

/** Of a connection: the answer to its last request. Answers leave in the order of requests. */
const LAST = Symbol('the answer to the last request');
type Noted = Duplex & { [LAST]?: ServerResponse };

export function createBrokenRequests({ refuse, body }: Refusals): BrokenRequests {
  const broken = new WeakSet<Duplex>();
  const note = ({ socket }: IncomingMessage, response: ServerResponse): void =>
    void ((socket as Noted)[LAST] = response);

  function answer(error: ParserError, socket: Duplex): void {
    // The parser complains again of each further piece.
    if (broken.has(socket)) return;
    broken.add(socket);
    endWith(socket, (socket as Noted)[LAST], isSilent(error) ? null : apiErrorOf(error), body);
  }

  return {
    answer,
    owed(socket) {
      const last = (socket as Noted)[LAST];
      return last === undefined || last.writableFinished ? null : last;
    },
    watch(server) {
      server.prependListener('request', note);
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        note(request, response);
        refuse(request, response, expectationError(request));
      });
      server.on('connect', ({ method }: IncomingMessage, socket: Duplex) => {
        broken.add(socket);
        socket.on('error', () => socket.destroy());
        endWith(socket, (socket as Noted)[LAST], noTunnel(method ?? ''), body);
      });
    },
  };
}

/** Ends a connection with an error, or without a word, after the answers it is owed. */
function endWith(
  socket: Duplex,
  owed: ServerResponse | undefined,
  error: ApiError | null,
  body: (error: ApiError) => string,
): void {
  if (owed === undefined || owed.writableFinished) {
    // An answer may come before its request is complete: a request that breaks then has been answered.
    const isAnswered = owed !== undefined && !owed.req.complete;
    if (isAnswered || error === null || !socket.writable) socket.destroy();
    else say(socket, error, body(error));
  } else if (owed.req.complete || owed.headersSent) owed.once('close', () => close(socket));
  else if (error === null) socket.destroy();
  else {
    // The broken request itself: its answer takes its place after the others'.
    const text = body(error);
    owed.writeHead(error.http, [...headersOf(error, text), 'Connection', 'close']);
    owed.end(text);
    owed.once('close', () => close(socket));
  }
}

/** Answers on the connection itself, where there is no request to answer, and ends it. */
export function say(socket: Duplex, error: ApiError, text: string): void {
  const lines = [`HTTP/1.1 ${error.http} ${STATUS_CODES[error.http] ?? ''}`];
  const headers = [...headersOf(error, text), 'Connection', 'close'];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  close(socket);
}

function close(socket: Duplex): void {
  socket.end();
  machine.after(LINGER_MS, () => socket.destroy()).unref();
}

function headersOf(error: ApiError, text: string): string[] {
  return [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Cache-Control',
    'no-store',
    'Content-Language',
    'en-US',
    'X-Request-Id',
    randomBytes(9).toString('hex'),
    'X-Content-Type-Options',
    'nosniff',
    ...error.headers,
  ];
}

/** Too slow, or reset: closed without a word (docs/api.md, Sizes and times). */
function isSilent({ code }: ParserError): boolean {
  return code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function apiErrorOf(error: ParserError): ApiError {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new ApiError(isLongRequestLine(error.rawPacket) ? 414 : 431);
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ApiError(413);
  return malformed({ en: 'this is not an HTTP request', zh: '不是有效的HTTP请求' });
}

/** Whether the first line of what arrived is already longer than a request line may be. */
function isLongRequestLine(packet: unknown): boolean {
  if (!(packet instanceof Uint8Array)) return false;
  const end = packet.indexOf(NEWLINE);
  return end < 0 || end > MAX_REQUEST_LINE;
}

function noTunnel(method: string): ApiError {
  const hint = { en: 'this is no proxy', zh: '本服务不是代理' };
  return new ApiError(405, { fill: { method }, hint, headers: ['Allow', 'GET, POST'] });
}

/**
 * Answers what node's HTTP parser could not read as a request, in the same envelope as everything else, and closes the connection.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, malformed, renderError } from './errors.ts';
import { MAX_REQUEST_LINE } from './http-limits.ts';

const NEWLINE = 10;

interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

export function answerBrokenRequest(error: ParserError, socket: Socket): void {
  // Too slow, reset, or nobody there any more: closed without a word (wire 9).
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = apiErrorOf(error);
  const body = renderError(answer, 'en', Date.now());
  const head = [
    `HTTP/1.1 ${answer.http} ${STATUS_CODES[answer.http] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Content-Language: en-US',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function apiErrorOf(error: ParserError): ApiError {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new ApiError(isLongRequestLine(error.rawPacket) ? 414 : 431);
  return malformed({ en: 'this is not an HTTP request', zh: '不是有效的HTTP请求' });
}

/** Whether the first line of what arrived is already longer than a request line may be. */
function isLongRequestLine(packet: unknown): boolean {
  if (!(packet instanceof Uint8Array)) return false;
  const end = packet.indexOf(NEWLINE);
  return end < 0 || end > MAX_REQUEST_LINE;
}

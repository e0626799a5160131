/**
 * Reads the raw bytes of a request, whatever its method: they are what is signed. Never parses, never inflates, never reads more than
 * the limit.
 */
import type { IncomingMessage } from 'node:http';
import { BODY_TIMEOUT_MS } from './http-limits.ts';

const NOTHING = Buffer.alloc(0);

/**
 * Calls `done` once, with the body or with null when it is larger than `limit`. A request without a body is answered at once. One that
 * is cut off or too slow ends with its connection: `done` is not called.
 */
export function readBody(raw: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
  const declared = raw.headers['content-length'];
  if (declared === undefined ? raw.headers['transfer-encoding'] === undefined : declared === '0') {
    done(NOTHING);
    return;
  }
  if (declared !== undefined && Number(declared) > limit) {
    done(null);
    return;
  }
  collect(raw, limit, done);
}

function collect(raw: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
  let first: Buffer | null = null;
  let chunks: Buffer[] | null = null;
  let size = 0;
  const timer = setTimeout(() => raw.socket.destroy(), BODY_TIMEOUT_MS);
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) {
      finish();
      done(null);
    } else if (first === null) first = chunk;
    else (chunks ??= [first]).push(chunk);
  };
  const onEnd = (): void => {
    finish();
    done(chunks === null ? (first ?? NOTHING) : Buffer.concat(chunks, size));
  };
  const finish = (): void => {
    clearTimeout(timer);
    raw.off('data', onData);
    raw.off('end', onEnd);
    raw.off('close', finish);
  };
  raw.on('data', onData);
  raw.on('end', onEnd);
  raw.on('close', finish);
  raw.on('error', ignore);
}

/** A cut connection ends in `close`; there is nobody left to answer. */
function ignore(): void {}

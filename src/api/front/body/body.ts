/**
 * Reads the raw bytes of a request, whatever its method: they are what is signed. Hands each part on as it comes and
 * keeps it only when told so. Never parses, never inflates, never reads more than the limit.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deadline } from './deadline.ts';
import type { Turns } from './turns.ts';

export const NOTHING = Buffer.alloc(0);

/** The length a request declares; null when only its end will tell (chunked). */
export function declaredLength(raw: IncomingMessage): number | null {
  const declared = raw.headers['content-length'];
  if (declared !== undefined) return Number(declared);
  return raw.headers['transfer-encoding'] === undefined ? 0 : null;
}

export interface BodyReader {
  /** Given every part in order. False: neither it nor what was kept before is kept, nor is what follows. */
  readonly take: (part: Buffer) => boolean;
  /** Called at the end with what was kept and the length of all; or as soon as the length is above the limit. */
  readonly done: (kept: Buffer, bytes: number) => void;
  /** Called instead when the body is cut off or too slow; its connection has ended. */
  readonly cut: () => void;
}

/**
 * Reads the body; exactly one of `done` and `cut` is called.
 * @param deadline within which it has to be complete
 * @param turns where it waits for its turn; null to read immediately
 */
export function readBody(
  raw: IncomingMessage,
  response: ServerResponse,
  limit: number,
  reader: BodyReader,
  deadline: Deadline,
  turns: Turns | null,
): void {
  let first: Buffer | null = null;
  let parts: Buffer[] | null = null;
  let bytes = 0;
  let isOver = false;
  let leave: (() => void) | null = null;
  const waiting = deadline.begin(() => raw.socket.destroy());
  const onData = (part: Buffer): void => {
    if (isOver) return;
    bytes += part.length;
    if (bytes > limit) {
      stop();
      raw.off('data', onData);
      reader.done(NOTHING, bytes);
    } else if (!reader.take(part)) {
      first = null;
      parts = null;
    } else if (first === null) first = part;
    else (parts ??= [first]).push(part);
  };
  // Its listeners stay on as long as its connection: what they close over would stay with them.
  const stop = (): void => {
    isOver = true;
    first = null;
    parts = null;
    deadline.done(waiting);
    leave?.();
  };
  const onEnd = (): void => {
    if (isOver) return;
    const kept = parts === null ? (first ?? NOTHING) : Buffer.concat(parts);
    stop();
    reader.done(kept, bytes);
  };
  const onClose = (): void => {
    if (isOver) return;
    stop();
    raw.off('data', onData);
    reader.cut();
  };
  raw.on('end', onEnd);
  // Its response ends with the connection, and also when a broken request was answered for it; it itself need not.
  response.on('close', onClose);
  raw.on('error', ignore);
  if (turns === null) raw.on('data', onData);
  else leave = turns.take(() => raw.on('data', onData));
}

/** A cut connection ends in `close`; there is no caller left to answer. */
function ignore(): void {}

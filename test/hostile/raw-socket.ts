/**
 * A WebSocket as hostile as it is asked to be, over a plain connection: frames exactly as given, and what came back.
 * No library stands between, because none would send what is wanted here.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { answersIn, type Answer } from './wire.ts';

export interface RawSocket {
  /** The whole messages that came since the last call. */
  taken(): string[];
  write(bytes: Buffer): void;
  /** Stops reading for good. */
  stopReading(): void;
  /** Drops the connection. */
  drop(): void;
  /** The code it was closed with: 1006 without one; null while it is open. */
  readonly closed: number | null;
  /** Resolves when `isEnough` says so of something that came, or the connection has ended; false when neither comes. */
  until(isEnough: (message: string) => boolean, patienceMs: number): Promise<boolean>;
}

/** Opens one; resolves with the answer when it isn't let in, with null when the connection ends without one. */
export function openRaw(
  url: string,
  path: string,
  headers: readonly string[],
  patienceMs: number,
): Promise<RawSocket | Answer | null> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<RawSocket | Answer | null>();
  const socket = connect({ host: hostname, port: Number(port) });
  const late = setTimeout(() => socket.destroy(), patienceMs);
  let buffered = Buffer.alloc(0);
  let isOpen = false;
  let closed: number | null = null;
  let messages: string[] = [];
  let heard: () => void = () => undefined;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(late);
    closed ??= 1006;
    resolve(answersIn(buffered).answers[0] ?? null);
    heard();
  });
  socket.on('connect', () =>
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        ...headers,
        '',
        '',
      ].join('\r\n'),
    ),
  );
  const raw: RawSocket = {
    taken: () => messages.splice(0),
    write: (bytes) => void socket.write(bytes),
    stopReading: () => void socket.pause(),
    drop: () => void socket.destroy(),
    get closed() {
      return closed;
    },
    until(isEnough, waitMs) {
      const waiting = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => waiting.resolve(false), waitMs);
      let at = 0;
      heard = () => {
        for (; at < messages.length; at++) if (isEnough(messages[at]!)) return waiting.resolve(true);
        if (closed !== null) waiting.resolve(true);
      };
      heard();
      return waiting.promise.finally(() => {
        clearTimeout(timer);
        heard = () => undefined;
      });
    },
  };
  socket.on('data', (part: Buffer) => {
    buffered = Buffer.concat([buffered, part]);
    if (!isOpen) {
      const end = buffered.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!buffered.toString('latin1', 0, 16).startsWith('HTTP/1.1 101')) {
        if (answersIn(buffered).answers.length > 0) socket.destroy();
        return;
      }
      clearTimeout(late);
      isOpen = true;
      buffered = buffered.subarray(end + 4);
      resolve(raw);
    }
    const read = framesIn(buffered);
    buffered = buffered.subarray(read.bytes);
    messages.push(...read.messages);
    closed ??= read.closed;
    heard();
  });
  return promise;
}

/** The whole frames at the start: text messages, and the code of a close. */
export function framesIn(bytes: Buffer): { messages: string[]; closed: number | null; bytes: number } {
  const messages: string[] = [];
  let closed: number | null = null;
  let at = 0;
  while (bytes.length >= at + 2) {
    const opcode = bytes[at]! & 15;
    let length = bytes[at + 1]! & 127;
    let start = at + 2;
    if (length === 126) {
      if (bytes.length < at + 4) break;
      length = bytes.readUInt16BE(at + 2);
      start = at + 4;
    } else if (length === 127) {
      if (bytes.length < at + 10) break;
      length = Number(bytes.readBigUInt64BE(at + 2));
      start = at + 10;
    }
    if (bytes.length < start + length) break;
    if (opcode === 1) messages.push(bytes.toString('utf8', start, start + length));
    if (opcode === 8) closed = length >= 2 ? bytes.readUInt16BE(start) : 1005;
    at = start + length;
  }
  return { messages, closed, bytes: at };
}

export interface FrameForm {
  readonly opcode?: number;
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  /** The three reserved bits. */
  readonly reserved?: number;
  /** A length that is said, whatever comes. */
  readonly says?: number;
}

/** A frame as a client sends it, or as none should. */
export function frameOf(payload: Buffer, form: FrameForm = {}): Buffer {
  const { opcode = 1, isLast = true, isMasked = true, reserved = 0, says = payload.length } = form;
  const first = (isLast ? 128 : 0) | (reserved << 4) | opcode;
  const masked = isMasked ? 128 : 0;
  const head =
    says < 126
      ? Buffer.from([first, masked | says])
      : says < 65_536
        ? Buffer.from([first, masked | 126, says >> 8, says & 255])
        : Buffer.concat([Buffer.from([first, masked | 127]), eightBytes(says)]);
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ mask[at & 3]!)]);
}

function eightBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

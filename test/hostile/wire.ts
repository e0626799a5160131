/**
 * Raw HTTP to the exchange: bytes exactly as given over a socket of their own, and what came back, whole answers and
 * the rest. A socket that neither answers nor ends in time is a hang.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Heard {
  readonly answers: readonly Answer[];
  /** Bytes behind the last whole answer. */
  readonly rest: string;
  readonly ended: 'closed' | 'reset' | 'hang' | 'done';
}

export interface Saying {
  /** Answers to wait for before this side closes; 0 waits for the other side to close. */
  readonly answers: number;
  readonly patienceMs: number;
  /** Bytes at a time and a pause behind each, for a slow sender. */
  readonly slow?: { readonly bytes: number; readonly pauseMs: number };
  /** Ends the connection this long after the bytes were sent, whatever has come. */
  readonly hangUpAfterMs?: number;
}

export function say(url: string, bytes: Buffer, saying: Saying): Promise<Heard> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<Heard>();
  const socket = connect({ host: hostname, port: Number(port) });
  const parts: Buffer[] = [];
  const isHead = bytes.toString('latin1', 0, 5) === 'HEAD ';
  const finish = (ended: Heard['ended']): void => {
    clearTimeout(late);
    socket.destroy();
    resolve({ ...answersIn(Buffer.concat(parts), isHead), ended });
  };
  const late = setTimeout(() => finish('hang'), saying.patienceMs);
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    if (saying.answers > 0 && answersIn(Buffer.concat(parts), isHead).answers.length >= saying.answers) finish('done');
  });
  socket.on('error', () => finish('reset'));
  socket.on('close', () => finish('closed'));
  socket.on('connect', () => void send(socket, bytes, saying, finish));
  return promise;
}

async function send(socket: Socket, bytes: Buffer, { slow, hangUpAfterMs }: Saying, finish: (ended: 'closed') => void) {
  const step = slow?.bytes ?? bytes.length;
  for (let at = 0; at < bytes.length && !socket.destroyed; at += step) {
    socket.write(bytes.subarray(at, at + step));
    if (slow !== undefined) await new Promise((resolve) => setTimeout(resolve, slow.pauseMs));
  }
  if (hangUpAfterMs !== undefined) setTimeout(() => finish('closed'), hangUpAfterMs);
}

/**
 * The whole answers at the start of what came: each with its length declared, as this exchange's are, and without a
 * body where HEAD was asked.
 */
export function answersIn(bytes: Buffer, isHead = false): Pick<Heard, 'answers' | 'rest'> {
  const answers: Answer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) break;
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const isBare = isHead || status === 100 || status === 204 || status === 304;
    const length = isBare ? 0 : Number(headers.get('content-length') ?? 0);
    const start = end + 4;
    if (start + length > bytes.length) break;
    if (status !== 100) answers.push({ status, headers, body: bytes.toString('utf8', start, start + length) });
    at = start + length;
  }
  return { answers, rest: bytes.toString('latin1', at) };
}

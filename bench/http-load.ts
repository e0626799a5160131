/**
 * The load generator, a process of its own: keep-alive sockets, on each one request at a time, the next as soon as the
 * answer is whole. A minimal HTTP/1.1 client over `node:net`, because a general one would cost as much as the server it
 * measures. Every answer's status and beginning are checked; anything unexpected ends the round with an error. Its
 * parent (http-rounds.ts) sends a job and gets two messages: one when all requests are signed and the round begins, one
 * with the figures.
 */
import { connect, type Socket } from 'node:net';
import { answerOf, type Caller, type RequestKind, requestBytes } from './http-requests.ts';

export type LoadMessage = { readonly ready: true } | { readonly result: LoadResult } | { readonly error: string };

export interface LoadJob {
  readonly url: string;
  /** What a connection asks for in turn. A cancel is of the order before it. */
  readonly kinds: readonly RequestKind[];
  readonly callers: readonly Caller[];
  /** Requests per connection. */
  readonly requests: number;
  /** Unlike any other round's, for client_oids. */
  readonly round: string;
  /** From one request of a connection to its next at least; 0, or not given: as soon as the answer is there. */
  readonly everyMs?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** This process's CPU time over the time of the round, 1 for one core. */
  readonly clientCpu: number;
}

const STATUS_OK = 'HTTP/1.1 200 ';
const LENGTH = 'Content-Length: ';

/** One connection's round: its requests, ready to send, and where its latencies go. */
interface Line {
  readonly socket: Socket;
  readonly requests: readonly Buffer[];
  /** What each answer begins with. */
  readonly answers: readonly string[];
  readonly latencies: Float64Array;
  /** When its first request is sent, and how long it takes to the next at least. */
  readonly startsMs: number;
  readonly everyMs: number;
}

async function runLoad({ url, kinds, callers, requests, round, everyMs = 0 }: LoadJob): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const timestamp = String(Date.now());
  const kindAt = (number: number): RequestKind => kinds[number % kinds.length]!;
  const sockets = await Promise.all(callers.map(() => opened(Number(port), hostname)));
  const lines = callers.map((caller, at): Line => {
    const numbers = Array.from({ length: requests }, (_, number) => number);
    const bytes = numbers.map((number) => {
      const asked = kindAt(number);
      const about = asked === 'cancel_order' ? number - 1 : number;
      return requestBytes(asked, caller, `${round}-${at}-${about}`, timestamp);
    });
    const answers = numbers.map((number) => answerOf(kindAt(number)));
    const startsMs = (everyMs * at) / callers.length;
    return { socket: sockets[at]!, requests: bytes, answers, latencies: new Float64Array(requests), startsMs, everyMs };
  });
  process.send?.({ ready: true });
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  await Promise.all(lines.map(runLine));
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const socket of sockets) socket.destroy();
  return { ...figuresOf(lines, tookMs), clientCpu: (user + system) / 1000 / tookMs };
}

function opened(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Sends one request after the other. */
function runLine({ socket, requests, answers, latencies, startsMs, everyMs }: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let sentMs = 0;
    let received = '';
    const beganMs = performance.now() + startsMs;
    const send = (): void => {
      sentMs = performance.now();
      socket.write(requests[next]!);
    };
    const sendWhenDue = (): void => {
      const leftMs = everyMs === 0 ? 0 : beganMs + next * everyMs - performance.now();
      if (leftMs < 1) send();
      else setTimeout(send, leftMs);
    };
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`the server closed the connection after ${next} of ${requests.length} requests`)),
    );
    socket.on('data', (part: Buffer) => {
      received = received === '' ? part.toString('latin1') : received + part.toString('latin1');
      const bodyAt = wholeBodyAt(received);
      if (bodyAt === 0) return;
      latencies[next] = performance.now() - sentMs;
      if (!received.startsWith(STATUS_OK) || !received.startsWith(answers[next]!, bodyAt))
        return reject(new Error(`unexpected answer: ${received}`));
      received = '';
      next++;
      if (next < requests.length) sendWhenDue();
      else resolve();
    });
    sendWhenDue();
  });
}

/** Where the body starts, once all of it is there; 0 before. */
function wholeBodyAt(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const at = text.indexOf(LENGTH);
  const length = Number.parseInt(text.slice(at + LENGTH.length, at + LENGTH.length + 10), 10);
  return text.length >= head + 4 + length ? head + 4 : 0;
}

function figuresOf(lines: readonly Line[], tookMs: number): Omit<LoadResult, 'clientCpu'> {
  const all = Float64Array.from(lines.flatMap(({ latencies }) => [...latencies])).sort();
  const at = (part: number): number => all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;
  return { requestsPerSecond: (all.length / tookMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) };
}

process.on('message', (job: LoadJob) => {
  runLoad(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

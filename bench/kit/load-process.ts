/**
 * The load generator, a process of its own that load.ts starts: callers that send what they are told, over HTTP or the
 * private socket, and listeners to public channels that note how late a trade reaches them.
 *
 * HTTP is a minimal client over `node:net`, because a general one would cost as much as the server it measures: on each
 * keep-alive connection one request at a time, the next as soon as the answer is whole. A socket may have several under
 * way. Every answer is checked; anything unexpected ends the round with an error.
 */
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Stamps } from '../../src/client/stamps.ts';
import type { BenchAccount } from './exchange.ts';
import { percentile } from './figures.ts';
import type { Heard, Job, ListenJob, LoadJob, LoadMessage, LoadResult } from './load.ts';
import { answerOf, type Caller, type RequestKind, requestBytes, requestText, signed } from './requests.ts';

const STATUS_OK = 'HTTP/1.1 200 ';
const LENGTH = 'Content-Length: ';
const PRIVATE = '/v2/ws/private';
const PUBLIC = '/v2/ws/public';
/** Sockets opened at once. */
const CHUNK = 50;
const stamps = new Stamps();

const tell = (message: LoadMessage): void => void process.send?.(message);

/** One connection: sends the request of a number, and says which was answered rightly. */
interface Wire {
  readonly send: (number: number) => void;
  readonly close: () => void;
}

interface Hears {
  readonly answered: (number: number) => void;
  readonly failed: (error: Error) => void;
}

async function runLoad(job: LoadJob): Promise<LoadResult> {
  const lines = await Promise.all(job.callers.map((_, at) => openLine(job, at)));
  tell({ ready: true });
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const latencies = (await Promise.all(lines.map((run) => run()))).flatMap((some) => [...some]);
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    requestsPerSecond: (latencies.length / tookMs) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    p999Ms: percentile(latencies, 0.999),
    clientCpu: (user + system) / 1_000 / tookMs,
  };
}

/** Connects a caller; what it gives sends all its requests and resolves to how long each took. */
async function openLine(job: LoadJob, at: number): Promise<() => Promise<Float64Array>> {
  const { requests, callers, everyMs = 0, atOnce = 1, over = 'http' } = job;
  const sentMs = new Float64Array(requests);
  const latencies = new Float64Array(requests);
  const whole = Promise.withResolvers<void>();
  let [beganMs, sent, answered] = [0, 0, 0];
  const send = (): void => {
    sentMs[sent] = performance.now();
    wire.send(sent++);
  };
  const sendWhenDue = (): void => {
    const leftMs = everyMs === 0 ? 0 : beganMs + sent * everyMs - performance.now();
    if (leftMs < 1) send();
    else setTimeout(send, leftMs);
  };
  const hears: Hears = {
    answered(number) {
      latencies[number] = performance.now() - sentMs[number]!;
      answered++;
      if (sent < requests) sendWhenDue();
      else if (answered === requests) whole.resolve();
    },
    failed: whole.reject,
  };
  const wire = await (over === 'http' ? openHttp(job, at, hears) : openSocket(job, at, hears));
  return async () => {
    beganMs = performance.now() + (everyMs * at) / callers.length;
    for (let first = 0; first < Math.min(atOnce, requests); first++) sendWhenDue();
    await whole.promise;
    wire.close();
    return latencies;
  };
}

const kindAt = ({ kinds }: LoadJob, number: number): RequestKind => kinds[number % kinds.length]!;

/** Makes every request of a caller. A cancel is of the order before it. */
function requestsOf<T>(job: LoadJob, at: number, make: (kind: RequestKind, unique: string, number: number) => T): T[] {
  return Array.from({ length: job.requests }, (_, number) => {
    const kind = kindAt(job, number);
    return make(kind, `${job.round}-${at}-${kind === 'cancel_order' ? number - 1 : number}`, number);
  });
}

async function openHttp(job: LoadJob, at: number, { answered, failed }: Hears): Promise<Wire> {
  const { hostname, port } = new URL(job.url);
  const timestamp = String(Date.now());
  const requests = requestsOf(job, at, (kind, unique) => requestBytes(kind, job.callers[at]!, unique, timestamp));
  const answers = requests.map((_, number) => answerOf(kindAt(job, number)));
  let next = 0;
  let received = '';
  const socket = await opened(Number(port), hostname);
  socket.on('error', failed);
  socket.on('close', () => failed(new Error(`the server closed the connection after ${next} of ${job.requests}`)));
  socket.on('data', (part: Buffer) => {
    received = received === '' ? part.toString('latin1') : received + part.toString('latin1');
    const bodyAt = wholeBodyAt(received);
    if (bodyAt === 0) return;
    if (!received.startsWith(STATUS_OK) || !received.startsWith(answers[next]!, bodyAt))
      return failed(new Error(`unexpected answer: ${received}`));
    received = '';
    answered(next++);
  });
  return { send: (number) => void socket.write(requests[number]!), close: () => socket.destroy() };
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

/** Where the body starts, once all of it is there; 0 before. */
function wholeBodyAt(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const at = text.indexOf(LENGTH);
  const length = Number.parseInt(text.slice(at + LENGTH.length, at + LENGTH.length + 10), 10);
  return text.length >= head + 4 + length ? head + 4 : 0;
}

function openSocket(job: LoadJob, at: number, { answered, failed }: Hears): Promise<Wire> {
  const caller: Caller = job.callers[at]!;
  const requests = requestsOf(job, at, (kind, unique, number) => requestText(kind, caller, unique, number));
  const socket = new WebSocket(job.url.replace('http', 'ws') + PRIVATE, {
    perMessageDeflate: false,
    headers: headersOf(caller.account),
  });
  socket.on('message', (data: Buffer) => {
    const { event, id, code, msg, data: answer } = JSON.parse(data.toString('latin1'));
    if (event !== 'response') return;
    const rows = answer?.order_info as { result: boolean; error_message: string }[] | undefined;
    const refused = rows?.find(({ result }) => !result)?.error_message;
    if (code === '00000' && refused === undefined) answered(Number(id));
    else failed(new Error(`order refused: ${code} ${msg ?? refused}`));
  });
  return new Promise((resolve, reject) => {
    socket.on('error', (error) => {
      reject(error);
      failed(error);
    });
    socket.on('open', () =>
      resolve({ send: (number) => socket.send(requests[number]!), close: () => socket.terminate() }),
    );
  });
}

/** A signature lets in once, so no two connections of one account have the same timestamp. */
function headersOf(account: BenchAccount): Record<string, string> {
  return signed(account, String(stamps.of(account.apiKey, Date.now())), '', PRIVATE);
}

let listeners: WebSocket[] = [];
let delaysMs: number[] = [];
let messages = 0;

async function listen({ url, count, channels }: ListenJob): Promise<void> {
  const address = url.replace('http', 'ws') + PUBLIC;
  while (listeners.length < count) {
    const some = Array.from({ length: Math.min(CHUNK, count - listeners.length) }, (_, at) =>
      subscribed(address, channels[(listeners.length + at) % channels.length]!),
    );
    listeners.push(...(await Promise.all(some)));
  }
  delaysMs = [];
  messages = 0;
  tell({ ready: true });
}

function subscribed(address: string, channels: readonly string[]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    let missing = channels.length;
    socket.on('error', reject);
    socket.on('open', () => {
      for (const channel of channels) socket.send(JSON.stringify({ event: 'subscribe', channel }));
    });
    socket.on('message', (data: Buffer) => {
      messages++;
      if (missing > 0 && data.includes('"subscribed"') && --missing === 0) resolve(socket);
      else if (data.includes('"event":"ping"')) socket.send('{"event":"pong"}');
      else noteTrades(data);
    });
  });
}

/** The first trade of a message has waited longest. */
function noteTrades(data: Buffer): void {
  const at = data.indexOf('"time":"');
  if (at >= 0 && data.includes('"ticketId"'))
    delaysMs.push(Date.now() - Number(data.toString('latin1', at + 8, at + 21)));
}

function stopListening(): Heard {
  for (const socket of listeners) socket.terminate();
  listeners = [];
  return { messages, p50Ms: percentile(delaysMs, 0.5), p99Ms: percentile(delaysMs, 0.99) };
}

async function work(job: Job): Promise<void> {
  if (job.name === 'listen') await listen(job);
  else if (job.name === 'stop') tell({ heard: stopListening() });
  else tell({ result: await runLoad(job) });
}

const fail = (error: unknown): void => tell({ error: String(error) });
process.on('message', (job: Job) => void work(job).catch(fail));
process.on('uncaughtException', fail);

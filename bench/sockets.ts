/**
 * The sockets of the WebSocket bench, a process of its own: listeners that note how late a trade reaches them, and
 * traders that send orders without waiting for each answer. Its parent (ws.ts) sends a job and gets a message when it
 * is ready and one with the figures.
 */
import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { Stamps } from '../src/client/stamps.ts';
import type { BenchAccount, BenchContract } from './http-server.ts';
import { type Caller, orderFields } from './http-requests.ts';

export type SocketJob =
  /** Listen until told to stop. */
  | { readonly name: 'listen'; readonly url: string; readonly count: number; readonly contract: BenchContract }
  | { readonly name: 'stop' }
  /** Orders in a steady stream, so many a second, by pairs of accounts. */
  | {
      readonly name: 'stream';
      readonly url: string;
      readonly callers: readonly Caller[];
      readonly perSecond: number;
      readonly seconds: number;
      readonly round: string;
    }
  /** As many as there are, `atOnce` of each connection under way, in batches of `batch` rows. */
  | {
      readonly name: 'enter';
      readonly url: string;
      readonly callers: readonly Caller[];
      readonly requests: number;
      readonly atOnce: number;
      readonly batch: number;
      readonly round: string;
    };

export interface Heard {
  readonly messages: number;
  /** From the time a trade was stamped with to its arrival. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Entered {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type SocketMessage =
  | { readonly ready: true }
  | { readonly heard: Heard }
  | { readonly entered: Entered }
  | { readonly error: string };

const PRIVATE = '/v2/ws/private';
const stamps = new Stamps();
const CHUNK = 50;

let listeners: WebSocket[] = [];
let delays: number[] = [];
let messages = 0;

async function listen({ url, count, contract }: SocketJob & { name: 'listen' }): Promise<void> {
  const channels = [`depth.${contract.symbol}.15`, `trades.${contract.symbol}`];
  listeners = [];
  while (listeners.length < count) {
    const some = Array.from({ length: Math.min(CHUNK, count - listeners.length) }, () => subscribed(url, channels));
    listeners.push(...(await Promise.all(some)));
  }
  delays = [];
  messages = 0;
  process.send?.({ ready: true });
}

function subscribed(url: string, channels: readonly string[]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/ws/public`, { perMessageDeflate: false });
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
    delays.push(Date.now() - Number(data.toString('latin1', at + 8, at + 21)));
}

function stopListening(): void {
  for (const socket of listeners) socket.terminate();
  const sorted = Float64Array.from(delays).sort();
  process.send?.({ heard: { messages, p50Ms: part(sorted, 0.5), p99Ms: part(sorted, 0.99) } });
}

interface Trader {
  readonly socket: WebSocket;
  readonly caller: Caller;
  readonly sentMs: Map<string, number>;
  /** Called at each answer with its id; the answer was checked. */
  answered: (id: string) => void;
}

function connected(url: string, caller: Caller): Promise<Trader> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + PRIVATE, {
      perMessageDeflate: false,
      headers: headersOf(caller.account),
    });
    const trader: Trader = { socket, caller, sentMs: new Map(), answered: () => undefined };
    socket.on('error', reject);
    socket.on('open', () => resolve(trader));
    socket.on('message', (data: Buffer) => {
      const { event, id, code, msg, data: answer } = JSON.parse(data.toString('latin1'));
      if (event !== 'response') return;
      const rows = answer?.order_info as { result: boolean; error_message: string }[] | undefined;
      const failed = rows?.find(({ result }) => !result)?.error_message;
      if (code !== '00000' || failed !== undefined) throw new Error(`order refused: ${code} ${msg ?? failed}`);
      trader.answered(id);
    });
  });
}

function headersOf({ apiKey, secret, passphrase }: BenchAccount): Record<string, string> {
  // A signature lets in once, so no two connections of one account have the same timestamp.
  const timestamp = String(stamps.of(apiKey, Date.now()));
  const sign = createHmac('sha256', secret)
    .update(timestamp + PRIVATE)
    .digest('base64');
  return { 'ACCESS-KEY': apiKey, 'ACCESS-PASSPHRASE': passphrase, 'ACCESS-TIMESTAMP': timestamp, 'ACCESS-SIGN': sign };
}

function order({ socket, caller, sentMs }: Trader, unique: string): void {
  sentMs.set(unique, performance.now());
  socket.send(JSON.stringify({ event: 'request', id: unique, op: 'placeOrder', args: orderFields(caller, unique) }));
}

function batch({ socket, caller, sentMs }: Trader, unique: string, rows: number): void {
  sentMs.set(unique, performance.now());
  const { symbol } = caller.contract;
  const orderDataList = Array.from({ length: rows }, (_, at) => {
    const { symbol: _symbol, ...row } = orderFields(caller, `${unique}-${at}`);
    return row;
  });
  socket.send(JSON.stringify({ event: 'request', id: unique, op: 'batchOrders', args: { symbol, orderDataList } }));
}

async function stream({ url, callers, perSecond, seconds, round }: SocketJob & { name: 'stream' }): Promise<void> {
  const traders = await Promise.all(callers.map((caller) => connected(url, caller)));
  process.send?.({ ready: true });
  const startMs = performance.now();
  const total = perSecond * seconds;
  const all = Promise.withResolvers<void>();
  let sent = 0;
  let answered = 0;
  for (const trader of traders)
    trader.answered = () => {
      if (++answered === total) all.resolve();
    };
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * perSecond));
    for (; sent < due; sent++) order(traders[sent % traders.length]!, `${round}-${sent}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await all.promise;
  const tookMs = performance.now() - startMs;
  for (const { socket } of traders) socket.terminate();
  process.send?.({ entered: { ordersPerSecond: (total / tookMs) * 1000, p50Ms: 0, p99Ms: 0 } });
}

async function enter({
  url,
  callers,
  requests,
  atOnce,
  batch: rows,
  round,
}: SocketJob & { name: 'enter' }): Promise<void> {
  const traders = await Promise.all(callers.map((caller) => connected(url, caller)));
  process.send?.({ ready: true });
  const startMs = performance.now();
  const times = await Promise.all(
    traders.map((trader, at) => runTrader(trader, requests, atOnce, rows, `${round}-${at}`)),
  );
  const tookMs = performance.now() - startMs;
  for (const { socket } of traders) socket.terminate();
  const sorted = Float64Array.from(times.flat()).sort();
  const ordersPerSecond = ((sorted.length * rows) / tookMs) * 1000;
  process.send?.({ entered: { ordersPerSecond, p50Ms: part(sorted, 0.5), p99Ms: part(sorted, 0.99) } });
}

/** Keeps `atOnce` requests under way until all were answered. */
function runTrader(trader: Trader, requests: number, atOnce: number, rows: number, unique: string): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let sent = 0;
    const send = (): void => {
      const id = `${unique}-${sent++}`;
      if (rows === 1) order(trader, id);
      else batch(trader, id, rows);
    };
    trader.answered = (id) => {
      times.push(performance.now() - (trader.sentMs.get(id) as number));
      trader.sentMs.delete(id);
      if (sent < requests) send();
      else if (times.length === requests) resolve(times);
    };
    while (sent < Math.min(atOnce, requests)) send();
  });
}

const part = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

process.on('message', (job: SocketJob) => {
  const fail = (error: unknown): void => {
    process.send?.({ error: String(error) });
  };
  if (job.name === 'listen') listen(job).catch(fail);
  else if (job.name === 'stop') stopListening();
  else if (job.name === 'stream') stream(job).catch(fail);
  else enter(job).catch(fail);
});
process.on('uncaughtException', (error) => void process.send?.({ error: String(error) }));

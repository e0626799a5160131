/**
 * The WebSockets: what everybody's messages cost the thread that trades, how late they are, and order entry over the
 * private socket beside HTTP.
 *
 * Fan-out: 100, 500 and 1000 listeners have depth and trades of the one contract in which 500 orders a second are
 * placed. Goal: at most 50 µs of the trading thread an order for everybody's messages together. Order entry: 32
 * connections of 32 accounts, durable; over HTTP one request at a time each, over sockets several under way, and in
 * batches of 20. Goals: sockets at least twice HTTP's orders a second, batches at least five times. Rounds of the three
 * alternate, every second one backwards; the first of each is warm-up and not counted.
 *
 * Options: `--listeners` (100,500,1000), `--seconds` of each (10), `--rounds` (5), `--requests` per connection and
 * round (1000), `--connections` (32), `--under-way` on each socket (16), `--folder` as in http.ts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadJob, LoadMessage } from './http-load.ts';
import { type Caller, callersOf } from './http-requests.ts';
import {
  type BenchServer,
  CONTRACTS,
  metricsOf,
  openAccounts,
  requireDisk,
  requireSound,
  settle,
  startServer,
  threadTimes,
} from './http-server.ts';
import { median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import type { Entered, Heard, SocketJob, SocketMessage } from './sockets.ts';

const PER_SECOND = 500;
const MOST_US = 50;
const BATCH = 20;
/** Of HTTP's orders a second. */
const TIMES_SOCKET = 2;
const TIMES_BATCH = 5;

interface FanOut extends Heard {
  readonly listeners: number;
  /** Of the trading thread, an order: as it counts itself, and more than without listeners as the system counts. */
  readonly pushUs: number;
  readonly moreUs: number;
}

type Way = 'http' | 'socket' | 'batch';

const WAYS: readonly Way[] = ['http', 'socket', 'batch'];

export async function run(options: BenchOptions): Promise<Result> {
  const crowds = (options['listeners'] ?? '100,500,1000').split(',').map(Number);
  const seconds = countOption(options, 'seconds', 10);
  const rounds = countOption(options, 'rounds', 5);
  const requests = countOption(options, 'requests', 1000);
  const connections = countOption(options, 'connections', 32);
  const underWay = countOption(options, 'under-way', 16);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-ws-'));
  const children = [new URL('./sockets.ts', import.meta.url), new URL('./sockets.ts', import.meta.url)].map((url) =>
    fork(url, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  ) as [ChildProcess, ChildProcess];
  const http = fork(new URL('./http-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const syncMs = requireDisk(folder);
    const loadBefore = loadavg()[0]!;
    const most = String(Math.max(...crowds) + 2 * connections + 16);
    const limits = ['--http-max-connections', most, '--http-max-connections-per-address', most];
    const server = await startServer(folder, CONTRACTS, [], limits);
    try {
      const callers = callersOf(await openAccounts(server, connections), CONTRACTS);
      const fanOut = await measureFanOut(server, children, callers, crowds, seconds);
      const entry = await measureEntry(server, children[0], http, { callers, rounds, requests, underWay });
      await settle(server);
      await requireSound(server);
      return resultOf(fanOut, entry, { seconds, rounds, requests, connections, underWay, syncMs, loadBefore });
    } finally {
      await server.stop();
    }
  } finally {
    for (const child of [...children, http]) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFanOut(
  server: BenchServer,
  [listeners, traders]: readonly [ChildProcess, ChildProcess],
  callers: readonly Caller[],
  crowds: readonly number[],
  seconds: number,
): Promise<FanOut[]> {
  const contract = CONTRACTS[0]!;
  const one = callers.slice(0, 2).map((caller) => ({ ...caller, contract }));
  const orders = PER_SECOND * seconds;
  const stream = async (round: string): Promise<{ readonly cpuMs: number; readonly pushMs: number }> => {
    await settle(server);
    const job = { name: 'stream', url: server.url, callers: one, perSecond: PER_SECOND, seconds, round } as const;
    await ask(traders, job);
    const [cpu, [push]] = [threadTimes(server.pid).get('main') ?? 0, await metricsOf(server, PUSH)];
    await heardOf(traders);
    const [pushAfter] = await metricsOf(server, PUSH);
    return { cpuMs: (threadTimes(server.pid).get('main') ?? 0) - cpu, pushMs: (pushAfter! - push!) * 1000 };
  };
  await stream('warm');
  const alone = await stream('alone');
  const found: FanOut[] = [];
  for (const count of crowds) {
    await ask(listeners, { name: 'listen', url: server.url, count, contract });
    const { cpuMs, pushMs } = await stream(`crowd${count}`);
    listeners.send({ name: 'stop' } satisfies SocketJob);
    const message = await heardOf(listeners);
    if (!('heard' in message)) throw new Error('figures of the listeners were expected');
    const pushUs = ((pushMs - alone.pushMs) * 1000) / orders;
    const moreUs = ((cpuMs - alone.cpuMs) * 1000) / orders;
    const row = { listeners: count, ...message.heard, pushUs, moreUs };
    process.stderr.write(`${count} listeners: ${JSON.stringify(row)}\n`);
    found.push(row);
  }
  return found;
}

const PUSH = 'outcry_push_seconds_total';

interface EntryPlan {
  readonly callers: readonly Caller[];
  readonly rounds: number;
  readonly requests: number;
  readonly underWay: number;
}

type Entries = ReadonlyMap<Way, readonly Entered[]>;

async function measureEntry(
  server: BenchServer,
  sockets: ChildProcess,
  http: ChildProcess,
  { callers, rounds, requests, underWay }: EntryPlan,
): Promise<Entries> {
  const measured = new Map<Way, Entered[]>(WAYS.map((way) => [way, []]));
  const once = async (way: Way, round: string): Promise<Entered> => {
    await settle(server);
    if (way === 'http') return overHttp(server, http, callers, requests, round);
    const isBatch = way === 'batch';
    const plan = isBatch
      ? { requests: Math.ceil(requests / BATCH) * 2, atOnce: 2, batch: BATCH }
      : { requests, atOnce: underWay, batch: 1 };
    await ask(sockets, { name: 'enter', url: server.url, callers, ...plan, round });
    const message = await heardOf(sockets);
    if (!('entered' in message)) throw new Error('figures of order entry were expected');
    return message.entered;
  };
  for (const way of WAYS) await once(way, `w${way}`);
  for (let round = 0; round < rounds; round++)
    for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
      const entered = await once(way, `${way}${round}`);
      process.stderr.write(`round ${round + 1}/${rounds} ${way}: ${JSON.stringify(entered)}\n`);
      measured.get(way)!.push(entered);
    }
  return measured;
}

async function overHttp(
  { url }: BenchServer,
  http: ChildProcess,
  callers: readonly Caller[],
  requests: number,
  round: string,
): Promise<Entered> {
  http.send({ url, kinds: ['placeOrder'], callers, requests, round } satisfies LoadJob);
  const next = async (): Promise<LoadMessage> => ((await once(http, 'message')) as [LoadMessage])[0];
  await next();
  const answer = await next();
  if (!('result' in answer)) throw new Error('error' in answer ? answer.error : 'a result was expected');
  const { requestsPerSecond, p50Ms, p99Ms } = answer.result;
  return { ordersPerSecond: requestsPerSecond, p50Ms, p99Ms };
}

/** Sends a job and waits until it begins. */
async function ask(child: ChildProcess, job: SocketJob): Promise<void> {
  child.send(job);
  await heardOf(child);
}

async function heardOf(child: ChildProcess): Promise<SocketMessage> {
  const [message] = (await once(child, 'message')) as [SocketMessage];
  if ('error' in message) throw new Error(message.error);
  return message;
}

interface Circumstances {
  readonly seconds: number;
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
  readonly underWay: number;
  readonly syncMs: number;
  readonly loadBefore: number;
}

function resultOf(fanOut: readonly FanOut[], entry: Entries, about: Circumstances): Result {
  const rate = (way: Way): number => median(entry.get(way)!.map(({ ordersPerSecond }) => ordersPerSecond));
  const time = (way: Way, name: 'p50Ms' | 'p99Ms'): number => median(entry.get(way)!.map((one) => one[name]));
  const { seconds, rounds, requests, connections, underWay, syncMs, loadBefore } = about;
  const what: Readonly<Record<Way, string>> = {
    http: 'orders over HTTP',
    socket: `orders over sockets, ${underWay} under way`,
    batch: `batches of ${BATCH} over sockets`,
  };
  const row = (name: string, ordersPerSecond: number, p50: number, p99: number, us: number | string) => ({
    what: name,
    'orders/s': Math.round(ordersPerSecond),
    'p50 ms': Number(p50.toFixed(1)),
    'p99 ms': Number(p99.toFixed(1)),
    'trading thread, µs an order': us,
  });
  const rows = [
    ...fanOut.map((one) =>
      row(`${one.listeners} listeners`, PER_SECOND, one.p50Ms, one.p99Ms, Number(one.pushUs.toFixed(1))),
    ),
    ...WAYS.map((way) => row(what[way], rate(way), time(way, 'p50Ms'), time(way, 'p99Ms'), '')),
  ];
  const goals = [
    ...fanOut.map(({ pushUs }) => pushUs <= MOST_US),
    rate('socket') >= TIMES_SOCKET * rate('http'),
    rate('batch') >= TIMES_BATCH * rate('http'),
  ];
  const remarks = [
    `Fan-out: ${PER_SECOND} orders a second in one contract for ${seconds} s, half of them filling; every listener has depth and trades. Its times are from the stamp of a trade's command, before its sync, to its arrival; trades are gathered for 50 ms.`,
    `By the system's count of CPU time the trading thread took ${fanOut.map(({ listeners, moreUs }) => `${moreUs.toFixed(1)} µs an order more with ${listeners} listeners`).join(', ')}; it counts in steps of 10 ms.`,
    `Messages received: ${fanOut.map(({ listeners, messages }) => `${messages} by ${listeners}`).join(', ')}.`,
    `Order entry: medians of ${rounds} interleaved rounds of ${requests} orders on each of ${connections} connections, each its own account (batches: twice as many); every answer checked. A write of 4 KiB and its fdatasync take ${syncMs.toFixed(2)} ms here alone.`,
    `Load average of the machine before the run: ${loadBefore.toFixed(2)}.`,
    `Goals: at most ${MOST_US} µs; of HTTP's orders a second ${TIMES_SOCKET} times over sockets (${(rate('socket') / rate('http')).toFixed(2)}) and ${TIMES_BATCH} times in batches (${(rate('batch') / rate('http')).toFixed(2)}; of the sockets' single ones ${(rate('batch') / rate('socket')).toFixed(2)} times): ${goals.every(Boolean) ? 'met' : 'missed'}.`,
  ];
  return { name: 'ws', rows, remarks, goalMet: goals.every(Boolean) };
}

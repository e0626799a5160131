/**
 * Signed placeOrder over real sockets, durable, beside the same server answering a signed route that does nothing: how
 * much of what HTTP lets through an exchange may keep. 32 keep-alive connections of 32 accounts, one request at a time
 * each, from another process. Goal: at least 0.6 times the no-op's rate. singlePosition beside it.
 *
 * Rounds of the four alternate in one run, every second one backwards; before each the read store has caught up with
 * the journal, so that no kind pays for another. The first round of each is warm-up and not counted.
 *
 * Options: `--rounds` (5), `--requests` per connection and round (1000), `--connections` (32), `--folder` for the
 * journal, on a disk (the system's temporary folder), `--profile` a folder for CPU profiles of the server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadJob, LoadMessage, LoadResult } from './http-load.ts';
import { callersOf, type RequestKind } from './http-requests.ts';
import {
  type BenchContract,
  type BenchServer,
  journalSyncs,
  machineTime,
  openAccounts,
  requireSound,
  settle,
  startServer,
  threadTimes,
} from './http-server.ts';
import { median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const GOAL = 0.6;
const KINDS: readonly RequestKind[] = ['noop', 'placeOrder', 'singlePosition', 'noopEmpty'];
const WHAT: Readonly<Record<RequestKind, string>> = {
  noop: "no-op, an order's body",
  placeOrder: 'placeOrder',
  singlePosition: 'singlePosition',
  noopEmpty: 'no-op, body {}',
};
const CONTRACTS: readonly BenchContract[] = [
  { symbol: 'cmt_btcusdt', size: '0.0001', price: '90000' },
  { symbol: 'cmt_ethusdt', size: '0.001', price: '3000' },
  { symbol: 'cmt_solusdt', size: '0.1', price: '150' },
  { symbol: 'cmt_bnbusdt', size: '0.1', price: '600' },
];
const TMPFS = 0x01021994;

/** One round's figures, and the CPU the server's threads took, 1 for one core. */
interface Round extends LoadResult {
  readonly serverMain: number;
  readonly serverOther: number;
  /** What processes that are not of this bench took meanwhile. */
  readonly strangers: number;
  /** Commands in one write of the journal, and how long such a write and its sync took. */
  readonly perSync: number;
  readonly syncMs: number;
  /** How long the read store wrote on after the last answer. */
  readonly behindMs: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 5);
  const requests = countOption(options, 'requests', 1000);
  const connections = countOption(options, 'connections', 32);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-http-'));
  const flags = options['profile'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['profile']}`];
  try {
    const syncMs = requireDisk(folder);
    const loadBefore = loadavg()[0]!;
    const server = await startServer(folder, CONTRACTS, flags);
    try {
      const measured = await measureAll(server, rounds, requests, connections);
      return resultOf(measured, { rounds, requests, connections, syncMs, loadBefore });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median time of a write of 4 KiB and its fdatasync here. A file system in memory would make "durable" a lie. */
function requireDisk(folder: string): number {
  if (statfsSync(folder).type === TMPFS)
    throw new Error(`${folder} is in memory; name a folder on a disk with --folder`);
  const path = join(folder, 'sync-probe');
  const fd = openSync(path, 'w');
  const bytes = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, (_, at) => {
    const startMs = performance.now();
    writeSync(fd, bytes, 0, bytes.length, (at % 16) * bytes.length);
    fdatasyncSync(fd);
    return performance.now() - startMs;
  });
  closeSync(fd);
  return median(times);
}

async function measureAll(
  server: BenchServer,
  rounds: number,
  requests: number,
  connections: number,
): Promise<Map<RequestKind, Round[]>> {
  const callers = callersOf(await openAccounts(server, connections), CONTRACTS);
  const load = fork(new URL('./http-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const measured = new Map<RequestKind, Round[]>(KINDS.map((kind) => [kind, []]));
  try {
    // Orders first: without a position singlePosition answers an empty list.
    for (const kind of ['placeOrder', 'noop', 'noopEmpty', 'singlePosition'] as const)
      await measure(server, load, { url: server.url, kind, callers, requests, round: 'warm' });
    for (let round = 0; round < rounds; round++) {
      for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
        const result = await measure(server, load, { url: server.url, kind, callers, requests, round: String(round) });
        process.stderr.write(`round ${round + 1}/${rounds} ${kind}: ${JSON.stringify(result)}\n`);
        measured.get(kind)!.push(result);
      }
    }
  } finally {
    load.kill();
  }
  return measured;
}

async function measure(server: BenchServer, load: ChildProcess, job: LoadJob): Promise<Round> {
  await settle(server);
  load.send(job);
  await nextMessage(load, job.kind);
  const syncsBefore = await journalSyncs(server);
  const before = threadTimes(server.pid);
  const machineBefore = machineTime();
  const startMs = performance.now();
  const answer = await nextMessage(load, job.kind);
  const tookMs = performance.now() - startMs;
  if (!('result' in answer)) throw new Error(`${job.kind}: a result was expected`);
  const machine = (machineTime() - machineBefore) / tookMs;
  const spent = [...threadTimes(server.pid)].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  const part = (isMain: boolean) =>
    spent.reduce((sum, [name, ms]) => (isMain === (name === 'main') ? sum + ms : sum), 0) / tookMs;
  const [serverMain, serverOther] = [part(true), part(false)];
  const syncs = await journalSyncs(server);
  const count = syncs.count - syncsBefore.count;
  const behindMs = await settle(server);
  if (job.kind === 'placeOrder') await requireSound(server);
  return {
    ...answer.result,
    serverMain,
    serverOther,
    strangers: Math.max(0, machine - serverMain - serverOther - answer.result.clientCpu),
    perSync: job.kind === 'placeOrder' ? (job.requests * job.callers.length) / count : 0,
    syncMs: (syncs.ms - syncsBefore.ms) / count,
    behindMs,
  };
}

async function nextMessage(load: ChildProcess, kind: RequestKind): Promise<LoadMessage> {
  const [message] = (await once(load, 'message')) as [LoadMessage];
  if ('error' in message) throw new Error(`${kind}: ${message.error}`);
  return message;
}

interface Circumstances {
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
  readonly syncMs: number;
  readonly loadBefore: number;
}

function resultOf(measured: ReadonlyMap<RequestKind, readonly Round[]>, about: Circumstances): Result {
  const figure = (kind: RequestKind, name: keyof Round) => median(measured.get(kind)!.map((round) => round[name]));
  const noop = figure('noop', 'requestsPerSecond');
  const rows = KINDS.map((kind) => ({
    route: WHAT[kind],
    'requests/s': Math.round(figure(kind, 'requestsPerSecond')),
    'of the no-op': Number((figure(kind, 'requestsPerSecond') / noop).toFixed(2)),
    'p50 ms': Number(figure(kind, 'p50Ms').toFixed(2)),
    'p99 ms': Number(figure(kind, 'p99Ms').toFixed(2)),
    'p99.9 ms': Number(figure(kind, 'p999Ms').toFixed(2)),
    'client CPU': Number(figure(kind, 'clientCpu').toFixed(2)),
    'server CPU, main': Number(figure(kind, 'serverMain').toFixed(2)),
    'server CPU, other threads': Number(figure(kind, 'serverOther').toFixed(2)),
    'CPU of strangers': Number(figure(kind, 'strangers').toFixed(2)),
  }));
  const goalMet = rows.find(({ route }) => route === WHAT.placeOrder)!['of the no-op'] >= GOAL;
  const ratios = measured
    .get('placeOrder')!
    .map(({ requestsPerSecond }, round) => requestsPerSecond / measured.get('noop')![round]!.requestsPerSecond);
  const { rounds, requests, connections, syncMs, loadBefore } = about;
  const remarks = [
    `Medians of ${rounds} interleaved rounds of ${requests} requests on each of ${connections} connections, each its own account; every answer checked.`,
    `Durable: a write of 4 KiB and its fdatasync take ${syncMs.toFixed(2)} ms here alone. The read store had written everything ${Math.round(figure('placeOrder', 'behindMs'))} ms after the last answer of a round of orders.`,
    `In the rounds of orders a write of the journal held ${figure('placeOrder', 'perSync').toFixed(1)} of them and took, its sync included, ${figure('placeOrder', 'syncMs').toFixed(2)} ms.`,
    `placeOrder of the no-op, round by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}.`,
    `CPU: 1 is one core; strangers are processes that are not of this bench. Load average of the machine before the run: ${loadBefore.toFixed(2)}.`,
    `Goal: placeOrder at least ${GOAL} of the no-op: ${goalMet ? 'met' : 'missed'}.`,
  ];
  return { name: 'http', rows, remarks, goalMet };
}

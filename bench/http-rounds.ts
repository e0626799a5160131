/**
 * Loads over HTTP, measured in rounds that alternate in one run, every second one backwards. Before each the read store
 * has caught up with the journal, so that no load pays for another. The first round of each is warm-up and not counted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadJob, LoadMessage, LoadResult } from './http-load.ts';
import { type Caller, type RequestKind, whatOf } from './http-requests.ts';
import { type BenchServer, journalSyncs, machineTime, requireSound, settle, threadTimes } from './http-server.ts';
import { median } from './interleave.ts';

/** A load by its name in the table of results, and what its connections ask for in turn. */
export interface Load {
  readonly what: string;
  readonly kinds: readonly RequestKind[];
}

export const loadOf = (kind: RequestKind): Load => ({ what: whatOf(kind), kinds: [kind] });

/** One round's figures, and the CPU the server's threads took, 1 for one core. */
export interface Round extends LoadResult {
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

export type Rounds = ReadonlyMap<Load, readonly Round[]>;

export interface Plan {
  readonly callers: readonly Caller[];
  readonly loads: readonly Load[];
  readonly rounds: number;
  /** Per connection and round. */
  readonly requests: number;
  /** Called before a load is measured, and what it returned after it. */
  readonly around?: (load: Load) => Promise<() => Promise<void>>;
}

export async function measureLoads(server: BenchServer, plan: Plan): Promise<Rounds> {
  const { callers, loads, rounds, requests, around } = plan;
  const process = fork(new URL('./http-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const measured = new Map<Load, Round[]>(loads.map((load) => [load, []]));
  const once = async (load: Load, round: string): Promise<Round> => {
    const end = await around?.(load);
    const found = await measure(server, process, { url: server.url, kinds: load.kinds, callers, requests, round });
    await end?.();
    return found;
  };
  try {
    for (const [at, load] of loads.entries()) await once(load, `warm${at}`);
    for (let round = 0; round < rounds; round++) {
      for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
        const result = await once(load, `${loads.indexOf(load)}-${round}`);
        console.error(`round ${round + 1}/${rounds} ${load.what}: ${JSON.stringify(result)}`);
        measured.get(load)!.push(result);
      }
    }
  } finally {
    process.kill();
  }
  return measured;
}

async function measure(server: BenchServer, load: ChildProcess, job: LoadJob): Promise<Round> {
  await settle(server);
  load.send(job);
  await nextMessage(load, job);
  const syncsBefore = await journalSyncs(server);
  const before = threadTimes(server.pid);
  const machineBefore = machineTime();
  const startMs = performance.now();
  const answer = await nextMessage(load, job);
  const tookMs = performance.now() - startMs;
  if (!('result' in answer)) throw new Error(`${job.kinds.join()}: a result was expected`);
  const machine = (machineTime() - machineBefore) / tookMs;
  const spent = [...threadTimes(server.pid)].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  const part = (isMain: boolean) =>
    spent.reduce((sum, [name, ms]) => (isMain === (name === 'main') ? sum + ms : sum), 0) / tookMs;
  const [serverMain, serverOther] = [part(true), part(false)];
  const syncs = await journalSyncs(server);
  const count = syncs.count - syncsBefore.count;
  const behindMs = await settle(server);
  const isOfOrders = job.kinds.includes('placeOrder');
  if (isOfOrders) await requireSound(server);
  return {
    ...answer.result,
    serverMain,
    serverOther,
    strangers: Math.max(0, machine - serverMain - serverOther - answer.result.clientCpu),
    perSync: isOfOrders ? (job.requests * job.callers.length) / count : 0,
    syncMs: (syncs.ms - syncsBefore.ms) / count,
    behindMs,
  };
}

async function nextMessage(load: ChildProcess, { kinds }: LoadJob): Promise<LoadMessage> {
  const [message] = (await once(load, 'message')) as [LoadMessage];
  if ('error' in message) throw new Error(`${kinds.join()}: ${message.error}`);
  return message;
}

/** The median of a figure over a load's rounds. */
export function figure(measured: Rounds, load: Load, name: keyof Round): number {
  return median(measured.get(load)!.map((round) => round[name]));
}

/** A line of the table for each load, beside the first of them. */
export function rowsOf(measured: Rounds): Readonly<Record<string, string | number>>[] {
  const loads = [...measured.keys()];
  const fixed = (load: Load, name: keyof Round): number => Number(figure(measured, load, name).toFixed(2));
  return loads.map((load) => ({
    route: load.what,
    'requests/s': Math.round(figure(measured, load, 'requestsPerSecond')),
    'of the no-op': Number(
      (figure(measured, load, 'requestsPerSecond') / figure(measured, loads[0]!, 'requestsPerSecond')).toFixed(2),
    ),
    'p50 ms': fixed(load, 'p50Ms'),
    'p99 ms': fixed(load, 'p99Ms'),
    'p99.9 ms': fixed(load, 'p999Ms'),
    'client CPU': fixed(load, 'clientCpu'),
    'server CPU, main': fixed(load, 'serverMain'),
    'server CPU, other threads': fixed(load, 'serverOther'),
    'CPU of strangers': fixed(load, 'strangers'),
  }));
}

/**
 * Signed requests over real sockets, durable, beside the same server answering a signed route that does nothing: how
 * much of what HTTP lets through an exchange may keep, and what a request takes of the processor, thread by thread. 32
 * keep-alive connections of 32 accounts, one request at a time each, from another process; loads alternate, every
 * second round backwards. Goals: placeOrder at least 0.6 times the no-op's rate, uploadAiLog half of placeOrder's.
 *
 * With `--base DIR`, another checkout with its `node_modules`, both versions run at once on data folders of their own
 * and take turns: processor time says something on a busy machine too, where requests a second say little.
 *
 * Options: `--loads` with commas between: kinds as in kit/requests.ts, `reads` for the ten most used, `mixed` for 60 %
 * reads and 40 % orders and cancels while `--listeners` (200) have tickers, depth and trades pushed (noop, placeOrder,
 * singlePosition, noopEmpty); `--rounds` (5), `--requests` per connection and round (1000), `--connections` (32),
 * `--folder` for the journal, on a disk (the system's temporary folder), `--profile` a folder for CPU profiles.
 */
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import {
  allowLogs,
  type Exchange,
  metricsOf,
  openAccounts,
  requireSound,
  settle,
  syncMs,
  type ThreadTimes,
  threadTimes,
  withExchange,
} from './kit/exchange.ts';
import { medians } from './kit/figures.ts';
import { type Load, openLoad } from './kit/load.ts';
import { type Caller, callersOf, channelsOf, KINDS, MIXED, READS, type RequestKind } from './kit/requests.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const GOALS = [
  ['placeOrder', 0.6, 'noop'],
  ['uploadAiLog', 0.5, 'placeOrder'],
] as const;

/** A load by its name among the options, and what its connections ask for in turn. */
interface Wanted {
  readonly name: string;
  readonly kinds: readonly RequestKind[];
}

interface Version {
  readonly name: string;
  readonly exchange: Exchange;
  readonly callers: readonly Caller[];
  readonly load: Load;
  readonly crowd: Load;
  readonly rounds: Map<string, Record<string, number>[]>;
}

interface Plan {
  readonly loads: readonly Wanted[];
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
  readonly listeners: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const plan: Plan = {
    loads: (options['loads'] ?? 'noop,placeOrder,singlePosition,noopEmpty').split(',').flatMap(loadsOf),
    rounds: countOption(options, 'rounds', 5),
    requests: countOption(options, 'requests', 1000),
    connections: countOption(options, 'connections', 32),
    listeners: countOption(options, 'listeners', 200),
  };
  const remarks = [
    `Medians of ${plan.rounds} interleaved rounds of ${plan.requests} requests on each of ${plan.connections} connections, each its own account; every answer checked.`,
    `Durable: a write of 4 KiB and its fdatasync take ${(await syncMs(options)).toFixed(2)} ms here alone. Load average before: ${loadavg()[0]!.toFixed(2)}.`,
  ];
  const { base } = options;
  const versions = await withVersion(options, 'this', {}, plan, async (current) => {
    if (base === undefined) return measureAll([current], plan);
    return withVersion(options, 'base', { root: resolve(base) }, plan, (other) => measureAll([current, other], plan));
  });
  return resultOf(versions, plan.loads, remarks);
}

function loadsOf(name: string): Wanted[] {
  if (name === 'reads') return READS.map((kind) => ({ name: kind, kinds: [kind] }));
  if (name === 'mixed') return [{ name, kinds: MIXED }];
  if (!(name in KINDS)) throw new Error(`--loads: ${name} is none of ${Object.keys(KINDS).join(', ')}, reads, mixed`);
  return [{ name, kinds: [name as RequestKind] }];
}

function withVersion<T>(
  options: BenchOptions,
  name: string,
  wanted: { readonly root?: string },
  { loads, connections }: Plan,
  work: (version: Version) => Promise<T>,
): Promise<T> {
  return withExchange(options, wanted, async (exchange) => {
    const [load, crowd] = [openLoad(), openLoad()];
    try {
      const accounts = await openAccounts(exchange, connections);
      if (loads.some(({ kinds }) => kinds.includes('uploadAiLog'))) await allowLogs(exchange, accounts);
      return await work({ name, exchange, callers: callersOf(accounts), load, crowd, rounds: new Map() });
    } finally {
      load.end();
      crowd.end();
    }
  });
}

async function measureAll(versions: readonly Version[], plan: Plan): Promise<readonly Version[]> {
  // The first round is warm-up.
  for (let round = -1; round < plan.rounds; round++)
    for (const load of round % 2 === 0 ? plan.loads : plan.loads.toReversed())
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const found = await measure(version, load, `${plan.loads.indexOf(load)}-${round + 1}`, plan);
        console.error(`round ${round + 1}/${plan.rounds} ${load.name}, ${version.name}: ${JSON.stringify(found)}`);
        const rounds = version.rounds.get(load.name) ?? [];
        if (round >= 0) version.rounds.set(load.name, [...rounds, found]);
      }
  return versions;
}

/** Before each the read store has caught up with the journal, so that no load pays for another. */
async function measure(version: Version, { name, kinds }: Wanted, round: string, { requests, listeners }: Plan) {
  const { exchange, callers, load, crowd } = version;
  const { url } = exchange;
  const stop = name === 'mixed' ? await crowd.listen({ url, count: listeners, channels: channelsOf() }) : null;
  await settle(exchange);
  const syncs = await journalSyncs(exchange);
  const result = await load.begin({ url, kinds, callers, requests, round });
  const before = threadTimes(exchange);
  const figures = await result();
  const { trading } = threadTimes(exchange);
  const syncsAfter = await journalSyncs(exchange);
  const behindMs = await settle(exchange);
  const after = threadTimes(exchange);
  if (name === 'placeOrder') await requireSound(exchange);
  await stop?.();
  const count = requests * callers.length;
  const us = (part: keyof ThreadTimes, end: number): number => (end - before[part]) / count;
  return {
    ...figures,
    trading: us('trading', trading),
    store: us('store', after.store),
    others: us('others', after.others),
    perSync: count / (syncsAfter.count - syncs.count),
    syncMs: (syncsAfter.ms - syncs.ms) / (syncsAfter.count - syncs.count),
    behindMs,
  };
}

/** The journal's writes so far, and how long they took together. */
async function journalSyncs(exchange: Exchange): Promise<{ readonly count: number; readonly ms: number }> {
  const name = 'outcry_journal_sync_seconds';
  const [count = 0, seconds = 0] = await metricsOf(exchange, `${name}_count`, `${name}_sum`);
  return { count, ms: seconds * 1_000 };
}

function resultOf(versions: readonly Version[], loads: readonly Wanted[], remarks: readonly string[]): Result {
  const found = versions.map(({ rounds }) => new Map([...rounds].map(([name, all]) => [name, medians(all)])));
  const rate = (name: string, at = 0): number => found[at]!.get(name)?.['requestsPerSecond'] ?? Number.NaN;
  const fixed = (value = 0, digits = 1): number => Number(value.toFixed(digits));
  const rows = loads.flatMap(({ name, kinds }) =>
    versions.map((version, at) => {
      const one = found[at]!.get(name)!;
      return {
        route: kinds.length > 1 ? name : KINDS[kinds[0]!].what,
        ...(versions.length > 1 ? { version: version.name } : {}),
        'requests/s': Math.round(rate(name, at)),
        [`of ${loads[0]!.name}`]: fixed(rate(name, at) / rate(loads[0]!.name, at), 2),
        'p50 ms': fixed(one['p50Ms'], 2),
        'p99 ms': fixed(one['p99Ms'], 2),
        'p99.9 ms': fixed(one['p999Ms'], 2),
        'trading thread, µs': fixed(one['trading']),
        'store thread, µs': fixed(one['store']),
        'other threads, µs': fixed(one['others']),
        'client, cores': fixed(one['clientCpu'], 2),
      };
    }),
  );
  const orders = versions.flatMap(({ name }, at) => {
    const { perSync = 0, syncMs: tookMs = 0, behindMs = 0 } = found[at]!.get('placeOrder') ?? {};
    const text = `held ${perSync.toFixed(1)} of them and took ${tookMs.toFixed(2)} ms, its sync included; the read store wrote on for ${Math.round(behindMs)} ms.`;
    return perSync === 0 ? [] : [`Orders (${name}): a write of the journal ${text}`];
  });
  const goals = GOALS.flatMap(([name, part, of]) => {
    const share = rate(name) / rate(of);
    return Number.isNaN(share) ? [] : [{ isMet: share >= part, text: `${name} ${part} of ${of}, ${share.toFixed(2)}` }];
  });
  const said = goals.map(({ isMet, text }) => `Goal: ${text}: ${isMet ? 'met' : 'missed'}.`);
  const goalMet = goals.every(({ isMet }) => isMet);
  return { name: 'http', rows, remarks: [...remarks, ...orders, ...said], goalMet };
}

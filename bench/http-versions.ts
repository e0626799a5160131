/**
 * What a request costs in processor time, thread by thread, beside another version of the exchange: both run at once on
 * data folders of their own, the same load goes to them in turn, every second round backwards. Processor time says
 * something on a busy machine too, where requests a second say little.
 *
 * The other version's checkout is asked for by its own `bench/http-server.ts`. The trading thread is measured until the
 * last answer, the others until the read store has written everything.
 *
 * Options: `--base` the folder of the other checkout, with its `node_modules`; `--rounds` (9), `--requests` per
 * connection and round (200), `--connections` (32), `--kinds` of requests as in http-requests.ts, with commas between
 * (noop,placeOrder,singlePosition), `--folder` for the journals, on a disk (the temporary folder).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoadJob, LoadMessage } from './http-load.ts';
import { type Caller, callersOf, type RequestKind, whatOf } from './http-requests.ts';
import * as here from './http-server.ts';
import { median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const KINDS = 'noop,placeOrder,singlePosition';

/** Microseconds of processor time a request took. */
interface Cost {
  readonly trading: number;
  readonly store: number;
  readonly others: number;
  readonly perSecond: number;
}

interface Version {
  readonly name: string;
  readonly folder: string;
  readonly bench: typeof here;
  readonly server: here.BenchServer;
  readonly load: ChildProcess;
  readonly callers: readonly Caller[];
  readonly costs: Map<RequestKind, Cost[]>;
}

export async function run(options: BenchOptions): Promise<Result> {
  const { base, folder = tmpdir() } = options;
  if (base === undefined) throw new Error('--base names the folder of the checkout to compare with');
  const rounds = countOption(options, 'rounds', 9);
  const requests = countOption(options, 'requests', 200);
  const connections = countOption(options, 'connections', 32);
  const kinds = (options['kinds'] ?? KINDS).split(',') as RequestKind[];
  const other = (await import(pathToFileURL(resolve(base, 'bench/http-server.ts')).href)) as typeof here;
  const versions: Version[] = [];
  try {
    versions.push(await start('base', other, { folder, connections, kinds }));
    versions.push(await start('this', here, { folder, connections, kinds }));
    for (let round = -2; round < rounds; round++)
      for (const kind of kinds)
        for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
          const cost = await measure(version, kind, requests, `${kind}${round}`);
          // The first two are warm-up.
          if (round >= 0) version.costs.get(kind)!.push(cost);
        }
  } finally {
    for (const version of versions) await end(version);
  }
  return resultOf(
    versions,
    kinds,
    `Medians of ${rounds} rounds of ${requests} requests on ${connections} connections.`,
  );
}

interface Asked {
  readonly folder: string;
  readonly connections: number;
  readonly kinds: readonly RequestKind[];
}

async function start(name: string, bench: typeof here, asked: Asked): Promise<Version> {
  const { connections, kinds } = asked;
  const folder = mkdtempSync(join(asked.folder, 'outcry-bench-versions-'));
  const server = await bench.startServer(folder, here.CONTRACTS, []);
  const callers = callersOf(await bench.openAccounts(server, connections), here.CONTRACTS);
  const load = fork(new URL('./http-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const costs = new Map(kinds.map((kind): [RequestKind, Cost[]] => [kind, []]));
  return { name, folder, bench, server, load, callers, costs };
}

async function end({ load, server, folder }: Version): Promise<void> {
  load.kill();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(version: Version, kind: RequestKind, requests: number, round: string): Promise<Cost> {
  const { bench, server, load, callers } = version;
  await bench.settle(server);
  load.send({ url: server.url, kinds: [kind], callers, requests, round } satisfies LoadJob);
  await nextMessage(load, kind);
  const before = microsecondsOf(server.pid);
  const answer = await nextMessage(load, kind);
  if (!('result' in answer)) throw new Error(`${kind}: a result was expected`);
  const trading = (microsecondsOf(server.pid).get('main') ?? 0) - (before.get('main') ?? 0);
  await bench.settle(server);
  let store = 0;
  let others = 0;
  for (const [name, spent] of microsecondsOf(server.pid)) {
    const took = spent - (before.get(name) ?? 0);
    if (name.startsWith('store ')) store += took;
    else if (name !== 'main') others += took;
  }
  const count = requests * callers.length;
  const { requestsPerSecond: perSecond } = answer.result;
  return { trading: trading / count, store: store / count, others: others / count, perSecond };
}

async function nextMessage(load: ChildProcess, kind: RequestKind): Promise<LoadMessage> {
  const [message] = (await once(load, 'message')) as [LoadMessage];
  if ('error' in message) throw new Error(`${kind}: ${message.error}`);
  return message;
}

/** The processor time of each thread so far: the trading one as `main`, the others by name and number. */
function microsecondsOf(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${task}`;
    try {
      const name = task === String(pid) ? 'main' : `${readFileSync(`${folder}/comm`, 'utf8').trim()} ${task}`;
      times.set(name, Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1_000);
    } catch {
      // A thread that has just ended.
    }
  }
  return times;
}

function resultOf(versions: readonly Version[], kinds: readonly RequestKind[], how: string): Result {
  const rows = kinds.flatMap((kind) =>
    versions.map(({ name, costs }) => {
      const all = costs.get(kind)!;
      const of = (figure: keyof Cost): number => Number(median(all.map((cost) => cost[figure])).toFixed(1));
      const [trading, store, others] = [of('trading'), of('store'), of('others')];
      return {
        route: whatOf(kind),
        version: name,
        'trading thread, µs': trading,
        'store thread, µs': store,
        'other threads, µs': others,
        'all, µs': Number((trading + store + others).toFixed(1)),
        'requests/s': Math.round(of('perSecond')),
      };
    }),
  );
  const load = `Load average of the machine at the end: ${loadavg()[0]!.toFixed(1)}.`;
  return { name: 'http-versions', rows, remarks: [how, load], goalMet: true };
}

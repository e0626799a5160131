/**
 * The ten reads that programs ask for most, and a mixed load, beside the signed no-op of the same server: 60 % reads,
 * 40 % orders and cancels, while 200 listeners have tickers, depth and trades pushed. How fast an answer is, and how
 * much of what HTTP lets through. No goal.
 *
 * Options: `--rounds` (3), `--requests` per connection and round (400), `--connections` (32), `--listeners` (200),
 * `--folder` as in http.ts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callersOf, type RequestKind } from './http-requests.ts';
import { type Load, loadOf, measureLoads, rowsOf } from './http-rounds.ts';
import { CONTRACTS, openAccounts, requireDisk, startServer } from './http-server.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const READS: readonly RequestKind[] = [
  'ticker',
  'depth',
  'candles',
  'assets',
  'singlePosition',
  'allPosition',
  'current',
  'currentPlan',
  'history',
  'fills',
];
/** Of ten requests six read; two orders rest and are cancelled. Four of these make three of each read. */
export const MIXED: readonly RequestKind[] = Array.from({ length: 5 }, (_, at) => {
  const read = (place: number): RequestKind => READS[(6 * at + place) % READS.length]!;
  const order: RequestKind[] = ['restOrder', 'cancel_order'];
  return [read(0), read(1), read(2), ...order, read(3), read(4), read(5), ...order];
}).flat();

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  const requests = countOption(options, 'requests', 400);
  const connections = countOption(options, 'connections', 32);
  const listeners = countOption(options, 'listeners', 200);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-reads-'));
  try {
    requireDisk(folder);
    const loadBefore = loadavg()[0]!;
    const server = await startServer(folder, CONTRACTS, []);
    try {
      const callers = callersOf(await openAccounts(server, connections), CONTRACTS);
      const mixed: Load = { what: 'mixed, with listeners', kinds: MIXED };
      const loads = [loadOf('noop'), loadOf('placeOrder'), ...READS.map(loadOf), mixed];
      const around = async (load: Load): Promise<() => Promise<void>> => {
        if (load !== mixed) return async () => undefined;
        const crowd = await listen(server.url, listeners);
        return async () => void crowd.kill();
      };
      const measured = await measureLoads(server, { callers, loads, rounds, requests, around });
      return {
        name: 'reads',
        rows: rowsOf(measured),
        remarks: remarks(rounds, requests, connections, listeners, loadBefore),
        goalMet: true,
      };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many listeners, in a process of their own; resolves when each has subscribed. */
export async function listen(url: string, count: number): Promise<ChildProcess> {
  const crowd = fork(new URL('./listeners.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  crowd.send({ url, count, symbols: CONTRACTS.map(({ symbol }) => symbol) });
  await once(crowd, 'message');
  return crowd;
}

function remarks(
  rounds: number,
  requests: number,
  connections: number,
  listeners: number,
  loadBefore: number,
): string[] {
  return [
    `Medians of ${rounds} interleaved rounds of ${requests} requests on each of ${connections} connections, each its own account; every answer checked.`,
    `Mixed: of ten requests six are reads, in turn all of them, two place an order that rests, two cancel it; ${listeners} listeners beside it, each with ticker, depth and trades of a contract.`,
    `CPU: 1 is one core; strangers are processes that are not of this bench, listeners and the process that serves them among them. Load average of the machine before the run: ${loadBefore.toFixed(2)}.`,
  ];
}

/**
 * Signed placeOrder over real sockets, durable, beside the same server answering a signed route that does nothing: how
 * much of what HTTP lets through an exchange may keep. 32 keep-alive connections of 32 accounts, one request at a time
 * each, from another process. Goal: at least 0.6 times the no-op's rate. singlePosition beside it.
 *
 * Options: `--rounds` (5), `--requests` per connection and round (1000), `--connections` (32), `--folder` for the
 * journal, on a disk (the system's temporary folder), `--profile` a folder for CPU profiles of the server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callersOf } from './http-requests.ts';
import { figure, type Load, loadOf, measureLoads, type Rounds, rowsOf } from './http-rounds.ts';
import { CONTRACTS, openAccounts, requireDisk, startServer } from './http-server.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const GOAL = 0.6;
const NOOP = loadOf('noop');
const ORDERS = loadOf('placeOrder');
const LOADS: readonly Load[] = [NOOP, ORDERS, loadOf('singlePosition'), loadOf('noopEmpty')];

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
      const callers = callersOf(await openAccounts(server, connections), CONTRACTS);
      const measured = await measureLoads(server, { callers, loads: LOADS, rounds, requests });
      return resultOf(measured, { rounds, requests, connections, syncMs, loadBefore });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Circumstances {
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
  readonly syncMs: number;
  readonly loadBefore: number;
}

function resultOf(measured: Rounds, about: Circumstances): Result {
  const rows = rowsOf(measured);
  const goalMet = figure(measured, ORDERS, 'requestsPerSecond') >= GOAL * figure(measured, NOOP, 'requestsPerSecond');
  const ratios = measured
    .get(ORDERS)!
    .map(({ requestsPerSecond }, round) => requestsPerSecond / measured.get(NOOP)![round]!.requestsPerSecond);
  const { rounds, requests, connections, syncMs, loadBefore } = about;
  const remarks = [
    `Medians of ${rounds} interleaved rounds of ${requests} requests on each of ${connections} connections, each its own account; every answer checked.`,
    `Durable: a write of 4 KiB and its fdatasync take ${syncMs.toFixed(2)} ms here alone. The read store had written everything ${Math.round(figure(measured, ORDERS, 'behindMs'))} ms after the last answer of a round of orders.`,
    `In the rounds of orders a write of the journal held ${figure(measured, ORDERS, 'perSync').toFixed(1)} of them and took, its sync included, ${figure(measured, ORDERS, 'syncMs').toFixed(2)} ms.`,
    `placeOrder of the no-op, round by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}.`,
    `CPU: 1 is one core; strangers are processes that are not of this bench. Load average of the machine before the run: ${loadBefore.toFixed(2)}.`,
    `Goal: placeOrder at least ${GOAL} of the no-op: ${goalMet ? 'met' : 'missed'}.`,
  ];
  return { name: 'http', rows, remarks, goalMet };
}

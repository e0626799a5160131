/**
 * How long the trading thread is ever held, while everything goes on that an exchange does: signed orders, cancels and
 * reads of all kinds over real sockets at a steady rate, listeners, a scrape and an audit now and then. Goal: never
 * more than 20 ms by anything of its own. What other processes of the machine hold it by is counted apart, and so is
 * time in which its processor stood still (standstill.ts).
 *
 * Options: `--minutes` (2), `--rate` requests a second (2000), `--connections` (32), `--listeners` (200), `--folder` as
 * in http.ts, `--profile` a folder for a CPU profile of the exchange, `--settings` more of its flags, with commas
 * between. With `--worst` seconds of each kind: the worst requests of one account beside others (beside-worst.ts).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideWorst } from './beside-worst.ts';
import type { LoadResult } from './http-load.ts';
import { callersOf, type RequestKind } from './http-requests.ts';
import { type BenchServer, CONTRACTS, openAccounts, requireDisk, startServer } from './http-server.ts';
import type { Pause, Recording } from './pause-probe.ts';
import { loadFor } from './load-for.ts';
import { listen, MIXED } from './reads.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { type Standstill, watchProcessors, type Witnesses } from './standstill.ts';

const PROBE = new URL('./pause-probe.ts', import.meta.url).href;
const GOAL_MS = 20;
const ROUND_SECONDS = 12;
const SCRAPE_EVERY_MS = 15_000;
const AUDIT_EVERY_MS = 30_000;
const SHOWN = 25;
/** Beside the mixed reads, orders that rest and their cancels: orders that trade. */
const KINDS: readonly RequestKind[] = MIXED.flatMap((kind) =>
  kind === 'cancel_order' ? [kind, 'placeOrder'] : [kind],
);

export async function run(options: BenchOptions): Promise<Result> {
  if (options['worst'] !== undefined) return besideWorst(options);
  const minutes = countOption(options, 'minutes', 2);
  const rate = countOption(options, 'rate', 2_000);
  const connections = countOption(options, 'connections', 32);
  const listeners = countOption(options, 'listeners', 200);
  const place = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-pauses-'));
  const target = join(place, 'pauses.json');
  const profile = options['profile'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['profile']}`];
  const settings = options['settings']?.split(',') ?? [];
  try {
    requireDisk(place);
    process.env['OUTCRY_PAUSES'] = target;
    const server = await startServer(join(place, 'data'), CONTRACTS, ['--import', PROBE, ...profile], settings);
    const crowd = await listen(server.url, listeners);
    const witnesses = await watchProcessors();
    const others = new AbortController();
    try {
      const callers = callersOf(await openAccounts(server, connections), CONTRACTS);
      const job = { url: server.url, kinds: KINDS, callers, everyMs: (connections * 1_000) / rate };
      const requests = Math.max(KINDS.length, Math.round((ROUND_SECONDS * 1_000) / job.everyMs));
      await loadFor(0, { ...job, requests: KINDS.length * 4, everyMs: 0 }, 'warm');
      process.kill(server.pid, 'SIGUSR2');
      const busy = doTheRest(server, others.signal);
      const loads = await loadFor(minutes * 60_000, { ...job, requests }, 'r');
      others.abort();
      await busy;
      process.kill(server.pid, 'SIGUSR2');
      while (!existsSync(target)) await sleep(50);
      await sleep(500);
      return resultOf(JSON.parse(readFileSync(target, 'utf8')) as Recording, witnesses, loads, rate);
    } finally {
      others.abort();
      witnesses.stop();
      crowd.kill();
      await server.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What else goes on beside callers: scrapes, and proofs of the state, which are the read store's. */
async function doTheRest({ url, ask }: BenchServer, signal: AbortSignal): Promise<void> {
  const every = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await act().catch((error: unknown) => console.error(String(error)));
    }
  };
  await Promise.all([
    every(SCRAPE_EVERY_MS, async () => (await fetch(`${url}/metrics`)).text()),
    every(AUDIT_EVERY_MS, () => ask('/admin/audit')),
    every(AUDIT_EVERY_MS * 2, () => ask('/admin/state')),
  ]);
}

interface Explained extends Pause {
  readonly cause: string;
  /** For how long of it the processor ran nothing at all. */
  readonly stoodMs: number;
  /** What the exchange itself took of it: CPU time, collections, and calls to the file system it waited for. */
  readonly ownMs: number;
}

function explain(pause: Pause, { stretches, zeroMs }: Recording, standstills: readonly Standstill[]): Explained {
  const fromMs = pause.atMs;
  const untilMs = pause.atMs + pause.lateMs + 10;
  const during = new Map<string, number>();
  for (const { what, atMs, ms } of stretches) {
    const common = Math.min(untilMs, atMs + ms) - Math.max(fromMs, atMs);
    if (common > 0) during.set(what, (during.get(what) ?? 0) + common);
  }
  const calledMs = [...during.values()].reduce((sum, ms) => sum + ms, 0);
  const named = [...during].map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`).join(', ');
  const stoodOn = (processor: number): number =>
    standstills
      .filter((one) => one.processor === processor)
      .map((one) => Math.min(untilMs, one.untilMs - zeroMs) - Math.max(fromMs, one.fromMs - zeroMs))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
  const stoodMs = Math.max(...pause.processors.map(stoodOn));
  return {
    ...pause,
    cause: named === '' ? 'work' : named,
    stoodMs,
    ownMs: Math.max(0, Math.min(pause.lateMs - pause.waitedMs - stoodMs, pause.cpuMs + calledMs)),
  };
}

function resultOf(all: Recording, witnesses: Witnesses, loads: readonly LoadResult[], rate: number): Result {
  const standstills = witnesses.stop();
  const explained = all.pauses
    .map((pause) => explain(pause, all, standstills))
    .toSorted((a, b) => b.ownMs - a.ownMs || b.lateMs - a.lateMs);
  const long = explained.filter(({ lateMs }) => lateMs > GOAL_MS);
  const own = explained.filter(({ ownMs }) => ownMs > GOAL_MS);
  const rows = explained
    .filter((one, place) => place < SHOWN || one.stoodMs > 0)
    .map(({ atMs, lateMs, ownMs, waitedMs, stoodMs, cpuMs, faults, cause }) => ({
      'own ms': ownMs.toFixed(1),
      'late ms': lateMs.toFixed(1),
      'without a core ms': waitedMs.toFixed(1),
      'stood still ms': stoodMs.toFixed(1),
      'cpu ms': cpuMs.toFixed(1),
      'page faults': faults,
      'at s': (atMs / 1_000).toFixed(1),
      'what went on': cause,
    }));
  const perSecond = loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0) / loads.length;
  const remarks = [
    `${all.seconds.toFixed(0)} s at ${perSecond.toFixed(0)} requests a second (asked: ${rate}); the load's median round: p50 ${middle(loads, 'p50Ms')} ms, p99 ${middle(loads, 'p99Ms')} ms.`,
    `Lateness of the trading thread, looked at every 5 ms: p50 ${all.p50Ms.toFixed(2)}, p99 ${all.p99Ms.toFixed(2)}, p99.9 ${all.p999Ms.toFixed(2)}, longest ${all.maxMs.toFixed(1)} ms.`,
    `Over ${GOAL_MS} ms: ${long.length}, of which ${own.length} by the exchange itself; the rest is time in which others had the cores or a processor stood still. Load average: ${loadavg()[0]!.toFixed(2)}.`,
    standstillText(witnesses.watch, standstills),
    `Goal: none of its own over ${GOAL_MS} ms: ${own.length === 0 ? 'met' : 'missed'}.`,
  ];
  return { name: 'pauses', rows, remarks, goalMet: own.length === 0 };
}

function standstillText(watched: boolean, standstills: readonly Standstill[]): string {
  if (!watched) return 'Whether a processor stood still was not watched: a witness could not be started here.';
  const longest = Math.max(0, ...standstills.map(({ fromMs, untilMs }) => untilMs - fromMs));
  return `A processor stood still ${standstills.length} times, with no timer's interrupt, for ${longest.toFixed(1)} ms at the longest.`;
}

function middle(loads: readonly LoadResult[], name: 'p50Ms' | 'p99Ms'): string {
  const sorted = loads.map((load) => load[name]).toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2);
}

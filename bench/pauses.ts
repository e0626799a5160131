/**
 * How long the trading thread is ever held, while everything goes on that an exchange does: signed orders, cancels and
 * reads of all kinds over real sockets at a steady rate, listeners, a scrape and an audit now and then. Goal: never
 * more than 20 ms by anything of its own. What other processes of the machine hold it by is counted apart; where a
 * host takes the processor away from a virtual machine that looks like work, so measure where it doesn't.
 *
 * With `--worst` seconds of each kind: what one account can do to the others at default limits (beside-worst.ts).
 *
 * Options: `--minutes` (2), `--rate` requests a second (2000), `--connections` (32), `--listeners` (200), `--folder`
 * and `--profile` as in http.ts, `--settings` more of the exchange's flags, with commas between.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideWorst } from './kit/beside-worst.ts';
import { type Exchange, openAccounts, withExchange } from './kit/exchange.ts';
import { median } from './kit/figures.ts';
import { type LoadResult, openLoad } from './kit/load.ts';
import type { Pause, Recording } from './kit/pause-probe.ts';
import { callersOf, channelsOf, MIXED, type RequestKind } from './kit/requests.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const PROBE = new URL('./kit/pause-probe.ts', import.meta.url).href;
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
  if (options['worst'] !== undefined) return besideWorst(options, countOption(options, 'worst', 20));
  const minutes = countOption(options, 'minutes', 2);
  const rate = countOption(options, 'rate', 2_000);
  const connections = countOption(options, 'connections', 32);
  const listeners = countOption(options, 'listeners', 200);
  const settings = options['settings']?.split(',') ?? [];
  const [load, crowd] = [openLoad(), openLoad()];
  const others = new AbortController();
  try {
    return await inFolder(options, (place) => {
      const target = join(place, 'pauses.json');
      process.env['OUTCRY_PAUSES'] = target;
      return withExchange(options, { flags: ['--import', PROBE], settings }, async (exchange) => {
        const { url, pid } = exchange;
        await crowd.listen({ url, count: listeners, channels: channelsOf() });
        const callers = callersOf(await openAccounts(exchange, connections));
        const job = { url, kinds: KINDS, callers };
        const everyMs = (connections * 1_000) / rate;
        const requests = Math.max(KINDS.length, Math.round((ROUND_SECONDS * 1_000) / everyMs));
        await load.during(0, { ...job, requests: KINDS.length * 4 }, 'warm');
        process.kill(pid, 'SIGUSR2');
        const busy = doTheRest(exchange, others.signal);
        const loads = await load.during(minutes * 60_000, { ...job, requests, everyMs }, 'r');
        others.abort();
        await busy;
        process.kill(pid, 'SIGUSR2');
        while (!existsSync(target)) await sleep(50);
        await sleep(500);
        return resultOf(JSON.parse(readFileSync(target, 'utf8')) as Recording, loads, rate);
      });
    });
  } finally {
    others.abort();
    load.end();
    crowd.end();
  }
}

/** What else goes on beside callers: scrapes, and proofs of the state, which are the read store's. */
async function doTheRest({ url, ask }: Exchange, signal: AbortSignal): Promise<void> {
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
  /** What the exchange itself took of it: CPU time, collections, and calls to the file system it waited for. */
  readonly ownMs: number;
}

function explain(pause: Pause, { stretches }: Recording): Explained {
  const untilMs = pause.atMs + pause.lateMs + 10;
  const during = new Map<string, number>();
  for (const { what, atMs, ms } of stretches) {
    const common = Math.min(untilMs, atMs + ms) - Math.max(pause.atMs, atMs);
    if (common > 0) during.set(what, (during.get(what) ?? 0) + common);
  }
  const calledMs = [...during.values()].reduce((sum, ms) => sum + ms, 0);
  const cause = [...during].map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`).join(', ');
  const ownMs = Math.max(0, Math.min(pause.lateMs - pause.waitedMs, pause.cpuMs + calledMs));
  return { ...pause, cause: cause === '' ? 'work' : cause, ownMs };
}

function resultOf(all: Recording, loads: readonly LoadResult[], rate: number): Result {
  const explained = all.pauses
    .map((pause) => explain(pause, all))
    .toSorted((a, b) => b.ownMs - a.ownMs || b.lateMs - a.lateMs);
  const long = explained.filter(({ lateMs }) => lateMs > GOAL_MS);
  const own = explained.filter(({ ownMs }) => ownMs > GOAL_MS);
  const rows = explained.slice(0, SHOWN).map(({ atMs, lateMs, ownMs, waitedMs, cpuMs, faults, cause }) => ({
    'own ms': ownMs.toFixed(1),
    'late ms': lateMs.toFixed(1),
    'without a core ms': waitedMs.toFixed(1),
    'cpu ms': cpuMs.toFixed(1),
    'page faults': faults,
    'at s': (atMs / 1_000).toFixed(1),
    'what went on': cause,
  }));
  const of = (name: keyof LoadResult): string => median(loads.map((load) => load[name])).toFixed(2);
  const remarks = [
    `${all.seconds.toFixed(0)} s at ${of('requestsPerSecond')} requests a second (asked: ${rate}); the load's median round: p50 ${of('p50Ms')} ms, p99 ${of('p99Ms')} ms.`,
    `Lateness of the trading thread, looked at every 5 ms: p50 ${all.p50Ms.toFixed(2)}, p99 ${all.p99Ms.toFixed(2)}, p99.9 ${all.p999Ms.toFixed(2)}, longest ${all.maxMs.toFixed(1)} ms.`,
    `Over ${GOAL_MS} ms: ${long.length}, of which ${own.length} by the exchange itself; the rest is time in which others had the cores. Load average: ${loadavg()[0]!.toFixed(2)}.`,
    `Goal: none of its own over ${GOAL_MS} ms: ${own.length === 0 ? 'met' : 'missed'}.`,
  ];
  return { name: 'pauses', rows, remarks, goalMet: own.length === 0 };
}

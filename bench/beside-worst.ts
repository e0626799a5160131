/**
 * What one account can do to the others at default limits: orders and cancels of 16 accounts at a steady rate, quiet
 * and beside an account that sends the dearest requests it may, one kind after the other, as fast as its own weight
 * allows. Part of `bench/pauses.ts` (`--worst seconds`). Goal: p99 of the others at most twice its quiet value.
 *
 * The addresses' budgets are out of the way, since all callers are one address here; those of accounts stay.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadResult } from './http-load.ts';
import { callersOf } from './http-requests.ts';
import { type BenchAccount, CONTRACTS, openAccounts, requireDisk, startServer } from './http-server.ts';
import { loadFor } from './load-for.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const LIMITS = ['--rate-limit-enabled', '--rate-limit-ip-budget', '1000000000'];
const OTHERS = 16;
const ORDERS_PER_SECOND = 100;
const ROUND_SECONDS = 5;
const WARM_MS = 15_000;
/** How often one account may be waited for at once. */
const AT_ONCE = 4;
const MEBIBYTE = 1_048_576;
const BODY = 262_144;
const GOAL = 2;

interface Worst {
  readonly path: string;
  readonly body: (unique: number) => string;
}

/** A log with as many bytes, most of them keys and short values, which cost the most to read. */
function logOf(bytes: number, unique: number): string {
  const rest = JSON.stringify({ stage: 'Decision', model: 'bench', input: { unique }, output: { action: 'HOLD' } });
  return `${rest.slice(0, -1)},"more":${keysOf(bytes - rest.length - 10)}}`;
}

function keysOf(bytes: number): string {
  const pairs: string[] = [];
  const long = 'k'.repeat(200);
  for (let used = 2; used + 215 < bytes; used += pairs.at(-1)!.length + 1) pairs.push(`"${long}${pairs.length}":1`);
  return `{${pairs.join(',')}}`;
}

const WORST: Readonly<Record<string, Worst>> = {
  'ai/validate, 1 MiB of keys': { path: 'ai/validate', body: (unique) => logOf(MEBIBYTE, unique) },
  'uploadAiLog, 1 MiB of keys': { path: 'order/uploadAiLog', body: (unique) => logOf(MEBIBYTE, unique) },
  'uploadAiLog, 1 MiB of one text': {
    path: 'order/uploadAiLog',
    body: (unique) =>
      JSON.stringify({
        stage: 'Decision',
        model: 'bench',
        input: { unique },
        output: { action: 'HOLD' },
        explanation: 'é'.repeat(MEBIBYTE / 2 - 200),
      }),
  },
  'placeOrder, 256 KiB of keys': { path: 'order/placeOrder', body: () => keysOf(BODY) },
  'batchOrders, 256 KiB of rows': {
    path: 'order/batchOrders',
    body: () => {
      const row = { client_oid: 'x', size: '1', type: '1', order_type: '0', match_price: '0', price: '1' };
      return JSON.stringify({ symbol: 'cmt_btcusdt', orderDataList: Array.from({ length: 2_300 }, () => row) });
    },
  },
};

export async function besideWorst(options: BenchOptions): Promise<Result> {
  const seconds = countOption(options, 'worst', 20);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-worst-'));
  requireDisk(folder);
  const server = await startServer(folder, CONTRACTS, [], LIMITS);
  try {
    const [heavy, ...others] = await openAccounts(server, OTHERS + 1);
    await server.ask('/admin/allowlist', { uid: heavy!.uid, allowed: true, reason: 'bench' });
    const everyMs = (OTHERS * 1_000) / ORDERS_PER_SECOND;
    const requests = Math.round((ROUND_SECONDS * 1_000) / everyMs);
    const job = {
      url: server.url,
      kinds: ['restOrder', 'cancel_order'] as const,
      callers: callersOf(others, CONTRACTS),
    };
    await loadFor(WARM_MS, { ...job, requests, everyMs }, 'warm');
    const rows: { readonly what: string; readonly served: number; readonly loads: readonly LoadResult[] }[] = [];
    for (const [what, worst] of [['quiet', null] as const, ...Object.entries(WORST), ['quiet again', null] as const]) {
      const stop = new AbortController();
      const sent = worst === null ? Promise.resolve(0) : send(server.url, heavy!, worst, stop.signal);
      const loads = await loadFor(seconds * 1_000, { ...job, requests, everyMs }, `w${rows.length}`);
      stop.abort();
      rows.push({ what, served: await sent, loads });
    }
    const quiet = Math.max(middle(rows[0]!.loads, 'p99Ms'), middle(rows.at(-1)!.loads, 'p99Ms'));
    const longest = Math.max(...rows.map(({ loads }) => middle(loads, 'p99Ms')));
    return {
      name: 'pauses, worst requests',
      rows: rows.map(({ what, served, loads }) => ({
        beside: what,
        'served a second': (served / seconds).toFixed(1),
        'p50 ms': middle(loads, 'p50Ms').toFixed(1),
        'p99 ms': middle(loads, 'p99Ms').toFixed(1),
        'p99.9 ms': middle(loads, 'p999Ms').toFixed(1),
      })),
      remarks: [
        `Orders and cancels of ${OTHERS} accounts, ${ORDERS_PER_SECOND} a second; medians of rounds of ${ROUND_SECONDS} s. Load average ${loadavg()[0]!.toFixed(1)}.`,
        `Goal: p99 at most ${GOAL} times the quiet one, ${quiet.toFixed(1)} ms: ${longest <= GOAL * quiet ? 'met' : 'missed'}.`,
      ],
      goalMet: longest <= GOAL * quiet,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends until it is told to stop, and waits as it is told to when it is refused; how many were read. */
async function send(url: string, account: BenchAccount, worst: Worst, signal: AbortSignal): Promise<number> {
  let [unique, served] = [0, 0];
  const target = `/capi/v2/${worst.path}`;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const body = worst.body(unique++);
      const timestamp = String(Date.now() - (unique % 1_000));
      const sign = createHmac('sha256', account.secret).update(`${timestamp}POST${target}${body}`).digest('base64');
      const headers = {
        'Content-Type': 'application/json',
        'ACCESS-KEY': account.apiKey,
        'ACCESS-SIGN': sign,
        'ACCESS-TIMESTAMP': timestamp,
        'ACCESS-PASSPHRASE': account.passphrase,
      };
      const response = await fetch(url + target, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (response.status === 429)
        await sleep(Number(response.headers.get('Retry-After')) * 1_000, undefined, { signal }).catch(() => undefined);
      else if (response.status >= 500) throw new Error(`${worst.path}: ${response.status}`);
      else served++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return served;
}

function middle(loads: readonly LoadResult[], name: 'p50Ms' | 'p99Ms' | 'p999Ms'): number {
  const sorted = loads.map((load) => load[name]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

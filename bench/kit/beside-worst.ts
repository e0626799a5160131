/**
 * What one account can do to the others at default limits: orders and cancels of 16 accounts at a steady rate, quiet,
 * beside ten thousand uploads of AI logs a minute by others, and beside an account that sends the dearest requests it
 * may, one kind after the other, as fast as its own weight allows. Part of `bench/pauses.ts` (`--worst seconds`).
 * Goals: p99 of the others at most twice its quiet value; the uploads' rate held to a hundredth and none refused.
 *
 * The addresses' budgets are out of the way, since all callers are one address here; those of accounts stay.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowLogs, type BenchAccount, openAccounts, withExchange } from './exchange.ts';
import { median } from './figures.ts';
import { type LoadResult, openLoad } from './load.ts';
import { callersOf, signed } from './requests.ts';
import type { BenchOptions, Result } from './result.ts';

const LIMITS = ['--rate-limit-enabled', '--rate-limit-ip-budget', '1000000000'];
const OTHERS = 16;
const ORDERS_PER_SECOND = 100;
const LOGGERS = 32;
const UPLOADS = 'uploadAiLog, 10 000 of 2 KiB a minute by 32 accounts';
const UPLOADS_PER_SECOND = 10_000 / 60;
const ROUND_SECONDS = 5;
const WARM_MS = 15_000;
/** How often one account may be waited for at once. */
const AT_ONCE = 4;
const MEBIBYTE = 1_048_576;
const BODY = 262_144;
const GOALS = { times: 2, held: 0.99 };

interface Worst {
  readonly path: string;
  readonly body: (unique: number) => string;
}

/** A log, all of whose size is in `more`. */
function logOf(unique: number, more: string): string {
  const rest = JSON.stringify({ stage: 'Decision', model: 'bench', input: { unique }, output: { action: 'HOLD' } });
  return `${rest.slice(0, -1)},${more}}`;
}

/** Keys and short values, which cost the most to read. */
function keysOf(bytes: number): string {
  const pairs: string[] = [];
  const long = 'k'.repeat(200);
  for (let used = 2; used + 215 < bytes; used += pairs.at(-1)!.length + 1) pairs.push(`"${long}${pairs.length}":1`);
  return `{${pairs.join(',')}}`;
}

const keysLog = (unique: number): string => logOf(unique, `"more":${keysOf(MEBIBYTE - 200)}`);
const ROW = { client_oid: 'x', size: '1', type: '1', order_type: '0', match_price: '0', price: '1' };
const WORST: Readonly<Record<string, Worst>> = {
  'ai/validate, 1 MiB of keys': { path: 'ai/validate', body: keysLog },
  'uploadAiLog, 1 MiB of keys': { path: 'order/uploadAiLog', body: keysLog },
  'uploadAiLog, 1 MiB of one text': {
    path: 'order/uploadAiLog',
    body: (unique) => logOf(unique, `"explanation":"${'é'.repeat(MEBIBYTE / 2 - 200)}"`),
  },
  'placeOrder, 256 KiB of keys': { path: 'order/placeOrder', body: () => keysOf(BODY) },
  'batchOrders, 256 KiB of rows': {
    path: 'order/batchOrders',
    body: () => JSON.stringify({ symbol: 'cmt_btcusdt', orderDataList: Array.from({ length: 2_300 }, () => ROW) }),
  },
};

export async function besideWorst(options: BenchOptions, seconds: number): Promise<Result> {
  const [load, uploads] = [openLoad(), openLoad()];
  try {
    return await withExchange(options, { settings: LIMITS }, async (exchange) => {
      const { url } = exchange;
      const [heavy, ...rest] = await openAccounts(exchange, 1 + OTHERS + LOGGERS);
      const [others, loggers] = [rest.slice(0, OTHERS), rest.slice(OTHERS)];
      await allowLogs(exchange, [heavy!, ...loggers]);
      const steady = (callers: readonly BenchAccount[], perSecond: number) => {
        const everyMs = (callers.length * 1_000) / perSecond;
        return { url, callers: callersOf(callers), everyMs, requests: Math.round((ROUND_SECONDS * 1_000) / everyMs) };
      };
      const orders = { ...steady(others, ORDERS_PER_SECOND), kinds: ['restOrder', 'cancel_order'] as const };
      const logs = { ...steady(loggers, UPLOADS_PER_SECOND), kinds: ['uploadAiLog'] as const };
      await load.during(WARM_MS, orders, 'warm');
      const rows: Row[] = [];
      for (const what of ['quiet', UPLOADS, ...Object.keys(WORST), 'quiet again']) {
        const stop = new AbortController();
        const worst = WORST[what];
        const sent =
          what === UPLOADS
            ? uploads.during(seconds * 1_000, logs, 'u').then((all) => median(all.map((one) => one.requestsPerSecond)))
            : worst === undefined
              ? 0
              : send(url, heavy!, worst, stop.signal);
        const rounds = load.during(seconds * 1_000, orders, `w${rows.length}`).finally(() => stop.abort());
        const [loads, served] = await Promise.all([rounds, sent]);
        rows.push({ what, served, loads });
      }
      return resultOf(rows);
    });
  } finally {
    load.end();
    uploads.end();
  }
}

interface Row {
  readonly what: string;
  /** A second. */
  readonly served: number;
  readonly loads: readonly LoadResult[];
}

function resultOf(rows: readonly Row[]): Result {
  const middle = ({ loads }: Row, name: keyof LoadResult): number => median(loads.map((load) => load[name]));
  const quiet = Math.max(middle(rows[0]!, 'p99Ms'), middle(rows.at(-1)!, 'p99Ms'));
  const longest = Math.max(...rows.map((row) => middle(row, 'p99Ms')));
  const held = rows.find(({ what }) => what === UPLOADS)!.served / UPLOADS_PER_SECOND;
  const [isCalm, isHeld] = [longest <= GOALS.times * quiet, held >= GOALS.held];
  return {
    name: 'pauses, worst requests',
    rows: rows.map((row) => ({
      beside: row.what,
      'served a second': row.served.toFixed(1),
      'p50 ms': middle(row, 'p50Ms').toFixed(1),
      'p99 ms': middle(row, 'p99Ms').toFixed(1),
      'p99.9 ms': middle(row, 'p999Ms').toFixed(1),
    })),
    remarks: [
      `Orders and cancels of ${OTHERS} accounts, ${ORDERS_PER_SECOND} a second; medians of rounds of ${ROUND_SECONDS} s. Load average ${loadavg()[0]!.toFixed(1)}.`,
      `Goal: p99 at most ${GOALS.times} times the quiet one, ${quiet.toFixed(1)} ms: ${isCalm ? 'met' : 'missed'}.`,
      `Goal: ten thousand uploads a minute, none refused: ${(held * 100).toFixed(1)} %, ${isHeld ? 'met' : 'missed'}.`,
    ],
    goalMet: isCalm && isHeld,
  };
}

/** Sends until it is told to stop, and waits as it is told to when it is refused; how many were read a second. */
async function send(url: string, account: BenchAccount, worst: Worst, signal: AbortSignal): Promise<number> {
  let [unique, served] = [0, 0];
  const beganMs = performance.now();
  const target = `/capi/v2/${worst.path}`;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const body = worst.body(unique++);
      const headers = signed(account, String(Date.now() - (unique % 1_000)), 'POST', target, body);
      const response = await fetch(url + target, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (response.status === 429)
        await sleep(Number(response.headers.get('Retry-After')) * 1_000, undefined, { signal }).catch(() => undefined);
      else if (response.status >= 500) throw new Error(`${worst.path}: ${response.status}`);
      else served++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return (served * 1_000) / (performance.now() - beganMs);
}

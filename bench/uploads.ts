/**
 * Ten thousand uploads of AI logs a minute beside trading, with the limits on that an account has: whether both are
 * answered, none refused, and how late. Uploads of 2 KiB by one set of accounts, orders and their cancels by another,
 * at a steady rate each. Any answer but 200 ends it. Goal: both rates are held to a hundredth.
 *
 * Options: `--seconds` (60), `--uploads` a minute (10 000), `--orders` a second (50), `--connections` of each (32),
 * `--folder` as in http.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadResult } from './http-load.ts';
import { callersOf, type RequestKind } from './http-requests.ts';
import { CONTRACTS, openAccounts, requireDisk, requireSound, settle, startServer } from './http-server.ts';
import { loadFor } from './load-for.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const ROUND_SECONDS = 5;
const HELD = 0.99;
/** All callers are one address here, so that one's budget is out of the way; those of accounts stay as they are. */
const LIMITS = ['--rate-limit-enabled', '--rate-limit-ip-budget', '1000000000'];

export async function run(options: BenchOptions): Promise<Result> {
  const seconds = countOption(options, 'seconds', 60);
  const wanted = { uploads: countOption(options, 'uploads', 10_000) / 60, orders: countOption(options, 'orders', 50) };
  const connections = countOption(options, 'connections', 32);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-uploads-'));
  requireDisk(folder);
  const server = await startServer(folder, CONTRACTS, [], LIMITS);
  try {
    const accounts = await openAccounts(server, 2 * connections);
    const [loggers, traders] = [accounts.slice(0, connections), accounts.slice(connections)];
    for (const { uid } of loggers) await server.ask('/admin/allowlist', { uid, allowed: true, reason: 'bench' });
    for (const [kind, who] of [['uploadAiLog', loggers] as const, ['restOrder', traders] as const])
      await loadFor(0, { url: server.url, kinds: [kind], callers: callersOf(who, CONTRACTS), requests: 4 }, `w${kind}`);
    const load = (name: string, kinds: readonly RequestKind[], who: typeof accounts, perSecond: number) => {
      const everyMs = (connections * 1_000) / perSecond;
      const requests = Math.max(kinds.length, Math.round((ROUND_SECONDS * 1_000) / everyMs));
      const callers = callersOf(who, CONTRACTS);
      return loadFor(seconds * 1_000, { url: server.url, kinds, callers, requests, everyMs }, name);
    };
    const [uploads, orders] = await Promise.all([
      load('u', ['uploadAiLog'], loggers, wanted.uploads),
      load('o', ['restOrder', 'cancel_order'], traders, wanted.orders),
    ]);
    const behindMs = await settle(server);
    await requireSound(server);
    const rows = [
      rowOf('uploadAiLog, 2 KiB', uploads, wanted.uploads),
      rowOf('orders and cancels', orders, wanted.orders),
    ];
    return {
      name: 'uploads',
      rows: rows.map(({ row }) => row),
      remarks: [
        `Nothing was refused. The read store wrote on for ${Math.round(behindMs)} ms. Load average ${loadavg()[0]?.toFixed(0)}.`,
      ],
      goalMet: rows.every(({ isHeld }) => isHeld),
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(what: string, rounds: readonly LoadResult[], wanted: number) {
  const mean = rounds.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0) / rounds.length;
  const worst = (name: 'p50Ms' | 'p99Ms' | 'p999Ms'): string => Math.max(...rounds.map((one) => one[name])).toFixed(1);
  const row = {
    what,
    'a minute': Math.round(mean * 60),
    wanted: Math.round(wanted * 60),
    'p50 ms': worst('p50Ms'),
    'p99 ms': worst('p99Ms'),
    'p99.9 ms': worst('p999Ms'),
  };
  return { row, isHeld: mean >= wanted * HELD };
}

/**
 * The exchange as the HTTP bench measures it: `outcry serve` in a process of its own, durable, nothing counted against
 * limits, the no-op route on, with funded accounts and valid marks. Its journal lies where `folder` is, which must be a
 * disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v8Flags } from '../scripts/v8-flags.mjs';
import { median } from './interleave.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const PRELOAD = new URL('../scripts/preload.mjs', import.meta.url).href;
const INDEX_EVERY_MS = 1_000;
const FUNDS = '10000000';

export interface BenchAccount {
  readonly uid: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** A contract that is traded: one step of it, and the price everybody trades at. */
export interface BenchContract {
  readonly symbol: string;
  readonly size: string;
  readonly price: string;
}

/** What is traded. */
export const CONTRACTS: readonly BenchContract[] = [
  { symbol: 'cmt_btcusdt', size: '0.0001', price: '90000' },
  { symbol: 'cmt_ethusdt', size: '0.001', price: '3000' },
  { symbol: 'cmt_solusdt', size: '0.1', price: '150' },
  { symbol: 'cmt_bnbusdt', size: '0.1', price: '60' },
];

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  /** A request to its administration. */
  readonly ask: <Answer>(path: string, body?: object) => Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts it and sets the contracts' index prices every second. `flags` go to Node, for a profile, `more` to the
 * exchange.
 */
export async function startServer(
  folder: string,
  contracts: readonly BenchContract[],
  flags: readonly string[],
  more: readonly string[] = [],
): Promise<BenchServer> {
  const settings = [
    '--json',
    '--port',
    '0',
    '--no-rate-limit-enabled',
    '--bench-routes',
    '--log-level',
    'warn',
    '--data',
    folder,
    ...more,
  ];
  const child = spawn(process.execPath, ['--import', PRELOAD, ...v8Flags, ...flags, MAIN, 'serve', ...settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OUTCRY_PARENT_PID: String(process.pid) },
  });
  const { url, adminUrl } = JSON.parse(await firstLine(child)) as { url: string; adminUrl: string };
  const token = readFileSync(join(folder, 'admin-token'), 'utf8');
  const ask = <Answer>(path: string, body?: object) => askAdmin<Answer>(adminUrl + path, token, body);
  const setIndices = async (): Promise<void> => {
    for (const { symbol, price } of contracts) await ask('/admin/index-price', { symbol, price });
  };
  await setIndices();
  // One that fails is no more than said: ten seconds without any, and orders are refused.
  const timer = setInterval(() => void setIndices().catch((error: unknown) => console.error(error)), INDEX_EVERY_MS);
  return {
    url,
    pid: child.pid ?? 0,
    ask,
    async stop() {
      clearInterval(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstLine({ stdout, pid }: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of stdout!) {
    text += String(part);
    if (text.includes('\n')) return text;
  }
  throw new Error(`the exchange (process ${pid}) ended before it was ready`);
}

async function askAdmin<Answer>(url: string, token: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** Accounts with money and a key each. Not on the AI-log allowlist: their orders have no leaf. */
export async function openAccounts({ ask }: BenchServer, count: number): Promise<BenchAccount[]> {
  const accounts: BenchAccount[] = [];
  for (let at = 0; at < count; at++) {
    const { uid } = await ask<{ uid: number }>('/admin/accounts', { label: `bench ${at}` });
    await ask('/admin/accounts/deposit', { uid, amount: FUNDS });
    accounts.push({ uid, ...(await ask<Omit<BenchAccount, 'uid'>>('/admin/keys', { uid })) });
  }
  return accounts;
}

/** Waits until the read store has written what is journaled. Gives how long it took, in ms. */
export async function settle(server: BenchServer): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const [lag] = await metricsOf(server, 'outcry_projection_lag');
    if (lag === 0) return performance.now() - startMs;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The journal's syncs so far, and how long they took together. */
export async function journalSyncs(server: BenchServer): Promise<{ readonly count: number; readonly ms: number }> {
  const name = 'outcry_journal_sync_seconds';
  const [count = 0, seconds = 0] = await metricsOf(server, `${name}_count`, `${name}_sum`);
  return { count, ms: seconds * 1000 };
}

export async function metricsOf({ url }: BenchServer, ...names: readonly string[]): Promise<number[]> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return names.map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    if (line === undefined) throw new Error(`the metrics do not say ${name}`);
    return Number(line.slice(name.length + 1));
  });
}

/** @throws Error when an invariant does not hold */
export async function requireSound({ ask }: BenchServer): Promise<void> {
  const { ok, failures } = await ask<{ ok: boolean; failures: string[] }>('/admin/audit');
  if (!ok) throw new Error(`the exchange broke its promises: ${failures.slice(0, 3).join('; ')}`);
}

const TMPFS = 0x01021994;

/** The median time of a write of 4 KiB and its fdatasync here. A file system in memory would make "durable" a lie. */
export function requireDisk(folder: string): number {
  if (statfsSync(folder).type === TMPFS)
    throw new Error(`${folder} is in memory; name a folder on a disk with --folder`);
  const path = join(folder, 'sync-probe');
  const fd = openSync(path, 'w');
  const bytes = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, (_, at) => {
    const startMs = performance.now();
    writeSync(fd, bytes, 0, bytes.length, (at % 16) * bytes.length);
    fdatasyncSync(fd);
    return performance.now() - startMs;
  });
  closeSync(fd);
  return median(times);
}

const CLOCK_TICK_MS = 10;

/** CPU time of a process's threads so far, by their names, in ms; empty where there is no /proc. */
export function threadTimes(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return times;
  }
  for (const task of tasks) {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    const name = task === String(pid) ? 'main' : stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const [, , , , , , , , , , , user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    times.set(name, (times.get(name) ?? 0) + (user + system) * CLOCK_TICK_MS);
  }
  return times;
}

/** CPU time that all processes of the machine took so far, in ms; 0 where there is no /proc. */
export function machineTime(): number {
  let text: string;
  try {
    text = readFileSync('/proc/stat', 'utf8');
  } catch {
    return 0;
  }
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = text
    .split(/\s+/, 9)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + stolen) * CLOCK_TICK_MS;
}

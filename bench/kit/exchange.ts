/**
 * An exchange as benches measure it: the real command in a process of its own, on real files, which must lie on a disk.
 *
 * `withExchange` serves with nothing counted against limits, the no-op route on, funded accounts and valid marks;
 * `timeStart` starts on a folder that is there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { DEMO_ACCOUNTS } from '../../src/demo/demo-accounts.ts';
import { median } from './figures.ts';
import { signed } from './requests.ts';
import { type BenchOptions, inFolder } from './result.ts';

const HERE = fileURLToPath(new URL('../../', import.meta.url));
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

export interface Exchange {
  readonly url: string;
  readonly pid: number;
  /** A request to its administration. */
  readonly ask: <Answer>(path: string, body?: object) => Promise<Answer>;
}

interface Wanted {
  /** For Node, beside those of `--profile`. */
  readonly flags?: readonly string[];
  /** Settings of the exchange. */
  readonly settings?: readonly string[];
  /** The checkout that is run: this one. */
  readonly root?: string;
}

/** Serves in a new folder while that works, and sets the contracts' index prices every second. */
export function withExchange<T>(
  options: BenchOptions,
  { flags = [], settings = [], root = HERE }: Wanted,
  work: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  return inFolder(options, async (folder) => {
    requireDisk(folder);
    const quiet = ['--no-rate-limit-enabled', '--bench-routes', '--log-level', 'warn', '--data', folder];
    const child = command(root, [...profiling(options), ...flags], ['serve', ...quiet, ...settings]);
    let timer: NodeJS.Timeout | undefined;
    try {
      const { url, adminUrl } = await ready(child);
      const token = readFileSync(join(folder, 'admin-token'), 'utf8');
      const ask = <Answer>(path: string, body?: object) => askAdmin<Answer>(adminUrl + path, token, body);
      const setIndices = async (): Promise<void> => {
        for (const { symbol, price } of CONTRACTS) await ask('/admin/index-price', { symbol, price });
      };
      await setIndices();
      // One that fails is no more than said: ten seconds without any, and orders are refused.
      timer = setInterval(() => void setIndices().catch((error: unknown) => console.error(error)), INDEX_EVERY_MS);
      return await work({ url, pid: child.pid ?? 0, ask });
    } finally {
      clearInterval(timer);
      await stop(child);
    }
  });
}

/** Node's flags for profiles into the folder of `--profile`. */
function profiling({ profile }: BenchOptions): string[] {
  return profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
}

function command(root: string, flags: readonly string[], args: readonly string[]) {
  const preload = join(root, 'scripts/preload.mjs');
  const main = join(root, 'src/cli/main.ts');
  const all = ['--import', preload, ...v8Flags, ...flags, main, ...args, '--json', '--port', '0'];
  return spawn(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OUTCRY_PARENT_PID: String(process.pid) },
  });
}

/** What the line says that it prints when it trades. */
async function ready(child: ChildProcess): Promise<{ readonly url: string; readonly adminUrl: string }> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the exchange ended before it was ready`)));
  const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), ended])) as [string];
  return JSON.parse(line) as { url: string; adminUrl: string };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
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
export async function openAccounts({ ask }: Exchange, count: number): Promise<BenchAccount[]> {
  const accounts: BenchAccount[] = [];
  for (let at = 0; at < count; at++) {
    const { uid } = await ask<{ uid: number }>('/admin/accounts', { label: `bench ${at}` });
    await ask('/admin/accounts/deposit', { uid, amount: FUNDS });
    accounts.push({ uid, ...(await ask<Omit<BenchAccount, 'uid'>>('/admin/keys', { uid })) });
  }
  return accounts;
}

/** Puts accounts on the AI-log allowlist. */
export async function allowLogs({ ask }: Exchange, accounts: readonly BenchAccount[]): Promise<void> {
  for (const { uid } of accounts) await ask('/admin/allowlist', { uid, allowed: true, reason: 'bench' });
}

/** Waits until the read store has written what is journaled. Gives how long it took, in ms. */
export async function settle(exchange: Exchange): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const [lag] = await metricsOf(exchange, 'outcry_projection_lag');
    if (lag === 0) return performance.now() - startMs;
    await sleep(20);
  }
}

export async function metricsOf({ url }: Exchange, ...names: readonly string[]): Promise<number[]> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return names.map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    if (line === undefined) throw new Error(`the metrics do not say ${name}`);
    return Number(line.slice(name.length + 1));
  });
}

/** @throws Error when an invariant does not hold */
export async function requireSound({ ask }: Exchange): Promise<void> {
  const { ok, failures } = await ask<{ ok: boolean; failures: string[] }>('/admin/audit');
  if (!ok) throw new Error(`the exchange broke its promises: ${failures.slice(0, 3).join('; ')}`);
}

const TMPFS = 0x01021994;

/** A file system in memory would make "durable" a lie. */
function requireDisk(folder: string): void {
  if (statfsSync(folder).type === TMPFS)
    throw new Error(`${folder} is in memory; name a folder on a disk with --folder`);
}

/** The median time of a write of 4 KiB and its fdatasync there, in ms. */
export function syncMs(options: BenchOptions): Promise<number> {
  return inFolder(options, async (folder) => {
    const fd = openSync(join(folder, 'sync-probe'), 'w');
    const bytes = Buffer.alloc(4096, 1);
    const times = Array.from({ length: 200 }, (_, at) => {
      const startMs = performance.now();
      writeSync(fd, bytes, 0, bytes.length, (at % 16) * bytes.length);
      fdatasyncSync(fd);
      return performance.now() - startMs;
    });
    closeSync(fd);
    return median(times);
  });
}

/** Processor time of an exchange's threads so far, in µs; 0 where there is no /proc. */
export interface ThreadTimes {
  readonly trading: number;
  readonly store: number;
  readonly others: number;
}

export function threadTimes({ pid }: Exchange): ThreadTimes {
  const times = { trading: 0, store: 0, others: 0 };
  let tasks: string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return times;
  }
  for (const task of tasks) {
    const folder = `/proc/${pid}/task/${task}`;
    try {
      const isStore = readFileSync(`${folder}/comm`, 'utf8').startsWith('store');
      const part = task === String(pid) ? 'trading' : isStore ? 'store' : 'others';
      times[part] += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
    } catch {
      // A thread that has just ended.
    }
  }
  return times;
}

export interface TimedStart {
  /** From the command to the line that says it trades. */
  readonly readySeconds: number;
  /** From the command to the answer of a first read of history. */
  readonly historySeconds: number;
}

/** Starts on a folder of a demo, reads its first account's past orders, and stops it again. */
export async function timeStart(folder: string, options: BenchOptions): Promise<TimedStart> {
  const beganMs = performance.now();
  const secondsNow = (): number => (performance.now() - beganMs) / 1_000;
  const child = command(HERE, profiling(options), ['start', '--data', folder]);
  try {
    const { url } = await ready(child);
    const readySeconds = secondsNow();
    await readHistory(url);
    return { readySeconds, historySeconds: secondsNow() };
  } finally {
    await stop(child);
  }
}

/** Asks as often as it is told to come back. */
async function readHistory(url: string): Promise<void> {
  const target = `/capi/v2/order/history?symbol=${CONTRACTS[0]!.symbol}&pageSize=20`;
  for (;;) {
    const response = await fetch(url + target, {
      headers: signed(DEMO_ACCOUNTS[0]!, String(Date.now()), 'GET', target),
    });
    const text = await response.text();
    if (response.ok) return;
    if (response.status !== 503 && response.status !== 429)
      throw new Error(`history answered ${response.status}: ${text}`);
    await sleep(50);
  }
}

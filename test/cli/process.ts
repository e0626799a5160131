/**
 * Runs the real command line in processes of its own, each exchange on free ports and in a new data folder, and nothing
 * left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { askedOfHistory, PATIENCE_MS } from '../patience.ts';
import { ownStamp } from '../stamps.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'src', 'cli', 'main.ts');
const preload = new URL('../../scripts/preload.mjs', import.meta.url).href;

/** The arguments with which the launcher starts `outcry`; its own process, which has tests of its own, is spared. */
export function outcryArgs(...preloads: string[]): string[] {
  return [...v8Flags, ...[preload, ...preloads].flatMap((file) => ['--import', file]), main];
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ready {
  readonly url: string;
  readonly adminUrl: string;
  readonly accounts: readonly Account[];
  readonly data: string;
  readonly seed: string | null;
}

export interface Account {
  readonly uid: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ready: Ready;
  /** What it wrote on standard error so far. */
  stderr(): string;
  /** Resolves when the process is gone. */
  readonly ended: Promise<Ended>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended & { readonly milliseconds: number }>;
}

const folders: string[] = [];
const children = new Set<ChildProcess>();

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-cli-'));
  folders.push(folder);
  return folder;
}

/** Ends what a failed test left running, and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const ALL = { OUTCRY_FOLLOW_PARENT: '1', OUTCRY_WARM_UP: 'false' };

/** A started process and what it has said so far. It compiles nothing ahead, unless asked: most end within seconds. */
export function launch(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...ALL, OUTCRY_PARENT_PID: String(process.pid), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  children.add(child);
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return { code: code as number | null, ...said };
  });
  return { child, said, ended };
}

/** Starts `outcry` and lets it run. */
export function launchOutcry(...args: string[]) {
  return launch(process.execPath, [...outcryArgs(), ...args]);
}

/** Runs `outcry` to its end. */
export function outcry(...args: string[]): Promise<Ended> {
  return launchOutcry(...args).ended;
}

/** The answer of a verb that must succeed, read from `--json`. */
export async function outcryJson<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await outcry(...args, '--json');
  if (code !== 0) throw new Error(`outcry ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Answer;
}

/** Starts an exchange with `--json` and waits until it is ready. */
export async function startExchange(verb: 'start' | 'serve', data: string, ...args: string[]): Promise<Running> {
  return whenReady(
    launch(process.execPath, [
      ...outcryArgs(),
      verb,
      '--json',
      '--port',
      '0',
      '--data',
      data,
      '--log-level',
      'warn',
      ...args,
    ]),
  );
}

export async function whenReady({ child, said, ended }: ReturnType<typeof launch>): Promise<Running> {
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  while (!said.stdout.includes('\n') && child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  clearTimeout(late);
  if (!said.stdout.includes('\n')) throw new Error(`the exchange did not get ready: ${(await ended).stderr}`);
  return {
    child,
    ready: JSON.parse(said.stdout.slice(0, said.stdout.indexOf('\n'))) as Ready,
    ended,
    stderr: () => said.stderr,
    async stop(signal = 'SIGTERM') {
      const askedMs = performance.now();
      child.kill(signal);
      const end = await ended;
      return { ...end, milliseconds: performance.now() - askedMs };
    },
  };
}

/**
 * A signed request: its status and its JSON. A question about the past is asked again while the read store has yet to
 * catch up, which after a start on a busy machine takes a while.
 */
export function call(ready: Ready, account: Account, method: 'GET' | 'POST', target: string, body?: unknown) {
  return askedOfHistory(
    () => callOnce(ready, account, method, target, body),
    (reply) => reply.body,
  );
}

async function callOnce(ready: Ready, account: Account, method: 'GET' | 'POST', target: string, body?: unknown) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = signedHeaders(account, method, target, text, ownStamp(account.apiKey, method, target, text));
  const response = await fetch(`${ready.url}${target}`, { method, headers, ...(text === '' ? {} : { body: text }) });
  return { status: response.status, body: (await response.json()) as any };
}

/** Headers of a request with this body. */
export function signedHeaders(account: Account, method: string, target: string, text: string, timestamp: string) {
  return {
    'ACCESS-KEY': account.apiKey,
    'ACCESS-PASSPHRASE': account.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-SIGN': createHmac('sha256', account.secret)
      .update(`${timestamp}${method}${target}${text}`)
      .digest('base64'),
    'content-type': 'application/json',
  };
}

export function placeOrder(ready: Ready, account: Account, clientOid: string) {
  const order = {
    symbol: 'cmt_btcusdt',
    client_oid: clientOid,
    size: '0.001',
    type: '1',
    order_type: '0',
    match_price: '1',
  };
  return call(ready, account, 'POST', '/capi/v2/order/placeOrder', order);
}

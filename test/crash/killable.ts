/**
 * A real exchange in a process of its own that can be killed at any instant: the server's process itself, without the
 * launcher that would stand between it and the signal. It ends by itself when the tests' process goes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PATIENCE_MS } from '../patience.ts';
import { type Account, launch, outcryArgs, type Ready, type Running, whenReady } from '../cli/process.ts';

const beside = (name: string) => new URL(name, import.meta.url).href;
const keepCompiled = beside('keep-compiled.mjs');
const flags = ['--json', '--port', '0', '--no-rate-limit-enabled', '--log-level', 'error'];
const startOn = (data: string) => ['start', ...flags, '--data', data];

/** Starts `outcry start` on the folder. */
export function launchKillable(data: string, ...args: string[]) {
  return launch(process.execPath, [...outcryArgs(keepCompiled), ...startOn(data), ...args]);
}

/** Runs another verb in a process that can be killed. */
export function launchVerb(...args: string[]) {
  return launch(process.execPath, [...outcryArgs(), ...args, '--json']);
}

/** Starts it where no file may grow beyond so many bytes: a real write that would make one larger fails with EFBIG. */
export function launchWithSmallFiles(data: string, bytes: number, unitBytes: number, ...args: string[]) {
  const limited = `ulimit -f ${Math.ceil(bytes / unitBytes)} && exec "$0" "$@"`;
  return launch('sh', ['-c', limited, process.execPath, ...outcryArgs(), ...startOn(data), ...args], {
    NODE_COMPILE_CACHE: '',
  });
}

/** The unit of this shell's `ulimit -f`, found by trying; 0 where files can't be limited. */
export function fileLimitUnit(): number {
  const probe = join(mkdtempSync(join(tmpdir(), 'outcry-limit-')), 'probe');
  try {
    spawnSync('sh', ['-c', 'ulimit -f 1 && head -c 4096 /dev/zero > "$0"', probe]);
    const { size } = statSync(probe);
    return size === 512 || size === 1024 ? size : 0;
  } catch {
    return 0;
  } finally {
    rmSync(dirname(probe), { recursive: true });
  }
}

/** Starts it on a disk whose syncs fail from the moment the file `trigger` is there, `times` times. */
export function launchWithFailingSyncs(data: string, trigger: string, times: number, ...args: string[]) {
  const env = { TEST_FAIL_SYNC: trigger, TEST_FAIL_SYNC_TIMES: String(times) };
  return launch(
    process.execPath,
    [...outcryArgs(keepCompiled, beside('failing-sync.mjs')), ...startOn(data), ...args],
    env,
  );
}

/** Starts it so that it is killed at the step of an AI log's way that the file `killAt` names (kill-at-step.mjs). */
export function startKilledAt(data: string, killAt: string, ...args: string[]): Promise<Running> {
  const start = [...outcryArgs(keepCompiled, beside('kill-at-step.mjs')), ...startOn(data), ...args];
  return whenReady(launch(process.execPath, start, { TEST_KILL_AT: killAt }));
}

export async function startKillable(data: string, ...args: string[]): Promise<Running> {
  return whenReady(launchKillable(data, ...args));
}

/** A request to the administration, sent again while history is behind; fails when it says no. */
export async function administer<Answer>(ready: Ready, token: string, path: string, body?: object): Promise<Answer> {
  const send = () =>
    fetch(`${ready.adminUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await send();
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as Answer;
    if (!text.startsWith('{"code":"behind"') || performance.now() > until)
      throw new Error(`${path} answered ${response.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A new account with money, a key and a place on the allowlist. */
export async function openAccount(ready: Ready, token: string): Promise<Account> {
  const { uid } = await administer<{ uid: number }>(ready, token, '/admin/accounts', { label: 'killed often' });
  await administer(ready, token, '/admin/accounts/deposit', { uid, amount: '10000' });
  await administer(ready, token, '/admin/allowlist', { uid, allowed: true, reason: 'kill test' });
  const key = await administer<Omit<Account, 'uid'>>(ready, token, '/admin/keys', { uid });
  return { uid, apiKey: key.apiKey, secret: key.secret, passphrase: key.passphrase };
}

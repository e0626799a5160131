/**
 * A real exchange in a process of its own that can be killed at any instant: the server's process itself, without the launcher that would
 * stand between it and the signal. It ends by itself when the tests' process goes.
 */
import { join } from 'node:path';
import { type Account, launch, type Ready, root, type Running, whenReady } from '../cli/process.ts';

const preload = new URL('../../scripts/stop-with-parent.mjs', import.meta.url).href;

/** Starts `outcry start` on the folder. */
export function launchKillable(data: string, ...args: string[]) {
  const main = join(root, 'src', 'cli', 'main.ts');
  const flags = ['--json', '--port', '0', '--no-rate-limit-enabled', '--log-level', 'error', '--data', data];
  // Compiled code is kept beside the data, as twenty starts would otherwise each compile all of it.
  const env = { OUTCRY_PARENT_PID: String(process.pid), NODE_COMPILE_CACHE: join(data, 'compiled') };
  return launch(process.execPath, ['--import', preload, main, 'start', ...flags, ...args], env);
}

export async function startKillable(data: string, ...args: string[]): Promise<Running> {
  return whenReady(launchKillable(data, ...args));
}

/** A request to the administration; fails when it says no. */
export async function administer<Answer>(ready: Ready, token: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${ready.adminUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** A new account with money, a key and a place on the allowlist. */
export async function openAccount(ready: Ready, token: string): Promise<Account> {
  const { uid } = await administer<{ uid: number }>(ready, token, '/admin/accounts', { label: 'killed often' });
  await administer(ready, token, '/admin/accounts/deposit', { uid, amount: '10000' });
  await administer(ready, token, '/admin/allowlist', { uid, allowed: true, reason: 'kill test' });
  const key = await administer<Omit<Account, 'uid'>>(ready, token, '/admin/keys', { uid });
  return { uid, apiKey: key.apiKey, secret: key.secret, passphrase: key.passphrase };
}

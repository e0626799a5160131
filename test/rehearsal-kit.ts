/** A rehearsal for a test: opened in this process in a folder of its own, asked over HTTP, taken down with the file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { LockstepSettings } from '../src/api/call/rehearsal.ts';
import { readConfig } from '../src/app/settings/config.ts';
import type { RehearsalMark } from '../src/folder/disk/rehearsal-mark.ts';
import { createAdminAsk } from '../src/rehearsal/admin-ask.ts';
import { openRehearsal, type RehearsalApp, type RehearsalOptions } from '../src/rehearsal/timed/rehearsal.ts';

export const FROM_MS = Date.UTC(2026, 0, 1);

/** Call it once in a file. */
export function rehearsals() {
  const folders: string[] = [];
  const running = new Set<RehearsalApp>();
  afterAll(async () => {
    for (const app of running) await app.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return async (
    options: Partial<RehearsalOptions> & {
      readonly seed?: string;
      readonly flags?: string[];
      readonly hasMarket?: boolean;
      /** More of what it is made of. */
      readonly made?: Partial<RehearsalMark>;
      /** Of one that was stopped; a new folder when not given. */
      readonly data?: string;
    } = {},
  ) => {
    const { seed = 'demo', flags = [], hasMarket = true, made, data = newFolder(folders), ...others } = options;
    const argv = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'error', '--no-warm-up', ...flags];
    const mark = { fromMs: FROM_MS, seed, accounts: 3, balance: '5000', hasMarket, ...made };
    const parts = { mark, timestamps: 'either', begins: null, ...others } as const;
    const app = await openRehearsal(readConfig(argv, {}), {}, parts);
    running.add(app);
    const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
    const end = async (): Promise<void> => {
      running.delete(app);
      await app.stop();
    };
    const keyOf = (at: number) => ({ url: app.url, ...app.accounts[at]! });
    return { app, admin, data, end, keyOf };
  };
}

function newFolder(folders: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-rehearsal-'));
  folders.push(folder);
  return join(folder, 'data');
}

export function inLockstep(settings: Partial<LockstepSettings>): { readonly lockstep: LockstepSettings } {
  const usual = { stepMs: 60_000, agents: [], order: 'turns', wallTimeoutMs: 0, onTimeout: 'pass', others: 'refuse' };
  return { lockstep: { ...(usual as Omit<LockstepSettings, 'untilMs'>), ...settings } };
}

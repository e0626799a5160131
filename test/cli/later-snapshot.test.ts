/**
 * Data folders whose journal and read store were rolled back, or exchanged, beside snapshots that know of more: each
 * start is refused and changes nothing, and the doctor says the same.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '../../src/folder/inspect/finding.ts';
import { FolderRefused } from '../../src/folder/inspect/finding.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { NOTHING_CLOSED } from '../../src/folder/journal/check-closed.ts';
import { INSPECTION } from '../../src/folder/inspect/inspection.ts';
import { findingsOf, inspectFolder } from '../../src/folder/inspect/inspect.ts';
import { inspectStore } from '../../src/store/inspect/inspect-store.ts';
import { diagnoseFolder } from '../../src/folder/doctor/doctor.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { startApp } from '../../src/app/start.ts';
import { bytesOf } from '../hostile/on-folder.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, newFolder, outcryJson } from './process.ts';

/** What an operator would put back of an older copy. */
const ROLLED_BACK = ['journal.log', 'journal', 'outcry.db', 'outcry.db-wal', 'outcry.db-shm', 'store-mark'];

let older = '';
let newer = '';
let other = '';

beforeAll(async () => {
  [older, newer, other] = [newFolder(), newFolder(), newFolder()];
  await trade(newer, 20);
  cpSync(newer, older, { recursive: true });
  await trade(newer, 20);
  await trade(other, 20);
});
afterAll(cleanUp);

/**
 * Starts on the folder, and stops once so many commands were added; again where the stop left no snapshot, as it does
 * when a busy machine gives it no time.
 */
async function trade(folder: string, commands: number, ...flags: string[]): Promise<void> {
  const given = ['--data', folder, '--port', '0', '--log-level', 'silent', ...flags];
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const app = await startApp(readConfig(given, {}), { demo: true });
    const sequence = async (): Promise<number> =>
      ((await (await fetch(`${app.url}/readyz`)).json()) as { sequence: number }).sequence;
    const first = await sequence();
    while ((await sequence()) < first + commands) {
      expect(Date.now(), 'commands in time').toBeLessThan(until);
      await sleep(20);
    }
    await app.stop();
    if (Number.parseInt(snapshotsIn(folder).at(-1) ?? '0', 10) >= first + commands) return;
    expect(Date.now(), 'a stop with a snapshot in time').toBeLessThan(until);
  }
}

function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function put(names: readonly string[], from: string, into: string): void {
  for (const name of names) {
    rmSync(join(into, name), { recursive: true, force: true });
    if (existsSync(join(from, name))) cpSync(join(from, name), join(into, name), { recursive: true });
  }
}

/** The findings a start is refused with, which the doctor has too; nothing is changed by either. */
async function refused(folder: string, ...flags: string[]): Promise<readonly Finding[]> {
  const before = bytesOf(folder);
  const ended = await trade(folder, 0, ...flags).catch((error: unknown) => error);
  if (!(ended instanceof FolderRefused)) throw new Error(`it was not refused: ${String(ended)}`);
  const { findings } = await diagnoseFolder(folder, { store: null, verb: 'start' });
  expect(findings.filter(({ severity }) => severity === 'refuse')).toEqual(ended.findings);
  expect(bytesOf(folder)).toBe(before);
  return ended.findings;
}

function snapshotsIn(folder: string): string[] {
  const names = join(folder, 'snapshots');
  return existsSync(names) ? readdirSync(names).toSorted() : [];
}

it('a journal and a read store older than a snapshot are refused, until the loss is accepted', async () => {
  const folder = copyOf(newer);
  put(ROLLED_BACK, older, folder);
  const [finding, ...more] = await refused(folder);
  const newest = snapshotsIn(folder).at(-1)!;
  expect([finding?.code, more]).toEqual(['short-journal', []]);
  expect(finding?.found).toContain(`snapshots/${newest} is the state after ${Number.parseInt(newest, 10)}`);
  expect(finding?.do).toContain('Restore the newest journal');
  const accept = String(finding?.accept);
  await refused(folder, '--accept-loss', `${accept}0`);
  await trade(folder, 5, '--accept-loss', accept);
  // What it gave up is gone with it, and the next start has nothing to say.
  expect(snapshotsIn(folder)).not.toContain(newest);
  await trade(folder, 5);
  expect((await outcryJson<{ ok: boolean }>('doctor', '--data', folder)).ok).toBe(true);
});

it('a journal that went on from an older copy is refused beside a snapshot of the commands it lost', async () => {
  const folder = copyOf(older);
  const newest = snapshotsIn(newer).at(-1)!;
  await trade(folder, 60);
  cpSync(join(newer, 'snapshots', newest), join(folder, 'snapshots', newest));
  expect(await refused(folder)).toMatchObject([{ code: 'other-snapshot', file: `snapshots/${newest}` }]);
  rmSync(join(folder, 'snapshots'), { recursive: true });
  await trade(folder, 5);
});

it('snapshots of another exchange are refused, and moving them away is enough', async () => {
  const folder = copyOf(older);
  put(['snapshots'], other, folder);
  expect(await refused(folder)).toMatchObject([{ code: 'other-snapshot' }]);
  rmSync(join(folder, 'snapshots'), { recursive: true });
  await trade(folder, 5);
});

it('a snapshot that a running exchange writes while the folder is looked at is no sign of a loss', async () => {
  const folder = copyOf(older);
  const newest = snapshotsIn(newer).at(-1)!;
  const atClosed = async (): Promise<typeof NOTHING_CLOSED> => {
    cpSync(join(newer, 'snapshots', newest), join(folder, 'snapshots', newest));
    return NOTHING_CLOSED;
  };
  const places = dataFolder(folder);
  const inspection = await inspectFolder(places, inspectStore(places.database, { isRunning: true }), { atClosed });
  expect(findingsOf(inspection, { ...INSPECTION, isRunning: true })).toEqual([]);
});

it('a snapshot without any journal and read store is refused: an exchange was here', async () => {
  for (const gone of [ROLLED_BACK, [...ROLLED_BACK, 'ailog-key', 'key-file']]) {
    const folder = copyOf(older);
    put(gone, '/nonexistent', folder);
    const [finding] = await refused(folder);
    expect([finding?.code, finding?.found]).toEqual(['no-journal', expect.stringContaining('is the state after')]);
  }
});

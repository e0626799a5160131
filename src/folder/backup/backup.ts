/**
 * Copies a data folder while an exchange runs on it, or none: what `restore.ts` makes a folder of again. Reads only;
 * the exchange waits for nothing.
 *
 * The order makes it consistent: the mark before the store it is of, and the journal after both, so that it holds every
 * command that anything copied before it knows of. What the journal names and what is nowhere else is copied after it:
 * bodies of AI logs that wait for the store, and what has come into the store meanwhile. The manifest is written when
 * all the rest is durable.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { dataFolder } from '../disk/data-folder.ts';
import { makeFolder } from '../disk/make-folder.ts';
import type { Finding } from '../inspect/finding.ts';
import { closedFindings } from '../inspect/journal.ts';
import { checkUnknown } from '../journal/check-closed.ts';
import { copyJournal } from './copy-journal.ts';
import { addNamed, copyStore } from './copy-store.ts';
import { copyWhole, namesIn, writeWhole } from './files.ts';
import { type CopiedFile, DATA, fileHash, KEYS, MANIFEST, type Manifest, manifestOf } from './manifest.ts';

export interface BackupOptions {
  /** Destination of the keys; beside the rest when left out. */
  readonly keys?: string | null;
  /** The read store is not in the folder, or not wanted. */
  readonly withoutStore?: boolean;
}

export interface Copied extends Omit<Manifest, 'format'> {
  /** Source of the keys. */
  readonly keysAt: string;
  /** Of all files. */
  readonly bytes: number;
  /** Of the journal's closed files: what is missing in the folder or damaged there, and so in the copy. */
  readonly findings: readonly Finding[];
}

/**
 * Anyone who has these and a copy can trade for everyone, sign as the AI log, and knows what the market will do. The
 * administration's token is made again.
 */
const KEY_FILES = /^(key-file|ailog-key.*)$/;

/**
 * @param nowMs the machine's clock
 * @throws Error when there is no journal, it is damaged, or there is something at `target` already
 */
export async function backup(
  path: string,
  target: string,
  nowMs: number,
  { keys = null, withoutStore = false }: BackupOptions = {},
): Promise<Copied> {
  const folder = dataFolder(path);
  if (!existsSync(folder.journal)) throw new Error(`there is no journal in ${path} (${folder.journal} does not exist)`);
  const keysAt = keys ?? join(target, KEYS);
  for (const place of [target, keysAt]) refuseUsed(place);
  makeFolder(target);
  makeFolder(keysAt);
  const data = join(target, DATA);
  mkdirSync(data, { mode: 0o700 });

  for (const name of namesIn(path) ?? [])
    if (KEY_FILES.test(name)) await copyWhole(join(path, name), join(keysAt, name));
  for (const file of [folder.brand, folder.storeMark])
    if (existsSync(file)) await copyWhole(file, beneath(path, file, data));
  const hasStore = !withoutStore && existsSync(folder.database);
  if (hasStore) copyStore(folder.database, beneath(path, folder.database, data));
  await copyGoing(folder.snapshots, beneath(path, folder.snapshots, data), '.snapshot');
  const journal = await copyJournal(folder.journal, beneath(path, folder.journal, data), (from, name) =>
    copyWhole(from, join(data, name)),
  );
  await copyGoing(folder.bodies, beneath(path, folder.bodies, data), '.spool');
  // The market after the journal: one that is kept later than the journal ends goes on, one too early does not.
  if (existsSync(folder.marketLog)) await copyWhole(folder.marketLog, beneath(path, folder.marketLog, data));
  if (existsSync(folder.market)) await copyWhole(folder.market, beneath(path, folder.market, keysAt));
  if (hasStore) addNamed(folder.database, beneath(path, folder.database, data));
  const content = {
    takenMs: nowMs,
    journal: journal.id,
    sequence: journal.sequence,
    timeMs: journal.timeMs,
    hasStore,
    data: await filesIn(data),
    keys: await filesIn(keysAt),
  };
  await realDisk.syncFolder(target);
  writeWhole(join(target, MANIFEST), manifestOf(content));
  await realDisk.syncFolder(target);
  const bytes = [...content.data, ...content.keys].reduce((sum, file) => sum + file.bytes, 0);
  const look = await checkUnknown(folder.journal, Number.POSITIVE_INFINITY);
  return { ...content, keysAt, bytes, findings: closedFindings(look) };
}

function refuseUsed(place: string): void {
  const names = namesIn(place);
  if (names === null || names.length === 0) return;
  const unfinished = names.includes(DATA) && !names.includes(MANIFEST);
  throw new Error(
    `${place} is not empty${unfinished ? ' (it looks like a copy that was not finished: remove it)' : ''}: name a folder that is not there yet`,
  );
}

function beneath(folder: string, file: string, copy: string): string {
  return join(copy, file.slice(join(folder, '/').length));
}

/**
 * Copies files that go while it copies. One that has gone isn't a loss: a later snapshot has come, or the bodies are in
 * the store.
 */
async function copyGoing(from: string, target: string, ending: string): Promise<void> {
  for (const name of namesIn(from) ?? []) {
    if (!name.endsWith(ending)) continue;
    try {
      await copyWhole(join(from, name), join(target, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** All files beneath a folder, by name; the names of each folder are durable after it. */
async function filesIn(folder: string, under = ''): Promise<CopiedFile[]> {
  const found: CopiedFile[] = [];
  for (const name of (namesIn(join(folder, under)) ?? []).toSorted()) {
    const path = under === '' ? name : `${under}/${name}`;
    const whole = join(folder, path);
    if (statSync(whole).isDirectory()) found.push(...(await filesIn(folder, path)));
    else found.push({ path, bytes: statSync(whole).size, sha256: await fileHash(whole) });
  }
  await realDisk.syncFolder(join(folder, under));
  return found;
}

/**
 * Copies the data folder of a branch while its time stands: into a checkpoint, and out of it into another branch. What
 * never changes again (closed segments of the journal, snapshots, bundles) is linked, so that the past of a branch lies
 * on the disk once, however many there are; the rest is copied.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { chmod, link } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyJournal } from '../../folder/backup/copy-journal.ts';
import { copyWhole, namesIn } from '../../folder/backup/files.ts';
import { dataFolder } from '../../folder/disk/data-folder.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';

/** Small files that belong to a branch; the administration's token is each running exchange's own. */
const OWN = /^(rehearsal\.json|rehearsal-state\.json|key-file|ailog-key.*|brand\.json|store-mark|.*\.jsonl)$/;

/** Pages of the read store that are copied at once. */
const PAGES = 10_000;

/**
 * @param to an empty folder
 * @param isOpen whether an exchange of this process runs on it, which stands
 * @returns the sequence of the last command in it
 * @throws JournalDamaged, errors of the file system
 */
export async function copyBranch(from: string, to: string, isOpen: boolean): Promise<number> {
  const [source, target] = [dataFolder(from), dataFolder(to)];
  for (const name of namesIn(from) ?? []) if (OWN.test(name)) await copyWhole(join(from, name), join(to, name));
  if (existsSync(source.database)) await copyDatabase(source.database, target.database, isOpen);
  for (const [folder, copy] of [
    [source.snapshots, target.snapshots],
    [source.bundles, target.bundles],
  ] as const)
    for (const name of namesIn(folder) ?? [])
      if (!name.endsWith('.new')) await share(join(folder, name), join(copy, name));
  for (const name of namesIn(source.bodies) ?? [])
    await copyWhole(join(source.bodies, name), join(target.bodies, name));
  const { sequence } = await copyJournal(source.journal, target.journal, (file, name) => share(file, join(to, name)));
  const checked = join(segmentFolder(source.journal), 'checked');
  if (existsSync(checked)) await copyWhole(checked, join(to, basename(dirname(checked)), 'checked'));
  return sequence;
}

/** The same file under another name, where the file system has that. */
async function share(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    // Of a file that has gone the caller is told.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await copyWhole(from, to);
  }
}

/**
 * Copies the read store, page by page. Through the database where it is open in this process: a file of it that is
 * opened and closed beside would take the database's locks away.
 */
async function copyDatabase(from: string, to: string, isOpen: boolean): Promise<void> {
  if (!isOpen) return copyWhole(from, to);
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(database, to, { rate: PAGES });
    await chmod(to, 0o600);
  } finally {
    database.close();
  }
}

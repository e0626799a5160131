/**
 * Makes a data folder of a copy. Everything about the copy is checked before anything is made, and what is made is
 * judged as a start would judge it before it has its name: there is no folder, or a complete one.
 */
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { inspectStore } from '../../store/inspect/inspect-store.ts';
import { dataFolder } from '../disk/data-folder.ts';
import { INSPECTION } from '../inspect/inspection.ts';
import { type Finding, findingLines } from '../inspect/finding.ts';
import { findingsOf, inspectFolder } from '../inspect/inspect.ts';
import { checkAll } from '../journal/check-closed.ts';
import { writeChecked } from '../journal/checked-files.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { copyWhole, namesIn } from './files.ts';
import { type CopiedFile, DATA, fileHash, KEYS, type Manifest, readManifest } from './manifest.ts';

/** Behind the name of the folder while it is made. */
const UNFINISHED = '.restoring';

export interface Restored extends Pick<Manifest, 'takenMs' | 'sequence' | 'timeMs' | 'hasStore' | 'journal'> {
  readonly files: number;
  readonly bytes: number;
  /** Findings about the folder that do not stop a start. */
  readonly findings: readonly Finding[];
}

/**
 * @param keys where the copy's keys are; beside the rest when null
 * @throws Error when the copy is damaged or not finished, there is something at `path`, or no start would continue with
 * it
 */
export async function restore(copy: string, path: string, keys: string | null = null): Promise<Restored> {
  const manifest = readManifest(copy);
  const names = namesIn(path);
  if (names !== null && names.length > 0)
    throw new Error(
      `${path} is not empty: a copy is restored into a folder that is not there yet; name it with --data`,
    );
  const sources = [
    ...manifest.data.map((file) => ({ file, from: join(copy, DATA, file.path) })),
    ...manifest.keys.map((file) => ({ file, from: join(keys ?? join(copy, KEYS), file.path) })),
  ];
  if (manifest.keys.some(({ path: name }) => !existsSync(join(keys ?? join(copy, KEYS), name))))
    throw new Error(
      `the keys of this copy are not in ${keys ?? join(copy, KEYS)}: it had ${manifest.keys.map(({ path: name }) => name).join(', ')}; name their folder with --keys`,
    );
  for (const { file, from } of sources) await checkFile(file, from);

  const unfinished = `${path}${UNFINISHED}`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  try {
    for (const { file, from } of sources) await copyWhole(from, join(unfinished, file.path));
    const { findings, checked } = await judged(unfinished);
    if (checked.length > 0) await writeChecked(dataFolder(unfinished).journal, checked);
    await syncFolders(unfinished, sources);
    if (names !== null) rmSync(path, { recursive: true });
    renameSync(unfinished, path);
    await realDisk.syncFolder(dirname(path));
    const { takenMs, sequence, timeMs, hasStore, journal } = manifest;
    const bytes = sources.reduce((sum, { file }) => sum + file.bytes, 0);
    return { takenMs, sequence, timeMs, hasStore, journal, files: sources.length, bytes, findings };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function checkFile({ bytes, sha256 }: CopiedFile, from: string): Promise<void> {
  const about = lstatSync(from, { throwIfNoEntry: false });
  if (about === undefined) throw new Error(`${from} is missing: the manifest has it with ${bytes} bytes`);
  // A link may lead to what has no end, or is nobody's to copy.
  if (!about.isFile()) throw new Error(`${from} is no file, and a copy holds nothing else`);
  const found = about.size;
  if (found !== bytes) throw new Error(`${from} has ${found} bytes, and the manifest ${bytes}`);
  const hash = await fileHash(from);
  if (hash !== sha256) throw new Error(`${from} is damaged: its SHA-256 is ${hash}, and the manifest has ${sha256}`);
}

async function judged(path: string) {
  const folder = dataFolder(path);
  const inspection = await inspectFolder(folder, inspectStore(folder.database), { atClosed: checkAll });
  const findings = findingsOf(inspection, INSPECTION);
  const refused = findings.filter(({ severity }) => severity === 'refuse');
  if (refused.length > 0)
    throw new Error(`the copy is whole, and no start would go on with it:\n${refused.map(findingLines).join('\n')}`);
  const { journal } = inspection;
  const checked = journal.state === 'there' ? journal.closed.checked : [];
  return { findings, checked };
}

async function syncFolders(path: string, sources: readonly { readonly file: CopiedFile }[]): Promise<void> {
  const folders = new Set(sources.map(({ file }) => dirname(join(path, file.path))));
  for (const folder of [...folders, path]) await realDisk.syncFolder(folder);
}

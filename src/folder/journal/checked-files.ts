/**
 * Closed files of a journal that were read again and found whole, with times: the file `checked` beside them, a line of
 * JSON for each. A file that has another size or another time of change than its line says is as good as unread.
 * Nothing that is in it is needed: without it everything is read again.
 */
import { readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';

export interface CheckedFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was last changed, as the file system says it. */
  readonly modifiedMs: number;
  /** By the machine's clock. */
  readonly checkedMs: number;
  /** Why it is not what it was; '' when it is whole. */
  readonly problem: string;
}

function checkedPath(journal: string): string {
  return join(segmentFolder(journal), 'checked');
}

/** By name. */
export function readChecked(journal: string): Map<string, CheckedFile> {
  const found = new Map<string, CheckedFile>();
  for (const line of textOf(checkedPath(journal)).split('\n')) {
    const file = readLine(line);
    if (file !== null) found.set(file.name, file);
  }
  return found;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readLine(line: string): CheckedFile | null {
  try {
    const file = JSON.parse(line) as Partial<CheckedFile> | null;
    const { name, bytes, modifiedMs, checkedMs, problem } = file ?? {};
    const numbers = [bytes, modifiedMs, checkedMs].every(Number.isSafeInteger);
    return numbers && typeof name === 'string' && typeof problem === 'string' ? (file as CheckedFile) : null;
  } catch {
    return null;
  }
}

export async function writeChecked(journal: string, files: Iterable<CheckedFile>): Promise<void> {
  const path = checkedPath(journal);
  const text = [...files].map((file) => `${JSON.stringify(file)}\n`).join('');
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Identity of a file, to tell whether it is the one that was read; null when it is gone. */
export function stampOf(path: string): Pick<CheckedFile, 'bytes' | 'modifiedMs'> | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : { bytes: found.size, modifiedMs: Math.floor(found.mtimeMs) };
}

/** Whether the file at `path` is the one that was read, whatever it was found to be. */
export function isSameFile(path: string, known: CheckedFile | undefined): known is CheckedFile {
  const stamp = stampOf(path);
  return stamp !== null && stamp.bytes === known?.bytes && stamp.modifiedMs === known.modifiedMs;
}

/** Files of a copy, written so that they are there after the loss of power. */
import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Copies a file, for its owner alone; `target` is not there. */
export async function copyWhole(from: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // Shares the blocks where the file system can.
  await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  syncPath(target);
}

export function writeWhole(target: string, text: string): void {
  writeFileSync(target, text, { mode: 0o600, flag: 'wx', flush: true });
}

/** Makes a file, or the names in a folder, durable. Windows can't open a folder, and needs no such step. */
function syncPath(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Names in a folder; null when there is no such folder. */
export function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

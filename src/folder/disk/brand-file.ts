/**
 * The file that keeps the brand of an exchange: what nobody could restore from the journal, because no command has it.
 * It is replaced whole, so that a crash leaves the old one or the new.
 */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realDisk } from '../../sequencer/disk/disk.ts';

/** Above the largest brand there can be, several times. */
const MOST_BYTES = 1024 * 1024;

/** Its text; null when there is none. @throws Error when it can't be one */
export async function readBrandFile(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new Error(`it has ${size} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves when it is durable. */
export async function writeBrandFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await realDisk.syncFolder(dirname(path));
}

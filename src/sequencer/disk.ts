/**
 * The one place that touches the journal's file: positional reads, writes and syncs, and nothing of what the bytes mean.
 *
 * `JournalFile` is what the journal needs of a disk, so that tests and the simulator can give it one that fails or tears
 * (memory-disk.ts). Reads block, because they happen at start-up, in the command line tool or in the store's own thread; writes
 * and syncs do not, because they happen beside the engine.
 */
import { closeSync, fdatasync, fstatSync, fsyncSync, openSync, readSync, write } from 'node:fs';
import { dirname } from 'node:path';

export interface JournalFile {
  /** Bytes in the file. */
  size(): number;
  /** Fills `target` from `offset` on. Returns how many bytes: fewer than asked only at the end of the file. */
  read(target: Uint8Array, offset: number): number;
  /** Writes all of `bytes` at `offset`. When it fails, any part of them may be in the file. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Makes what was written so far durable. */
  sync(): Promise<void>;
  close(): void;
}

/** Opens the file of a journal. Unless `readonly`, creates it (mode 0600, durably) when there is none. */
export type OpenJournalFile = (path: string, readonly: boolean) => JournalFile;

export const openDiskFile: OpenJournalFile = (path, readonly) => {
  const fd = readonly ? openSync(path, 'r') : openOrCreate(path);
  return {
    size: () => fstatSync(fd).size,
    read: (target, offset) => readFully(fd, target, offset),
    write: (bytes, offset) => writeFully(fd, bytes, offset),
    sync: () => new Promise((resolve, reject) => fdatasync(fd, (error) => (error === null ? resolve() : reject(error)))),
    close: () => closeSync(fd),
  };
};

function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const fd = openSync(path, 'wx+', 0o600);
  syncFolder(dirname(path));
  return fd;
}

/** Makes the file's name durable. Windows can't open a folder, and needs no such step. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function readFully(fd: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const got = readSync(fd, target, done, target.length - done, offset + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

function writeFully(fd: number, bytes: Uint8Array, offset: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const writeFrom = (done: number): void => {
      write(fd, bytes, done, bytes.length - done, offset + done, (error, count) => {
        if (error !== null) reject(error);
        else if (done + count === bytes.length) resolve();
        else if (count === 0) reject(new Error(`the disk took ${done} of ${bytes.length} bytes and no more`));
        else writeFrom(done + count);
      });
    };
    writeFrom(0);
  });
}

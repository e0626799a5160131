/**
 * The one place that touches the journal's file: positional reads, writes and syncs, and nothing of what the bytes
 * mean.
 *
 * `JournalFile` is what the journal needs of a disk, so that tests and the simulator can give it one that fails or
 * tears (memory-disk.ts). Reads block, because they happen at start-up, in the command line tool or in the store's own
 * thread; syncs only as long as the disk is fast.
 */
import { closeSync, fdatasync, fdatasyncSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import type * as fs from 'node:fs';
import { dirname } from 'node:path';
import { watchHeldLoop } from './held-loop.ts';

export interface JournalFile {
  /** Bytes in the file. */
  size(): number;
  /** Fills `target` from `offset` on. Returns how many bytes: fewer than asked only at the end of the file. */
  read(target: Uint8Array, offset: number): number;
  /** Writes all of `bytes` at `offset`. When it fails, any part of them may be in the file. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Throws when nothing may be written any more; `write` asks it too. */
  mayWrite?(): void;
  /** Makes what was written so far durable. */
  sync(): Promise<void>;
  close(): void;
}

/** Opens the file of a journal. Unless `readonly`, creates it (mode 0600, durably) when there is none. */
export type OpenJournalFile = (path: string, readonly: boolean) => JournalFile;

export const openDiskFile: OpenJournalFile = openTimedFile(() => undefined);

/** @param observe is told of each sync how long the disk took, with what was written since the one before */
export function openTimedFile(observe: (milliseconds: number) => void): OpenJournalFile {
  return (path, readonly) => {
    const fd = readonly ? openSync(path, 'r') : openOrCreate(path);
    let writtenMs = 0;
    const sync = syncOf(fd, { fdatasync, fdatasyncSync });
    return {
      size: () => fstatSync(fd).size,
      read: (target, offset) => readFully(fd, target, offset),
      async write(bytes, offset) {
        const startMs = performance.now();
        await writeFully(fd, bytes, offset);
        writtenMs += performance.now() - startMs;
      },
      async sync() {
        const tookMs = writtenMs + (await sync());
        writtenMs = 0;
        observe(tookMs);
      },
      close: () => closeSync(fd),
    };
  };
}

/** Files that ask `mayWrite`, which throws when the folder is no longer ours, before every write. */
export function guardedFile(mayWrite: () => void, openFile: OpenJournalFile = openDiskFile): OpenJournalFile {
  return (path, readonly) => {
    const file = openFile(path, readonly);
    const write: JournalFile['write'] = async (bytes, offset) => {
      mayWrite();
      await file.write(bytes, offset);
    };
    return { ...file, mayWrite, write };
  };
}

/** A disk that syncs faster than this is waited for on the spot. */
const FAST_MS = 1;
/** How much the latest sync counts in what is typical. */
const LATEST = 1 / 16;

/**
 * Syncs that know their disk, and give how long it took. Handing one to another thread and back costs two changes of
 * thread, which on a busy machine takes longer than a good disk does; so while syncs are typically fast they are made
 * here, and in the background once they are not. How long the event loop was held meanwhile is not the disk's time.
 */
export function syncOf(fd: number, disk: Pick<typeof fs, 'fdatasync' | 'fdatasyncSync'>): () => Promise<number> {
  let typicalMs = 0;
  return async () => {
    const startMs = performance.now();
    let heldMs = 0;
    if (typicalMs < FAST_MS) disk.fdatasyncSync(fd);
    else {
      const held = watchHeldLoop();
      try {
        await new Promise<void>((resolve, reject) =>
          disk.fdatasync(fd, (error) => (error === null ? resolve() : reject(error))),
        );
      } finally {
        heldMs = held.end();
      }
    }
    const tookMs = performance.now() - startMs - heldMs;
    typicalMs += (tookMs - typicalMs) * LATEST;
    return tookMs;
  };
}

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

/**
 * Into the system's memory: that takes microseconds, less than handing it to another thread. Only `sync` waits for the
 * disk.
 */
async function writeFully(fd: number, bytes: Uint8Array, offset: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const count = writeSync(fd, bytes, done, bytes.length - done, offset + done);
    if (count === 0) throw new Error(`the disk took ${done} of ${bytes.length} bytes and no more`);
    done += count;
  }
}

/**
 * The one place that touches the journal's files: positional reads, writes and syncs, names, and nothing of what the
 * bytes mean.
 *
 * `JournalDisk` is what the journal needs of a disk, so that tests and the simulator can give it one that fails or
 * tears (memory-disk.ts). Reads block, because they happen at start-up, in the command line tool or in the store's own
 * thread; syncs only where many wait for each, and what is done to names never.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inSystemThreads, type SyncAside, syncOf } from './sync-way.ts';
import { machine } from '../../time/machine.ts';

export interface JournalFile {
  /** Bytes in the file. */
  size(): number;
  /** Identity of the file, whatever its name; where the disk tells. */
  identity?(): string;
  /** Fills `target` from `offset` on. Returns how many bytes: fewer than asked only at the end of the file. */
  read(target: Uint8Array, offset: number): number;
  /** Writes all of `bytes` at `offset`. When it fails, any part of them may be in the file. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Throws when nothing may be written any more; `write` asks it too. */
  mayWrite?(): void;
  /**
   * Makes what was written so far durable.
   * @param waiting how many wait for it; 1 when not given
   */
  sync(waiting?: number): Promise<void>;
  close(): void;
}

export interface JournalDisk {
  /**
   * Opens a file. Unless `readonly`, creates it (mode 0600) when there is none; its first sync makes its name durable,
   * too.
   */
  readonly open: (path: string, readonly: boolean) => JournalFile;
  exists(path: string): boolean;
  /** Identity of the file under a name, in the words of `JournalFile.identity`; '' for none. */
  identity?(path: string): string;
  /** Of the files in a folder; none when there is no folder. */
  names(folder: string): readonly string[];
  /** Durable once `syncFolder` was called for the folder it is in; so are the others below. */
  makeFolder(folder: string): Promise<void>;
  /** Gives a file another name beside its own. */
  link(path: string, also: string): Promise<void>;
  /** Replaces what has the name. */
  rename(path: string, name: string): Promise<void>;
  /** There need not be such a file. */
  remove(path: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
}

export const realDisk: JournalDisk = timedDisk(() => undefined);

/**
 * @param observe is told of each sync how long the disk took, with what was written since the one before
 * @param aside makes the syncs that may take long
 */
export function timedDisk(observe: (milliseconds: number) => void, aside: SyncAside = inSystemThreads): JournalDisk {
  return {
    open: (path, readonly) => openFile(path, readonly, observe, aside),
    exists: existsSync,
    identity: (path) => identityOf(statSync(path, { bigint: true, throwIfNoEntry: false })),
    names: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
    makeFolder: async (folder) => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    link,
    rename,
    remove: (path) => rm(path, { force: true }),
    syncFolder,
  };
}

function openFile(
  path: string,
  readonly: boolean,
  observe: (milliseconds: number) => void,
  aside: SyncAside,
): JournalFile {
  const isThere = readonly || existsSync(path);
  const fd = readonly ? openSync(path, 'r') : openSync(path, isThere ? 'r+' : 'wx+', 0o600);
  let isNamed = isThere;
  let writtenMs = 0;
  const sync = syncOf(fd, fdatasyncSync, aside);
  return {
    size: () => fstatSync(fd).size,
    identity: () => identityOf(fstatSync(fd, { bigint: true })),
    read: (target, offset) => readFully(fd, target, offset),
    async write(bytes, offset) {
      const startMs = machine.steadyMs();
      await writeFully(fd, bytes, offset);
      writtenMs += machine.steadyMs() - startMs;
    },
    async sync(waiting = 1) {
      // A file whose name is not durable is as good as none.
      if (!isNamed) await syncFolder(dirname(path));
      isNamed = true;
      const tookMs = writtenMs + (await sync(waiting));
      writtenMs = 0;
      observe(tookMs);
    },
    close: () => closeSync(fd),
  };
}

function identityOf(found: { readonly dev: bigint; readonly ino: bigint } | undefined): string {
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/** A disk whose files ask `mayWrite`, which throws when the folder is no longer ours, before every write. */
export function guardedDisk(mayWrite: () => void, disk: JournalDisk): JournalDisk {
  const open: JournalDisk['open'] = (path, readonly) => {
    const file = disk.open(path, readonly);
    const write: JournalFile['write'] = async (bytes, offset) => {
      mayWrite();
      await file.write(bytes, offset);
    };
    return { ...file, mayWrite, write };
  };
  return { ...disk, open };
}

/** Makes the names in a folder durable. Windows can't open a folder, and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
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

/** Writes a file in full or not at all; afterwards it is there for good. */
export async function writeDurably(disk: JournalDisk, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${name}.new`;
  await disk.remove(unfinished);
  const file = disk.open(unfinished, false);
  try {
    await file.write(bytes, 0);
    await file.sync();
  } finally {
    file.close();
  }
  await disk.rename(unfinished, name);
  await disk.syncFolder(dirname(name));
}

/**
 * One sequencer per data folder: holds an exclusive lock on `lock.db` in it, through SQLite, because Node has no file locks of its
 * own. The operating system drops the lock with the process however it ends, so there is no stale lock to remove by hand. It also
 * holds against a second lock in the same process, and between threads.
 *
 * `lock.pid` beside it says who holds it, for the message only; nothing is decided by it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FolderLock {
  /** Gives the folder free. Once is enough; more does no harm. */
  release(): void;
}

/** The folder is in use by another sequencer. `pid` is its process, null when that is not known. */
export class FolderInUse extends Error {
  readonly folder: string;
  readonly pid: number | null;

  constructor(folder: string, pid: number | null) {
    const holder = pid === null ? 'another process' : pid === process.pid ? `this process (${pid})` : `process ${pid}`;
    super(`the data folder ${folder} is in use by ${holder}: stop it first, or choose another folder`);
    this.name = 'FolderInUse';
    this.folder = folder;
    this.pid = pid;
  }
}

/**
 * Locks `folder`, which exists.
 *
 * @throws FolderInUse; other errors of SQLite (no right to write there, disk full) as they are.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = join(folder, 'lock.pid');
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    database.close();
    throw isBusy(error) ? new FolderInUse(folder, readPid(pidFile)) : error;
  }
  return {
    release: () => {
      if (!database.isOpen) return;
      rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

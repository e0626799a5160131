/**
 * One exchange per data folder: an exclusive lock on `lock.db` in it, through SQLite, because Node has no file locks of
 * its own. The operating system drops the lock with the process however it ends, so there is no stale lock to remove by
 * hand. It also holds against a second lock in the same process, and between threads.
 *
 * Removing the file does not let a second exchange in beside the first. The holder looks four times a second, and
 * before a write of the journal when its last look is more than a moment ago, whether the file is still the one it
 * locked (`isHeld`), and ends when it is not. A process that finds no lock file beside a journal waits, far longer than
 * that, until such a holder has ended; and `lock.pid`, which says who holds the folder, is believed where it names a
 * process that certainly still is the same one (holder.ts).
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holderText, livingHolder, namedHolder } from './holder.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const LOCK_FILE = 'lock.db';
/** Its holder (holder.ts). */
export const PID_FILE = 'lock.pid';
const SQLITE_BUSY = 5;
/** How often a holder looks whether the lock is still its own. */
const LOOK_EVERY_MS = 250;
/** A look before a write holds for so long: hundreds of writes a second would look twice each. */
const LOOK_HOLDS_MS = 10;
/** Longer than a holder that lost its lock takes to notice and to end. */
const HOLDER_ENDED_MS = 2_500;

export interface FolderLock {
  /** Whether the file that was locked is still the one that others would lock. */
  isHeld(): boolean;
  /** Calls `onLost` once when the lock file was removed or replaced. */
  watch(onLost: (error: LockLost) => void): void;
  /** @throws LockLost when the lock file was removed or replaced, as of 10 ms ago at the most */
  mustHold(): void;
  /** Gives the folder free. Once is enough; more does no harm. */
  release(): void;
}

/** The folder is in use by another exchange. `pid` is its process, null when that is not known. */
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

/** The lock file is gone or another one: nothing may be written any more. */
export class LockLost extends Error {
  constructor(path: string) {
    super(
      `${path} was removed or replaced while the exchange ran, so another one could start on the folder: ` +
        'nothing more is written, and this one ends. Leave that file alone; it needs no removing, ever.',
    );
    this.name = 'LockLost';
  }
}

/**
 * Locks `folder`, which exists.
 *
 * @param isUsed an exchange ran here before, so that a missing lock file may have been removed under its feet
 * @throws FolderInUse; other errors of SQLite (no right to write there, disk full) as they are.
 */
export async function lockFolder(folder: string, isUsed = false): Promise<FolderLock> {
  const path = join(folder, LOCK_FILE);
  const pidFile = join(folder, PID_FILE);
  const living = livingHolder(pidFile);
  if (living !== null) throw new FolderInUse(folder, living);
  const isNew = makeLockFile(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const lock = heldLock(path, pidFile, database);
    if (isNew && isUsed) await machine.sleep(HOLDER_ENDED_MS);
    lock.mustHold();
    writeFileSync(pidFile, holderText(), { mode: 0o600 });
    return lock;
  } catch (error) {
    database.close();
    throw isBusy(error) ? new FolderInUse(folder, namedHolder(pidFile)) : error;
  }
}

/** Makes the file when there is none, for its owner only. An existing one is not opened: closing it drops its locks. */
function makeLockFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
    return false;
  }
}

function heldLock(path: string, pidFile: string, database: DatabaseSync): FolderLock {
  const mine = identityOf(path);
  let timer: Timer | null = null;
  /** When it was last seen to be held. */
  let seenMs = Number.NEGATIVE_INFINITY;
  const isHeld = (): boolean => {
    const held = database.isOpen && identityOf(path) === mine;
    seenMs = held ? machine.steadyMs() : Number.NEGATIVE_INFINITY;
    return held;
  };
  return {
    isHeld,
    watch(onLost) {
      timer = machine
        .every(LOOK_EVERY_MS, () => {
          if (isHeld() || timer === null) return;
          timer?.cancel();
          onLost(new LockLost(path));
        })
        .unref();
    },
    mustHold() {
      if (machine.steadyMs() - seenMs >= LOOK_HOLDS_MS && !isHeld()) throw new LockLost(path);
    },
    release() {
      timer?.cancel();
      if (!database.isOpen) return;
      // Once the lock is lost, the files there belong to another process.
      if (isHeld()) rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

/** Identity of the file, whatever its name; '' when there is none. */
function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/** Whether a process holds the lock, and which where it is known. Changes nothing. */
export function holderOf(folder: string): { readonly isHeld: boolean; readonly pid: number | null } {
  const path = join(folder, LOCK_FILE);
  const living = livingHolder(join(folder, PID_FILE));
  if (living !== null) return { isHeld: true, pid: living };
  if (!existsSync(path)) return { isHeld: false, pid: null };
  // SQLite would not say which file, nor why.
  accessSync(path, constants.R_OK);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    database.prepare('SELECT name FROM sqlite_schema').all();
    return { isHeld: false, pid: null };
  } catch (error) {
    if (!isBusy(error)) throw error;
    return { isHeld: true, pid: namedHolder(join(folder, PID_FILE)) };
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/**
 * How a file is synced without holding the event loop for long: on the spot while the disk is fast, elsewhere once it
 * is not. Handing a sync to another thread and back costs two changes of thread, a tenth of a millisecond: as much as a
 * good disk takes, and more than that on a busy machine.
 *
 * A disk that is typically fast is slow for once when something else writes much: a checkpoint of the database, a
 * compressed part of the journal, a copy. Slow syncs come in company, so after one, and where one is to be expected, a
 * helper makes them for a while (sync-thread.ts), and this thread waits for it a good disk's time at most.
 *
 * Where many wait for each sync it is made on the spot even so, unless the one before was slow: most of those who send
 * are among them, hardly anyone else would be held up, and each of them would wait for the change of threads.
 */
import * as fs from 'node:fs';
import { watchHeldLoop } from './held-loop.ts';
import { machine } from '../time/machine.ts';

/** Makes syncs in another thread. */
export interface SyncHelper {
  /**
   * Makes what was written durable.
   * @param spotMs how long the asking thread is held for it at most
   * @throws what the disk threw
   */
  sync(fd: number, spotMs: number): void | Promise<void>;
  /** Whether a sync may well be slow. */
  isWary(): boolean;
  /** From now on and for a while it may. */
  beWary(): void;
  /** Whether the asking thread has something else to do meanwhile: then it is not held at all. */
  isWanted?(): boolean;
}

/** Makes every sync in the system's own threads, and never on the spot: for what may wait a little longer. */
export const IN_BACKGROUND: SyncHelper = {
  sync: (fd) => inBackground(fd, fs),
  isWary: () => true,
  beWary: () => undefined,
};

/** A disk that syncs faster than this is waited for on the spot. */
const FAST_MS = 1;
/** How long the helper is waited for on the spot. */
const SPOT_MS = 2;
/** Milliseconds that no good disk takes when it is left alone. */
const SLOW_MS = 5;
/** So many who typically wait for one sync are a crowd; so many who have come together for once are not. */
const CROWD = 8;
/** For a crowd a slow sync is a sign of more for so many times as long as it took. */
const COMPANY = 2;
/** How much the latest sync counts in what is typical, of its time and of those who waited. */
const LATEST = 1 / 16;

/**
 * Syncs that know their disk, and give how long it took. How long the event loop was held meanwhile is not the disk's
 * time.
 */
export function syncOf(
  fd: number,
  disk: Pick<typeof fs, 'fdatasync' | 'fdatasyncSync'>,
  helper: SyncHelper | null = null,
): (waiting?: number) => Promise<number> {
  let typicalMs = 0;
  let typicallyWaiting = 1;
  let companyUntilMs = Number.NEGATIVE_INFINITY;
  const begin = (startMs: number): void | Promise<void> => {
    const isFast = typicalMs < FAST_MS;
    const isWanted = helper?.isWanted?.() ?? false;
    const isWary = typicallyWaiting < CROWD ? helper?.isWary() : startMs < companyUntilMs;
    if (helper !== null && (isWary || !isFast || isWanted)) return helper.sync(fd, isFast && !isWanted ? SPOT_MS : 0);
    return isFast ? disk.fdatasyncSync(fd) : inBackground(fd, disk);
  };
  return async (waiting = 1) => {
    const startMs = machine.steadyMs();
    typicallyWaiting += (waiting - typicallyWaiting) * LATEST;
    const rest = begin(startMs);
    const heldMs = rest === undefined ? 0 : await heldDuring(rest);
    const tookMs = machine.steadyMs() - startMs - heldMs;
    typicalMs += (tookMs - typicalMs) * LATEST;
    if (tookMs > SLOW_MS) {
      helper?.beWary();
      companyUntilMs = machine.steadyMs() + COMPANY * tookMs;
    }
    return tookMs;
  };
}

function inBackground(fd: number, disk: Pick<typeof fs, 'fdatasync'>): Promise<void> {
  return new Promise((resolve, reject) => disk.fdatasync(fd, (error) => (error === null ? resolve() : reject(error))));
}

/** Waits. Returns for how long the event loop was held meanwhile. */
async function heldDuring(rest: Promise<void>): Promise<number> {
  const held = watchHeldLoop();
  let heldMs = 0;
  try {
    await rest;
  } finally {
    heldMs = held.end();
  }
  return heldMs;
}

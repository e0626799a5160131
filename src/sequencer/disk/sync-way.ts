/**
 * Chooses the thread that syncs a file: this one where many wait for each sync and the disk is fast, another one else.
 *
 * Handing a sync over and back costs two changes of thread, a tenth of a millisecond: as much as a good disk takes.
 * Those who are many would each wait for that; most of those who send are among them, so hardly anyone else is held up
 * by a sync on the spot. Where few wait, everybody else comes first: a disk that is typically fast is slow for once
 * when something else writes much (a checkpoint of the database, a compressed part of the journal, a copy).
 */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { machine } from '../../time/machine.ts';
import { watchHeldLoop } from './held-loop.ts';

/**
 * Makes what was written to a file durable, in another thread.
 * @throws what the disk threw
 */
export type SyncAside = (fd: number) => Promise<void>;

/** In the system's threads. */
export const inSystemThreads: SyncAside = promisify(fs.fdatasync);

/** Milliseconds of a sync that is waited for on the spot. */
const FAST_MS = 1;
/** So many who typically wait for one sync are many; so many who have come together for once are not. */
const MANY = 8;
/** How much the latest sync counts in what is typical, of its time and of those who waited. */
const LATEST = 1 / 16;

/**
 * Syncs of one file, which give how long the disk took. How long the event loop was held meanwhile is not the disk's
 * time.
 * @param spot a sync that holds this thread
 */
export function syncOf(
  fd: number,
  spot: (fd: number) => void,
  aside: SyncAside,
): (waiting?: number) => Promise<number> {
  let typicalMs = 0;
  let typicallyWaiting = 1;
  return async (waiting = 1) => {
    typicallyWaiting += (waiting - typicallyWaiting) * LATEST;
    const startMs = machine.steadyMs();
    let heldMs = 0;
    if (typicallyWaiting >= MANY && typicalMs < FAST_MS) spot(fd);
    else heldMs = await heldDuring(aside(fd));
    const tookMs = machine.steadyMs() - startMs - heldMs;
    typicalMs += (tookMs - typicalMs) * LATEST;
    return tookMs;
  };
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

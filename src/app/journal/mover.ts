/**
 * Moves closed segments of the journal to the operator's archive once they are older than they are kept here, and no
 * snapshot needs them any more: after a snapshot was written, in a thread that ends when there is none left, with
 * little priority. `createMover` starts it; the module run as a thread does the work.
 *
 * Each is named in the log. One that fails is reported, stays where it is, and is tried again after the next snapshot.
 */
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { type MayMove, moveSegment, oldestToMove } from '../../sequencer/journal/move-closed.ts';
import { type MovedSegment, movedSegments } from '../../sequencer/journal/moved.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import { sequenceOf, snapshotNames } from '../../snapshots/shelf.ts';
import { lowerPriority } from '../../time/thread-priority.ts';
import { readSnapshots } from '../../folder/inspect/snapshots.ts';
import { endThread, type Ending, isEnding, newEnding } from './end-thread.ts';

export interface JournalSettings {
  readonly segmentBytes: number;
  /** How long closed segments stay in the data folder, in ms; null for ever. */
  readonly keep: number | null;
  /** The folder they are moved to then. */
  readonly archive: string | null;
}

export interface Mover {
  /** There may be segments to move, at this time of the exchange. */
  wake(nowMs: number): void;
  /** Ends it after the segment it is at, or in the middle of a long one: that is done again later. */
  stop(): Promise<void>;
}

interface Asked {
  readonly moveFrom: string;
  readonly snapshots: string;
  readonly archive: string;
  readonly beforeMs: number;
  readonly ending: Ending;
}

/** @param journal the path of its file; `snapshots` their folder */
export function createMover(
  { journal, snapshots }: { readonly journal: string; readonly snapshots: string },
  { keep, archive }: Pick<JournalSettings, 'keep' | 'archive'>,
  log: Pick<Logger, 'info' | 'error'>,
): Mover {
  let worker: Worker | null = null;
  let isStopped = false;
  const ending = newEnding();
  return {
    wake(nowMs) {
      if (keep === null || archive === null || worker !== null || isStopped) return;
      const asked: Asked = { moveFrom: journal, snapshots, archive, beforeMs: nowMs - keep, ending };
      worker = new Worker(new URL(import.meta.url), { name: 'move', workerData: asked });
      worker.once('error', (error: unknown) =>
        log.error({ err: error }, 'a segment of the journal could not be moved: it stays where it is'),
      );
      const before = new Set(gone(journal).map(({ name }) => name));
      worker.once('exit', () => {
        worker = null;
        // As it was written down, also when the thread was ended in between.
        for (const moved of gone(journal))
          if (!before.has(moved.name)) log.info(moved, 'a segment of the journal was moved away');
      });
      worker.unref();
    },
    async stop() {
      isStopped = true;
      await endThread(worker, ending);
    },
  };
}

/** Those that were written down as moved, and are. */
function gone(journal: string): MovedSegment[] {
  const folder = segmentFolder(journal);
  return movedSegments(journal, realDisk).filter(({ name }) => !realDisk.exists(join(folder, name)));
}

/** A start needs one that is sound; one more, in case that one is damaged later. */
const LEAST_SOUND = 2;

/** Moves all that may go. @throws the error that keeps one from being moved */
async function moveOld({ moveFrom: journal, snapshots, archive, beforeMs, ending }: Asked): Promise<void> {
  // All there are count, sound or not: the oldest of them is what is needed.
  const oldest = snapshotNames(realDisk, snapshots).at(-1);
  const may: MayMove = { needed: oldest === undefined ? 0 : (sequenceOf(oldest) ?? 0), beforeMs };
  let segment = oldestToMove(journal, realDisk, may);
  if (segment === null) return;
  const read = await readSnapshots({ snapshots, journal });
  if (read.filter(({ finding }) => finding === null).length < LEAST_SOUND) return;
  for (; segment !== null && !isEnding(ending); segment = oldestToMove(journal, realDisk, may))
    await moveSegment(journal, realDisk, segment, archive);
}

const asked = workerData as Partial<Asked> | null;
if (!isMainThread && asked?.moveFrom !== undefined) {
  lowerPriority();
  void moveOld(asked as Asked);
}

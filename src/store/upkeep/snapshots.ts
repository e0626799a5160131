/**
 * When the state is written down (src/snapshots): after so many commands, after so long, and when asked for. It is the
 * replica that is written, while no command is applied to it; the thread that trades has no part in it, and questions
 * are answered in the meantime.
 *
 * A snapshot is never ahead of the rows: those collected are stored first, so that a start can resume from both. A
 * failure is reported and changes nothing: the previous snapshot is still there, and it is tried again.
 */
import type { SnapshotMade } from '../../snapshots/write.ts';
import { StoreFault } from '../errors.ts';
import { createTeller } from '../pace.ts';
import type { Proving } from '../progress.ts';
import { machine } from '../../time/machine.ts';

/** When a snapshot is due; 0: never for that reason. */
export interface SnapshotRhythm {
  readonly commands: number;
  readonly minutes: number;
}

/**
 * Writes down the replica and what is remembered beside it. `onLines` is given how many lines were written; it may
 * throw.
 */
export type WriteReplica = (onLines: (lines: number) => void) => Promise<SnapshotMade>;

export interface KeeperOptions {
  readonly write: WriteReplica;
  readonly rhythm: SnapshotRhythm;
  /** The last command in the state it resumed from; 0 for none. */
  readonly from: number;
  /** The last command applied. */
  readonly sequence: () => number;
  /** About how many lines it will be. */
  readonly records: () => number;
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** Stores the rows collected. */
  readonly flush: () => Promise<void>;
  readonly isStopped: () => boolean;
  readonly onProgress: (proving: Proving | null) => void;
  readonly onMade: (made: SnapshotMade) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Keeper {
  /** Writes one now, or gives the latest when nothing has happened since. */
  snapshot(): Promise<SnapshotMade>;
  /** Writes one now, for a caller who takes no command meanwhile. */
  pause(): Promise<void>;
  /** Must be called as the replica goes on, once it has caught up: writes one when it is due. */
  look(): void;
}

const MINUTE_MS = 60_000;
const TRY_AGAIN_MS = 60_000;

export function createKeeper(options: KeeperOptions): Keeper {
  const { write, rhythm, sequence, hold, flush, isStopped, onProgress, onMade, onFailure } = options;
  let last: SnapshotMade | null = null;
  let lastSequence = options.from;
  let lastMs = machine.steadyMs();
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let isWriting = false;

  const told = (): ((lines: number) => void) => {
    const tell = createTeller('snapshot', options.records, onProgress);
    return (lines) => {
      if (isStopped()) throw new StoreFault('the read store is stopping');
      tell(lines);
    };
  };

  const make = async (): Promise<SnapshotMade> => {
    if (last !== null && last.sequence === sequence()) return last;
    await flush();
    onProgress({ what: 'snapshot', part: 0, seconds: null });
    try {
      const made = await write(told());
      last = made;
      lastSequence = made.sequence;
      onMade(made);
      return made;
    } catch (error) {
      notBeforeMs = machine.steadyMs() + TRY_AGAIN_MS;
      if (!isStopped()) onFailure(error);
      throw error;
    } finally {
      lastMs = machine.steadyMs();
      onProgress(null);
    }
  };

  const isDue = (): boolean => {
    const nowMs = machine.steadyMs();
    const since = sequence() - lastSequence;
    if (isWriting || isStopped() || since <= 0 || nowMs < notBeforeMs) return false;
    const { commands, minutes } = rhythm;
    return (commands > 0 && since >= commands) || (minutes > 0 && nowMs - lastMs >= minutes * MINUTE_MS);
  };

  return {
    snapshot: () => hold(make),
    async pause() {
      // It was reported.
      await make().catch(() => undefined);
    },
    look() {
      if (!isDue()) return;
      isWriting = true;
      void hold(make)
        // It was reported.
        .catch(() => undefined)
        .finally(() => {
          isWriting = false;
        });
    },
  };
}

/**
 * Looks at every snapshot of a data folder for `outcry doctor`: reads it in full, and holds it against this version and
 * the journal. None that can't be gone on from stops a start, so each is a note.
 */
import { join } from 'node:path';
import { emptyState } from '../../core/state/state.ts';
import { realDisk } from '../../sequencer/disk.ts';
import { misfitOf } from '../../sequencer/fits-journal.ts';
import { otherVersion } from '../../snapshots/load.ts';
import { readSnapshot } from '../../snapshots/read.ts';
import { snapshotNames } from '../../snapshots/shelf.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { type Finding, tell } from '../judge/finding.ts';
import { createHistory } from '../projections.ts';

export interface SnapshotLook {
  /** In the data folder. */
  readonly file: string;
  /** Of what it is, in words. */
  readonly says: string;
  /** Why it can't be gone on from; null: it can. */
  readonly finding: Finding | null;
}

/** Newest first. */
export async function lookAtSnapshots(folder: Pick<DataFolder, 'snapshots' | 'journal'>): Promise<SnapshotLook[]> {
  const looks: SnapshotLook[] = [];
  for (const name of snapshotNames(realDisk, folder.snapshots)) {
    const look = await lookAt(folder, name);
    // A running exchange may have let it go.
    if (realDisk.exists(join(folder.snapshots, name))) looks.push(look);
  }
  return looks;
}

async function lookAt({ snapshots, journal }: Pick<DataFolder, 'snapshots' | 'journal'>, name: string) {
  const file = join('snapshots', name);
  let says = 'of what is not known';
  try {
    const { head, bytes, lines } = await readSnapshot(realDisk, snapshots, name);
    const { sequence, timeMs } = head.position;
    says = `state at sequence ${sequence} of ${new Date(timeMs).toISOString()}, ${lines} lines, ${bytes} bytes`;
    const why = otherVersion(head, createHistory(emptyState(), 0).all) ?? misfitOf(journal, head.position);
    return why === null
      ? { file, says: `${says}; sound, and fits the journal`, finding: null }
      : { file, says, finding: note(file, why) };
  } catch (error) {
    return { file, says, finding: note(file, error instanceof Error ? error.message : String(error)) };
  }
}

function note(file: string, found: string): Finding {
  return tell('unfit-snapshot', file, {
    found,
    means: 'a start passes it over and goes on from the one before it, or replays everything; nothing is lost but time',
    do: 'nothing: it goes once there are three newer ones',
  });
}

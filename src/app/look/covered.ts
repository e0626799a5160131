/**
 * Of a journal whose beginning is not there, or can't be read, whether a snapshot stands for it. For callers that look
 * at a folder or replay it without starting on it.
 */
import { realDisk } from '../../sequencer/disk.ts';
import { beginOf } from '../../sequencer/find-journal.ts';
import { misfitOf, segmentStart } from '../../sequencer/fits-journal.ts';
import { type Loaded, loadSnapshot } from '../../snapshots/load.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { createHistory, type History } from '../projections.ts';
import type { LookFrom } from './look-from.ts';

type Places = Pick<DataFolder, 'journal' | 'snapshots'>;

/** The newest sound snapshot that fits the journal and is not beyond `upTo`; null when there is none. */
export async function soundSnapshot(
  { journal, snapshots }: Places,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Loaded<History> | null> {
  return loadSnapshot({
    disk: realDisk,
    folder: snapshots,
    upTo,
    misfit: ({ position }) => misfitOf(journal, position),
    remember: (state) => createHistory(state, 0),
    passOver: () => undefined,
  });
}

/**
 * From where on the journal may be read when a sound snapshot stands for the rest: all that is there of it, then what a
 * start on that snapshot needs. None when no snapshot is sound.
 */
export async function coveredFrom(places: Places): Promise<LookFrom[]> {
  const loaded = await soundSnapshot(places);
  if (loaded === null) return [];
  const { exchange, beginning, position } = loaded.head;
  const after = [beginOf(places.journal), segmentStart(places.journal, position.sequence)];
  return after.map((place) => ({ after: place, words: { exchange, beginning } }));
}

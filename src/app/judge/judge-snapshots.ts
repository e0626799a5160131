/**
 * Judges the snapshots beside the journal. One that can't be read, or that another version wrote, is passed over by a
 * start and costs nothing. One that says something about the journal that is not so is a witness: the journal was cut,
 * exchanged, or goes on from an older copy than the one that was made of it.
 */
import type { FolderFacts, JournalFacts, SnapshotFacts } from './facts.ts';
import { type Finding, refuse } from './finding.ts';

type There = Extract<JournalFacts, { state: 'there' }>;

/** The newest snapshot of a command that the journal does not have any more; null: there is none. */
export function snapshotBeyond({ snapshots }: FolderFacts, { found }: There): SnapshotFacts | null {
  return snapshots.find(({ mark }) => mark?.journal === found.id && mark.sequence > found.end.sequence) ?? null;
}

export function judgeSnapshots({ journal, snapshots }: FolderFacts): Finding[] {
  if (journal.state !== 'there' || journal.found.isNew) return [];
  const [other] = snapshots.filter((one) => isOfAnother(one, journal));
  if (other === undefined) return [];
  const { file, mark, inJournal } = other;
  const isForked = mark?.journal === journal.found.id;
  return [
    refuse('other-snapshot', file, {
      found: isForked
        ? `it is of command ${mark.sequence}, stamped ${instant(mark.timeMs)}; the journal has another one there, stamped ${instant(inJournal?.timeMs ?? 0)}`
        : `it is of the journal ${short(mark?.journal)}, and this one is ${short(journal.found.id)}`,
      means: isForked
        ? 'An older copy of the journal was put back and gone on with: what had been answered after it is gone.'
        : 'Journal and snapshots are of different exchanges.',
      do: isForked
        ? 'Restore the newest journal, with the read store of the same copy. If this journal is the right one, move the folder `snapshots` away.'
        : 'Put together what belongs together. If the journal is the right one, move the folder `snapshots` away: nothing else is lost by that than the time of the next start.',
    }),
  ];
}

/** Whether a start would pass it over because the journal is not the one it was made of. */
export function isOfAnother({ mark, inJournal }: SnapshotFacts, { found }: There): boolean {
  if (mark === null) return false;
  if (mark.journal !== found.id) return true;
  const { endOffset, timeMs, checksum } = inJournal ?? mark;
  return endOffset !== mark.endOffset || timeMs !== mark.timeMs || checksum !== mark.checksum;
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function short(id = ''): string {
  return `${id.slice(0, 16)}…`;
}

/**
 * The snapshots beside a journal. One that can't be read, or that another version wrote, is passed over by a start and
 * costs nothing. One that says something about the journal that is not so is a witness: the journal was cut, exchanged,
 * or resumes from an older copy than the one that was made of it.
 */
import { join } from 'node:path';
import { emptyState } from '../../core/state/state.ts';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { beginOf, type FoundJournal, markOf } from '../../sequencer/journal/find-journal.ts';
import { mismatchOf, segmentStart } from '../../sequencer/journal/fits-journal.ts';
import type { Mark, Position } from '../../sequencer/journal/record.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { type Loaded, loadSnapshot, otherVersion } from '../../snapshots/load.ts';
import { readHead, readSnapshot } from '../../snapshots/read.ts';
import { sequenceOf, snapshotNames } from '../../snapshots/shelf.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { createHistory, type History } from '../history.ts';
import { type Finding, note, refuse } from './finding.ts';

type Places = Pick<DataFolder, 'journal' | 'snapshots'>;

/** A snapshot, by its first bytes: whether it can be resumed from, only reading all of it shows. */
export interface SnapshotMark {
  /** In the data folder. */
  readonly file: string;
  /** Of the last command in it, by its name. */
  readonly sequence: number;
  /** Of the same, as it says itself; null when that can't be read: a start passes it over. */
  readonly mark: Mark | null;
}

/** Newest first. */
export async function snapshotMarks({ snapshots }: Places): Promise<SnapshotMark[]> {
  const marks: SnapshotMark[] = [];
  for (const name of snapshotNames(realDisk, snapshots)) {
    const head = await readHead(realDisk, snapshots, name).catch(() => null);
    marks.push({ file: `snapshots/${name}`, sequence: Number(sequenceOf(name)), mark: head?.position ?? null });
  }
  return marks;
}

/** The newest snapshot of a command that the journal does not have any more; null: there is none. */
export function snapshotBeyond(snapshots: readonly SnapshotMark[], { id, end }: FoundJournal): SnapshotMark | null {
  return snapshots.find(({ mark }) => mark?.journal === id && mark.sequence > end.sequence) ?? null;
}

/** Of a snapshot that was made of another journal, or of this one before other commands took their place. */
export function snapshotFinding(snapshots: readonly SnapshotMark[], found: FoundJournal): Finding | null {
  for (const { file, mark } of snapshots) {
    if (mark === null) continue;
    if (mark.journal !== found.id)
      return refuse('other-snapshot', file, {
        found: `it is of the journal ${short(mark.journal)}, and this one is ${short(found.id)}`,
        means: 'Journal and snapshots are of different exchanges.',
        do: 'Put together what belongs together. If the journal is the right one, move the folder `snapshots` away: nothing else is lost by that than the time of the next start.',
      });
    const there = inJournal(found, mark);
    if (there === null || isSameMark(there, mark)) continue;
    return refuse('other-snapshot', file, {
      found: `it is of command ${mark.sequence}, stamped ${instant(mark.timeMs)}; the journal has another one there, stamped ${instant(there.timeMs)}`,
      means: 'An older copy of the journal was put back and gone on with: what had been answered after it is gone.',
      do: 'Restore the newest journal, with the read store of the same copy. If this journal is the right one, move the folder `snapshots` away.',
    });
  }
  return null;
}

/** Null where the journal does not have it, or was not read: that would read what nothing needs. */
function inJournal(found: FoundJournal, { sequence }: Mark): Mark | null {
  return sequence > (found.places[0]?.sequence ?? 0) ? markOf(found, sequence) : null;
}

function isSameMark(one: Mark, other: Mark): boolean {
  return one.endOffset === other.endOffset && one.timeMs === other.timeMs && one.checksum === other.checksum;
}

/** A snapshot that was read in full and held against this version and the journal. */
export interface ReadSnapshot {
  /** In the data folder. */
  readonly file: string;
  /** Of what it is, in words. */
  readonly says: string;
  /** Why it can't be resumed from, which stops no start; null: it can. */
  readonly finding: Finding | null;
}

/** Newest first. */
export async function readSnapshots(places: Places): Promise<ReadSnapshot[]> {
  const read: ReadSnapshot[] = [];
  for (const name of snapshotNames(realDisk, places.snapshots)) {
    const one = await readOne(places, name);
    // A running exchange may have let it go.
    if (realDisk.exists(join(places.snapshots, name))) read.push(one);
  }
  return read;
}

async function readOne({ snapshots, journal }: Places, name: string): Promise<ReadSnapshot> {
  const file = join('snapshots', name);
  let says = 'of what is not known';
  try {
    const { head, bytes, lines } = await readSnapshot(realDisk, snapshots, name);
    const { sequence, timeMs } = head.position;
    says = `state at sequence ${sequence} of ${instant(timeMs)}, ${lines} lines, ${bytes} bytes`;
    const why = otherVersion(head, createHistory(emptyState(), 0).all) ?? mismatchOf(journal, head.position);
    if (why === null) return { file, says: `${says}; sound, and fits the journal`, finding: null };
    return { file, says, finding: unfit(file, why) };
  } catch (error) {
    return { file, says, finding: unfit(file, error instanceof Error ? error.message : String(error)) };
  }
}

function unfit(file: string, found: string): Finding {
  return note('unfit-snapshot', file, {
    found,
    means: 'a start passes it over and goes on from the one before it, or replays everything; nothing is lost but time',
    do: 'nothing: it goes once there are three newer ones',
  });
}

/** A state to resume from, as far as a reader of the journal after it needs to know. */
export interface ResumePoint {
  readonly after: Position;
  /** Its words on the journal's beginning, which may not be there any more. */
  readonly words: JournalWords;
}

/** The newest sound snapshot that fits the journal and is not beyond `upTo`; null when there is none. */
export async function soundSnapshot(
  { journal, snapshots }: Places,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Loaded<History> | null> {
  return loadSnapshot({
    disk: realDisk,
    folder: snapshots,
    upTo,
    mismatch: ({ position }) => mismatchOf(journal, position),
    remember: (state) => createHistory(state, 0),
    passOver: () => undefined,
  });
}

/**
 * From where on a journal may be read whose beginning is not there, or can't be read, when a sound snapshot stands for
 * the rest: all that is there of it, then what a start on that snapshot needs. None when no snapshot is sound.
 */
export async function resumePoints(places: Places): Promise<ResumePoint[]> {
  const loaded = await soundSnapshot(places);
  if (loaded === null) return [];
  const { exchange, beginning, position } = loaded.head;
  const after = [beginOf(places.journal), segmentStart(places.journal, position.sequence)];
  return after.map((place) => ({ after: place, words: { exchange, beginning } }));
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function short(id: string): string {
  return `${id.slice(0, 16)}…`;
}

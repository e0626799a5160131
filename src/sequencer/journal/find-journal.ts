/**
 * Reads a journal from its first byte, or a later position, to its last and says what it is: new, how it begins, where
 * and how it ends. Checks every record, so that nothing is built on a file that is damaged further on; decides whether
 * it can be trusted. Never writes, and never makes a file: the judges of a data folder call this before anything is
 * changed (journal-file.ts appends to what was found).
 */
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { JournalBeginsLater, JournalDamaged } from './journal-errors.ts';
import { movedWords } from './moved.ts';
import {
  type JournalRecord,
  type Mark,
  NOTHING_SET_ASIDE,
  type Position,
  type SetAsideNote,
  type SetAsides,
  START,
} from './record.ts';
import { RecordReader } from './record-reader.ts';
import { type ClosedSegment, refuseToBegin } from './segment-chain.ts';
import { Segments } from './segments.ts';
import { noteSetAside } from './set-aside.ts';
import { checkTail, type TornTail } from './tail.ts';
import { machine } from '../../time/machine.ts';
import { turn } from '../../time/event-loop.ts';

/** How checking may hold the event loop. */
const CHECK_MS = 20;
/** A place is kept for each so many records, from which a single one is found again. */
const PLACE_EVERY = 1024;
/** Records given back from the beginning: they say whose journal it is. */
const FIRST_RECORDS = 16;

export interface FoundJournal {
  readonly path: string;
  /** Drawn when it was begun, in hex; '' while it has none. */
  readonly id: string;
  /** The segments before the file that is written, oldest first. */
  readonly closed: readonly ClosedSegment[];
  /** The first position that can be read from: the start, unless segments were moved away. */
  readonly begin: Position;
  /** Nothing was ever journaled, and not even the header may be whole. */
  readonly isNew: boolean;
  /** The last record and the offset after it. */
  readonly end: Position;
  /** A seal follows the last record: it was closed in order, and this is all of it. */
  readonly isSealed: boolean;
  /** The bytes a crash left after the last whole record. */
  readonly tornTail: TornTail | null;
  /** Up to here later records prove that it was synced. */
  readonly provenOffset: number;
  /** Commands of it that are passed over. */
  readonly setAsides: SetAsides;
  /** The first records; none when it was read from a later position. */
  readonly first: readonly JournalRecord[];
  /** Every 1024th place between two records, and the one that reading began at. */
  readonly places: readonly Position[];
}

export interface FindOptions {
  readonly onProgress?: (part: number) => void;
  readonly disk?: JournalDisk;
  /** A position from which on it is read and checked, such as that of a kept state; the start when left out. */
  readonly after?: Position;
}

/**
 * The journal at `path`; null when there is none.
 * @param onProgress called now and then with the part that is done, 0 to 1
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
export async function findJournal(path: string, options: FindOptions = {}): Promise<FoundJournal | null> {
  const segments = openSegments(path, options.disk ?? realDisk);
  try {
    return segments === null ? null : await readJournal(segments, options);
  } finally {
    segments?.close();
  }
}

/** The files of the journal at `path`, read-only; null when there are none. */
export function openSegments(path: string, disk: JournalDisk = realDisk): Segments | null {
  if (disk.exists(path)) return new Segments(path, true, disk);
  refuseToBegin(path, disk);
  return null;
}

/** The first position that can be read from: the start, unless segments were moved away. */
export function beginOf(path: string, disk?: JournalDisk): Position {
  const segments = openSegments(path, disk);
  segments?.close();
  return segments?.begin ?? START;
}

/** @throws JournalBeginsLater, SegmentLost when it can't be read from its start: files of it are moved away, or lost */
export function requireBeginning(path: string, disk: JournalDisk = realDisk): void {
  const segments = openSegments(path, disk);
  segments?.close();
  if (segments !== null) requireFrom(segments, START, disk);
}

function requireFrom(segments: Segments, after: Position, disk: JournalDisk): void {
  const { begin, broken, path } = segments;
  if (after.endOffset >= begin.endOffset) return;
  const first = begin.sequence + 1;
  const moved = movedWords(path, disk, first);
  if (broken === null) throw new JournalBeginsLater(path, after.sequence + 1, first, moved);
  if (moved !== '') broken.message += ` ${moved}`;
  throw broken;
}

/** @throws JournalDamaged, NotAJournal */
export async function readJournal(
  segments: Segments,
  { after = START, onProgress = () => {}, disk = realDisk }: FindOptions = {},
): Promise<FoundJournal> {
  const { path, closed, id } = segments;
  const { begin } = segments;
  if (!segments.isBegun) return { path, id, closed, ...NOTHING };
  requireFrom(segments, after, disk);
  const checked = await checkRecords(segments, after, onProgress);
  const isNew = checked.end.sequence === 0 && checked.tornTail === null;
  const first = after.sequence === 0 ? firstRecords(segments, checked) : [];
  return { path, id, closed, begin, isNew, ...checked, first };
}

const NOTHING: Omit<FoundJournal, 'path' | 'id' | 'closed'> = {
  begin: START,
  isNew: true,
  end: START,
  isSealed: false,
  provenOffset: START.endOffset,
  tornTail: null,
  setAsides: NOTHING_SET_ASIDE,
  first: [],
  places: [START],
};

/**
 * The place after the record of `sequence`; null when the journal ends before it, or what holds it is not there any
 * more, or can't be read.
 */
export function markOf(found: FoundJournal, sequence: number, disk: JournalDisk = realDisk): Mark | null {
  if (sequence === 0 || sequence > found.end.sequence) return null;
  const segments = new Segments(found.path, true, disk);
  try {
    const from = found.places.findLast((place) => place.sequence < sequence) ?? segments.startOf(sequence);
    if (from === null) return null;
    const reader = new RecordReader(segments, from);
    while (reader.sequence < sequence) reader.stepOrRefuse();
    const { timeMs, endOffset, checksum } = reader;
    return { sequence, timeMs, endOffset, journal: found.id, checksum };
  } catch (error) {
    if (error instanceof JournalDamaged) return null;
    throw error;
  } finally {
    segments.close();
  }
}

async function checkRecords(file: Segments, after: Position, onProgress: (part: number) => void) {
  const reader = new RecordReader(file, after);
  const size = Math.max(1, file.size() - after.endOffset);
  const places: Position[] = [after];
  const setAsides = new Map<number, SetAsideNote>();
  let provenOffset = reader.endOffset;
  for (let pausedAt = machine.steadyMs(); ; ) {
    const { durable, endOffset } = reader;
    const step = reader.step();
    // The first record of a batch says that all before it was synced.
    if (reader.durable > durable) provenOffset = endOffset;
    if (step === 'misplaced') throw reader.damage(reader.found());
    if (step !== 'record') {
      const tail = checkTail(file, reader, step === 'seal');
      const isSealed = step === 'seal';
      if (tail.kind === 'end') {
        // A segment is begun when all before it has been synced.
        provenOffset = Math.max(provenOffset, file.active.endOffset);
        return { end: positionOf(reader), tornTail: tail.tornTail, isSealed, provenOffset, setAsides, places };
      }
    } else noteSetAside(reader, setAsides);
    if (reader.sequence % PLACE_EVERY === 0) places.push(positionOf(reader));
    if ((reader.sequence & 255) === 0 && machine.steadyMs() - pausedAt > CHECK_MS) {
      onProgress(Math.min(1, (reader.endOffset - after.endOffset) / size));
      await turn();
      pausedAt = machine.steadyMs();
    }
  }
}

function positionOf({ sequence, timeMs, endOffset }: Position): Position {
  return { sequence, timeMs, endOffset };
}

/** None when they are not there any more. */
function firstRecords(file: Segments, { end, setAsides }: Pick<FoundJournal, 'end' | 'setAsides'>): JournalRecord[] {
  if (file.begin.sequence > 0) return [];
  const reader = new RecordReader(file, START, setAsides);
  const first: JournalRecord[] = [];
  while (reader.sequence < Math.min(end.sequence, FIRST_RECORDS)) {
    reader.stepOrRefuse();
    try {
      first.push(reader.record());
    } catch (error) {
      // A whole record whose text isn't a command: the replay stops there and says so.
      if (error instanceof JournalDamaged) break;
      throw error;
    }
  }
  return first;
}

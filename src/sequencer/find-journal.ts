/**
 * Reads a journal from its first byte to its last and says what it is: new, how it begins, where and how it ends.
 * Checks every record, so that nothing is built on a file that is damaged further on; decides whether the file can be
 * trusted. Never writes, and never makes a file: the judges of a data folder call this before anything is changed
 * (journal-file.ts appends to what was found).
 */
import { existsSync } from 'node:fs';
import { type JournalFile, type OpenJournalFile, openDiskFile } from './disk.ts';
import { JournalDamaged, NotAJournal } from './journal-errors.ts';
import {
  HEADER_BYTES,
  type JournalRecord,
  journalHeader,
  NOTHING_SET_ASIDE,
  type Position,
  type SetAsideNote,
  type SetAsides,
  START,
} from './record.ts';
import { RecordReader } from './record-reader.ts';
import { noteSetAside } from './set-aside.ts';
import { judgeTail, type TornTail } from './tail.ts';

/** How checking may hold the event loop. */
const CHECK_MS = 20;
/** A place is kept for each so many records, from which a single one is found again. */
const PLACE_EVERY = 1024;
/** Records given back from the beginning: they say whose journal it is. */
const FIRST_RECORDS = 16;

export interface FoundJournal {
  readonly path: string;
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
  /** The first records. */
  readonly first: readonly JournalRecord[];
  /** Every 1024th place between two records, the start included. */
  readonly places: readonly Position[];
}

/**
 * The journal at `path`; null when there is no file.
 * @param onProgress called now and then with the part that is done, 0 to 1
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
export async function findJournal(
  path: string,
  { onProgress, openFile }: { onProgress?: (part: number) => void; openFile?: OpenJournalFile } = {},
): Promise<FoundJournal | null> {
  if (openFile === undefined && !existsSync(path)) return null;
  const file = (openFile ?? openDiskFile)(path, true);
  try {
    return await readJournal(file, path, onProgress);
  } finally {
    file.close();
  }
}

/** @throws JournalDamaged, NotAJournal */
export async function readJournal(
  file: JournalFile,
  path: string,
  onProgress: (part: number) => void = () => {},
): Promise<FoundJournal> {
  const header = headerState(file);
  if (header === 'foreign') throw new NotAJournal(path, foundHeader(file));
  if (header === 'unfinished') return nothing(path);
  const checked = await checkRecords(file, path, onProgress);
  const isNew = checked.end.sequence === 0 && checked.tornTail === null;
  return { path, isNew, ...checked, first: firstRecords(file, path, checked) };
}

function nothing(path: string): FoundJournal {
  const { endOffset: provenOffset } = START;
  const none = { tornTail: null, setAsides: NOTHING_SET_ASIDE, first: [], places: [START] };
  return { path, isNew: true, end: START, isSealed: false, provenOffset, ...none };
}

/** The time of the record of `sequence`, which is within the part that was found. */
export function timeOf(found: FoundJournal, sequence: number, openFile: OpenJournalFile = openDiskFile): number {
  const from = found.places.findLast((place) => place.sequence <= sequence) ?? START;
  const file = openFile(found.path, true);
  try {
    const reader = new RecordReader(file, found.path, from);
    while (reader.sequence < sequence) reader.stepOrRefuse();
    return reader.timeMs;
  } finally {
    file.close();
  }
}

/** A file that never got past its header is new: a crash while it was made leaves part of the header, or zeros. */
export function headerState(file: JournalFile): 'whole' | 'unfinished' | 'foreign' {
  const header = journalHeader();
  const found = Buffer.alloc(HEADER_BYTES);
  const count = file.read(found, 0);
  if (count === HEADER_BYTES && found.equals(header)) return 'whole';
  let same = 0;
  while (same < HEADER_BYTES && found[same] === header[same]) same++;
  const isPart = file.size() <= HEADER_BYTES && found.subarray(same).every((byte) => byte === 0);
  return isPart ? 'unfinished' : 'foreign';
}

export function foundHeader(file: JournalFile): string {
  const found = Buffer.alloc(HEADER_BYTES);
  return file.read(found, 0) === 0 ? 'an empty file' : `the bytes ${found.toString('hex')}`;
}

async function checkRecords(file: JournalFile, path: string, onProgress: (part: number) => void) {
  const reader = new RecordReader(file, path, START);
  const size = Math.max(1, file.size());
  const places: Position[] = [START];
  const setAsides = new Map<number, SetAsideNote>();
  let provenOffset = reader.endOffset;
  for (let pausedAt = performance.now(); ; ) {
    const { durable, endOffset } = reader;
    const step = reader.step();
    // The first record of a batch says that all before it was synced.
    if (reader.durable > durable) provenOffset = endOffset;
    if (step === 'misplaced') throw new JournalDamaged(path, reader.endOffset, reader.sequence + 1, reader.found());
    if (step !== 'record') {
      const tail = judgeTail(file, reader, step === 'seal');
      const isSealed = step === 'seal';
      if (tail.kind === 'end')
        return { end: positionOf(reader), tornTail: tail.tornTail, isSealed, provenOffset, setAsides, places };
    } else noteSetAside(reader, setAsides);
    if (reader.sequence % PLACE_EVERY === 0) places.push(positionOf(reader));
    if ((reader.sequence & 255) === 0 && performance.now() - pausedAt > CHECK_MS) {
      onProgress(Math.min(1, reader.endOffset / size));
      await new Promise(setImmediate);
      pausedAt = performance.now();
    }
  }
}

function positionOf({ sequence, timeMs, endOffset }: Position): Position {
  return { sequence, timeMs, endOffset };
}

function firstRecords(
  file: JournalFile,
  path: string,
  { end, setAsides }: Pick<FoundJournal, 'end' | 'setAsides'>,
): JournalRecord[] {
  const reader = new RecordReader(file, path, START, setAsides);
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

/**
 * The file journal: gives batches of commands back in the order in which they were made durable. Decides whether a file can be
 * trusted; knows nothing of what commands mean.
 *
 * Opening reads all of it once and checks every record, so that nothing is built on a journal that is damaged further on. What a
 * crash tore is cut (zeroed) before anything is appended; tail.ts tells tearing from damage, journal-writer.ts what a failed write
 * means. The last batch that was found is written and synced again before anything is built on it: a crash may have left it in memory
 * only, and after a failed sync the system calls it clean and would not write it by itself.
 *
 * FLOW-001, FLOW-007.
 */
import { type JournalFile, type OpenJournalFile, openDiskFile } from './disk.ts';
import { JournalDamaged, NotAJournal } from './journal-errors.ts';
import { JournalWriter } from './journal-writer.ts';
import { type Entry, HEADER_BYTES, type JournalRecord, journalHeader, type Position, START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { judgeTail, type TornTail } from './tail.ts';

const GROW_BYTES = 1024 * 1024;
/** How long checking may hold the event loop. */
const CHECK_MS = 20;

export interface Journal {
  readonly path: string;
  /** The last durable record and the offset behind it. */
  readonly end: Position;
  /** What opening found torn and, unless read-only, cut. */
  readonly tornTail: TornTail | null;
  /**
   * The records behind `after` (an earlier record, or START) up to the end, those appended meanwhile too.
   *
   * @throws JournalDamaged
   */
  read(after?: Position): Generator<JournalRecord, void, undefined>;
  /**
   * Makes `batch` durable. One call at a time; sequences go on from `end` by one, times never fall. The texts are copied before
   * this returns its promise.
   *
   * @throws JournalWriteFailed, then and ever after.
   */
  append(batch: readonly Entry[]): Promise<void>;
  /** Seals the end (unless read-only, or after a failure) and closes the file. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Reads what is there, cuts nothing and appends nothing. The file must exist. */
  readonly readonly?: boolean;
  readonly openFile?: OpenJournalFile;
  /** Bytes of zeros to write ahead. */
  readonly growBytes?: number;
  /** Called now and then while the file is checked, with the part that is done, 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Opens the journal at `path`, checks all of it, cuts a torn tail. Creates it, unless read-only, when there is none. The folder
 * must be locked by the caller (lock.ts).
 *
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are.
 */
export async function openJournal(path: string, options: JournalOptions = {}): Promise<Journal> {
  const isReadonly = options.readonly ?? false;
  const file = (options.openFile ?? openDiskFile)(path, isReadonly);
  try {
    await checkHeader(file, path, isReadonly);
    const { end, tornTail, provenOffset } = await checkRecords(file, path, options.onProgress ?? (() => {}));
    if (isReadonly) return readonlyJournal(file, path, end, tornTail);
    await settle(file, tornTail, provenOffset, end.endOffset);
    return writableJournal(file, path, new JournalWriter(file, path, end, options.growBytes ?? GROW_BYTES), tornTail);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A file that never got past its header is new: a crash while it was made leaves part of the header, or zeros. */
async function checkHeader(file: JournalFile, path: string, isReadonly: boolean): Promise<void> {
  const header = journalHeader();
  const found = Buffer.alloc(HEADER_BYTES);
  const count = file.read(found, 0);
  if (count === HEADER_BYTES && found.equals(header)) return;
  let same = 0;
  while (same < HEADER_BYTES && found[same] === header[same]) same++;
  const isNew = file.size() <= HEADER_BYTES && found.subarray(same).every((byte) => byte === 0);
  if (!isNew || isReadonly) throw new NotAJournal(path, count === 0 ? 'an empty file' : `the bytes ${found.toString('hex')}`);
  await file.write(header, 0);
  await file.sync();
}

async function checkRecords(file: JournalFile, path: string, onProgress: (part: number) => void) {
  const reader = new RecordReader(file, path, START);
  const size = Math.max(1, file.size());
  let provenOffset = reader.endOffset;
  for (let pausedAt = performance.now(); ; ) {
    const { durable, endOffset } = reader;
    const step = reader.step();
    // The first record of a batch says that all before it was synced.
    if (reader.durable > durable) provenOffset = endOffset;
    if (step === 'misplaced') throw new JournalDamaged(path, reader.endOffset, reader.sequence + 1, reader.found());
    if (step !== 'record') {
      const tail = judgeTail(file, reader, step === 'seal');
      if (tail.kind === 'end') return { end: positionOf(reader), tornTail: tail.tornTail, provenOffset };
    }
    if ((reader.sequence & 255) === 0 && performance.now() - pausedAt > CHECK_MS) {
      onProgress(Math.min(1, reader.endOffset / size));
      await new Promise(setImmediate);
      pausedAt = performance.now();
    }
  }
}

/** After this, what was read is durable and nothing else is in the file: both are needed before a batch is appended. */
async function settle(file: JournalFile, tornTail: TornTail | null, provenOffset: number, endOffset: number): Promise<void> {
  const unproven = Buffer.alloc(endOffset - provenOffset);
  file.read(unproven, provenOffset);
  if (unproven.length > 0) await file.write(unproven, provenOffset);
  if (tornTail !== null) await file.write(Buffer.alloc(tornTail.bytes), tornTail.offset);
  await file.sync();
}

function positionOf({ sequence, timeMs, endOffset }: Position): Position {
  return { sequence, timeMs, endOffset };
}

function readonlyJournal(file: JournalFile, path: string, end: Position, tornTail: TornTail | null): Journal {
  return {
    path,
    tornTail,
    end,
    read: (after) => readRecords(file, path, () => end, after),
    append: () => Promise.reject(new Error(`${path} was opened read-only and takes no batch`)),
    close: async () => file.close(),
  };
}

function writableJournal(file: JournalFile, path: string, writer: JournalWriter, tornTail: TornTail | null): Journal {
  return {
    path,
    tornTail,
    get end() {
      return writer.end;
    },
    read: (after) => readRecords(file, path, () => writer.end, after),
    append: (batch) => writer.append(batch),
    close: async () => {
      await writer.finish().finally(() => file.close());
    },
  };
}

function* readRecords(
  file: JournalFile,
  path: string,
  end: () => Position,
  after: Position = START,
): Generator<JournalRecord, void, undefined> {
  const reader = new RecordReader(file, path, after);
  while (reader.sequence < end().sequence) {
    reader.stepOrRefuse();
    yield reader.record();
  }
}

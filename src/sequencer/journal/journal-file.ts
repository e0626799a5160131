/**
 * The journal in files: gives batches of commands back in the order in which they were made durable, and appends to
 * them.
 * Knows nothing of what commands mean.
 *
 * Opening reads and checks all of it (find-journal.ts), unless that was done before. What a crash tore is cut (zeroed)
 * before anything is appended; tail.ts tells tearing from damage, journal-writer.ts what a failed write means. The last
 * batch that was found is written and synced again before anything is built on it: a crash may have left it in memory
 * only, and after a failed sync the system calls it clean and would not write it by itself.
 *
 * FLOW-001, FLOW-007.
 */
import { randomBytes } from 'node:crypto';
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { type FoundJournal, readJournal } from './find-journal.ts';
import { NotAJournal } from './journal-errors.ts';
import { JournalWriter } from './journal-writer.ts';
import { type Entry, type JournalRecord, NOTHING_SET_ASIDE, type Position, type SetAsides, START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { HASH_BYTES } from './segment-header.ts';
import { Segments } from './segments.ts';
import type { TornTail } from './tail.ts';

const GROW_BYTES = 1024 * 1024;
const SEGMENT_BYTES = 32 * 1024 * 1024;

export interface Journal {
  /** Of the file that is written. */
  readonly path: string;
  /** The last record that was appended, or written, and the offset after it. */
  readonly end: Position;
  /** The tail that opening found torn and, unless read-only, cut. */
  readonly tornTail: TornTail | null;
  /** Commands of it that are passed over: `read` gives back in their place what says so. */
  readonly setAsides: SetAsides;
  /**
   * The records after `after` (an earlier record, or START) up to the end, those appended meanwhile too.
   *
   * @throws JournalDamaged
   */
  read(after?: Position): Generator<JournalRecord, void, undefined>;
  /** The same as they were written, those too that are passed over. @throws JournalDamaged */
  written(after?: Position): Generator<JournalRecord, void, undefined>;
  /**
   * Makes `batch` durable. One call at a time; sequences continue from `end` by one, times never fall. The texts are
   * copied before this returns its promise.
   *
   * @throws JournalWriteFailed, then and ever after.
   */
  append(batch: readonly Entry[]): Promise<void>;
  /** As `append`, but `batch` is durable only with the next sync: a crash may take it, with all after it. */
  write(batch: readonly Entry[]): Promise<void>;
  /**
   * Makes durable what was written. Not while a batch is.
   * @throws JournalWriteFailed, then and ever after.
   */
  sync(): Promise<void>;
  /** Seals the end (unless read-only, or after a failure) and closes the file. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Reads what is there, cuts nothing and appends nothing. The file must exist. */
  readonly readonly?: boolean;
  /** An earlier finding, under the same lock; without it the file is read and checked now. */
  readonly found?: FoundJournal;
  readonly disk?: JournalDisk;
  /** Bytes of zeros to write ahead. */
  readonly growBytes?: number;
  /** A file that has as many bytes of records is closed, and the next batch begins another. */
  readonly segmentBytes?: number;
  /** By which a new journal is told from all others: 32 bytes, random when not given. */
  readonly identity?: Uint8Array;
  /** Called when a segment was closed. */
  readonly onClosed?: () => void;
  /** An earlier position, at which reading and checking begins; see `FindOptions`. */
  readonly after?: Position;
  /** Called now and then while the file is checked, with the part that is done, 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Opens the journal at `path`, checks all of it, cuts a torn tail. Creates it, unless read-only, when there is none.
 * The folder must be locked by the caller (lock.ts).
 *
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are.
 */
export async function openJournal(path: string, options: JournalOptions = {}): Promise<Journal> {
  const isReadonly = options.readonly ?? false;
  const segments = new Segments(path, isReadonly, options.disk ?? realDisk);
  try {
    if (isReadonly && !segments.isBegun) throw new NotAJournal(path, 'nothing but a part of one');
    const found = options.found ?? (await readJournal(segments, options));
    if (isReadonly) return readonlyJournal(segments, found);
    await settle(segments, found, options.identity ?? randomBytes(HASH_BYTES));
    const { growBytes = GROW_BYTES, segmentBytes = SEGMENT_BYTES, onClosed = () => {} } = options;
    const hash = await segments.hashUpTo(found.end.endOffset);
    const writer = new JournalWriter(segments, found.end, hash, { growBytes, segmentBytes, onClosed });
    return writableJournal(segments, found, writer);
  } catch (error) {
    segments.close();
    throw error;
  }
}

/** After this, what was read is durable and nothing else is in the files: both are needed before the first batch. */
async function settle(
  segments: Segments,
  { tornTail, provenOffset, end }: FoundJournal,
  identity: Uint8Array,
): Promise<void> {
  await segments.tidy();
  await segments.beginJournal(identity);
  const unproven = Buffer.alloc(end.endOffset - provenOffset);
  segments.read(unproven, provenOffset);
  if (unproven.length > 0) await segments.write(unproven, provenOffset);
  if (tornTail !== null) await segments.write(Buffer.alloc(tornTail.bytes), tornTail.offset);
  await segments.sync();
}

function readonlyJournal(segments: Segments, found: FoundJournal): Journal {
  const { path, tornTail, setAsides, end } = found;
  const takesNone = () => Promise.reject(new Error(`${path} was opened read-only and takes no batch`));
  return {
    path,
    tornTail,
    setAsides,
    end,
    read: (after) => readRecords(segments, setAsides, () => end, after),
    written: (after) => readRecords(segments, NOTHING_SET_ASIDE, () => end, after),
    append: takesNone,
    write: takesNone,
    sync: takesNone,
    close: async () => segments.close(),
  };
}

function writableJournal(segments: Segments, found: FoundJournal, writer: JournalWriter): Journal {
  const { path, tornTail, setAsides } = found;
  return {
    path,
    tornTail,
    setAsides,
    get end() {
      return writer.end;
    },
    read: (after) => readRecords(segments, setAsides, () => writer.end, after),
    written: (after) => readRecords(segments, NOTHING_SET_ASIDE, () => writer.end, after),
    append: (batch) => writer.append(batch),
    write: (batch) => writer.write(batch),
    sync: () => writer.sync(),
    close: async () => {
      try {
        await writer.finish();
      } finally {
        await segments.putBack();
        segments.close();
      }
    },
  };
}

function* readRecords(
  segments: Segments,
  setAsides: SetAsides,
  end: () => Position,
  after: Position = START,
): Generator<JournalRecord, void, undefined> {
  const reader = new RecordReader(segments, after, setAsides);
  while (reader.sequence < end().sequence) {
    reader.stepOrRefuse();
    yield reader.record();
  }
}

/**
 * The file journal: makes batches of commands durable, and gives them back in order. It decides whether the file can be trusted;
 * it knows nothing of what commands mean, and never answers anybody.
 *
 * - One batch is one write and one fdatasync. The file is written ahead with zeros, a mebibyte at a time: overwriting is faster
 *   to sync than extending, and a larger piece would hold up the commands behind it (docs: bench/results.md).
 * - Opening reads it all once and checks every record, so that nothing is built on a journal that is damaged further on. What a
 *   crash tore is cut (zeroed) before anything is appended; tail.ts tells tearing from damage.
 * - When a batch can't be made durable, its bytes are overwritten with zeros and synced. When that succeeds, no later start can
 *   find the batch: nothing was executed. When that fails too, the bytes may be on disk or not, and `mayReplay` says so: its
 *   callers must be told that the outcome is unknown. A failed fdatasync tells nothing about what it left, so it is treated as if
 *   the write had failed. Either way the journal takes no further batch: a disk that failed once is not trusted again in this
 *   process. The next start reads what is there.
 *
 * FLOW-001, FLOW-007.
 */
import { type JournalFile, type OpenJournalFile, openDiskFile } from './disk.ts';
import { JournalDamaged, JournalWriteFailed, NotAJournal } from './journal-errors.ts';
import {
  type Entry,
  HEADER_BYTES,
  type JournalRecord,
  journalHeader,
  type Position,
  RECORD_MIN_BYTES,
  recordBytesAtMost,
  START,
  writeRecord,
} from './record.ts';
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
    const { end, tornTail } = await checkRecords(file, path, options.onProgress ?? (() => {}));
    if (!isReadonly) await settle(file, tornTail);
    return journalOver(file, path, end, tornTail, isReadonly, options.growBytes ?? GROW_BYTES);
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
  for (let pausedAt = performance.now(); ; ) {
    const step = reader.step();
    if (step === 'misplaced') throw new JournalDamaged(path, reader.endOffset, reader.sequence + 1, reader.found());
    if (step !== 'record') {
      const tail = judgeTail(file, reader, step === 'seal');
      if (tail.kind === 'end') return { end: positionOf(reader), tornTail: tail.tornTail };
    }
    if ((reader.sequence & 255) === 0 && performance.now() - pausedAt > CHECK_MS) {
      onProgress(Math.min(1, reader.endOffset / size));
      await new Promise(setImmediate);
      pausedAt = performance.now();
    }
  }
}

/** After this, what was read is durable and nothing else is in the file: both are needed before a batch is appended. */
async function settle(file: JournalFile, tornTail: TornTail | null): Promise<void> {
  if (tornTail !== null) await file.write(Buffer.alloc(tornTail.bytes), tornTail.offset);
  await file.sync();
}

function positionOf({ sequence, timeMs, endOffset }: Position): Position {
  return { sequence, timeMs, endOffset };
}

function journalOver(
  file: JournalFile,
  path: string,
  found: Position,
  tornTail: TornTail | null,
  isReadonly: boolean,
  growBytes: number,
): Journal {
  let end = found;
  let writtenAhead = file.size();
  let buffer = Buffer.allocUnsafe(64 * 1024);
  let failure: unknown = null;
  let isBusy = false;
  const zeros = Buffer.alloc(growBytes);

  /** Encodes `batch` into the one buffer, which only one append at a time uses. Returns the bytes used. */
  function encode(batch: readonly Entry[]): number {
    let needed = 0;
    for (const entry of batch) needed += recordBytesAtMost(entry.text);
    if (needed > buffer.length) buffer = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed)));
    let at = 0;
    for (const entry of batch) at = writeRecord(buffer, at, end.sequence, entry);
    return at;
  }

  /** Nothing of a batch has been written when this fails. */
  async function growTo(needed: number): Promise<void> {
    for (; writtenAhead < needed; writtenAhead += zeros.length) await file.write(zeros, writtenAhead);
  }

  /** True when a batch that failed at `offset` is certain not to be found again. */
  async function erase(offset: number, bytes: number): Promise<boolean> {
    try {
      await file.write(Buffer.alloc(bytes), offset);
      await file.sync();
      return true;
    } catch {
      return false;
    }
  }

  async function makeDurable(bytes: number): Promise<void> {
    const offset = end.endOffset;
    let mayBeOnDisk = false;
    try {
      await growTo(offset + bytes);
      mayBeOnDisk = true;
      await file.write(buffer.subarray(0, bytes), offset);
      await file.sync();
    } catch (error) {
      failure = error;
      throw new JournalWriteFailed(path, mayBeOnDisk && !(await erase(offset, bytes)), error);
    }
  }

  async function append(batch: readonly Entry[]): Promise<void> {
    if (failure !== null) throw new JournalWriteFailed(path, false, failure);
    const last = checkBatch(batch, end, path, isReadonly || isBusy);
    isBusy = true;
    try {
      const bytes = encode(batch);
      await makeDurable(bytes);
      end = { sequence: last.sequence, timeMs: last.timeMs, endOffset: end.endOffset + bytes };
    } finally {
      isBusy = false;
    }
  }

  function* read(after: Position = START): Generator<JournalRecord, void, undefined> {
    const reader = new RecordReader(file, path, after);
    while (reader.sequence < end.sequence) {
      reader.stepOrRefuse();
      yield reader.record();
    }
  }

  /** So that the next start can tell damage to the last batch from a crash. The journal is as good without it. */
  async function seal(): Promise<void> {
    const record = Buffer.alloc(RECORD_MIN_BYTES);
    writeRecord(record, 0, end.sequence, { sequence: end.sequence + 1, timeMs: end.timeMs, text: '' });
    await growTo(end.endOffset + record.length);
    await file.write(record, end.endOffset);
    await file.sync();
  }

  async function close(): Promise<void> {
    if (isBusy) throw new Error(`${path} can't be closed while a batch is being written: wait for append first`);
    try {
      if (!isReadonly && failure === null) await seal();
    } finally {
      failure ??= new Error('it was closed');
      file.close();
    }
  }

  return {
    path,
    tornTail,
    get end() {
      return end;
    },
    read,
    append,
    close,
  };
}

/** Returns the batch's last entry. What it refuses is a bug of the caller, found before anything is written. */
function checkBatch(batch: readonly Entry[], end: Position, path: string, cannotAppend: boolean): Entry {
  if (cannotAppend) throw new Error(`${path} takes no batch: it is read-only, or another batch is being written`);
  let { sequence, timeMs } = end;
  for (const entry of batch) {
    if (entry.sequence !== sequence + 1 || !(entry.timeMs >= timeMs) || !Number.isSafeInteger(entry.timeMs) || entry.text === '')
      throw new Error(
        `${path} at sequence ${sequence}, time ${timeMs} can't take sequence ${entry.sequence}, time ${entry.timeMs}, ` +
          `${entry.text.length} characters: sequences go on by one, times never fall, texts are not empty`,
      );
    ({ sequence, timeMs } = entry);
  }
  const last = batch.at(-1);
  if (last === undefined) throw new Error(`${path} was given an empty batch`);
  return last;
}

/**
 * Makes batches durable at the end of a journal's file: one write and one fdatasync each. Never answers a caller, and
 * never reads.
 *
 * - A batch may be written and left to a later sync: its records then say how far the last sync came. What a crash
 *   leaves of such batches is the journal up to the first that is not whole, as it is of one (tail.ts).
 * - The file is written ahead with zeros, a mebibyte at a time: overwriting syncs faster than extending (1.5 times),
 *   and a larger piece would hold up the commands after it (16 MiB: 30 to 50 ms, 1 MiB: 1 ms).
 * - When a batch can't be made durable, its bytes are overwritten with zeros and synced. When that succeeds, no later
 *   start can find the batch: nothing was executed. When that fails too, the bytes may be on disk or not, and
 *   `mayReplay` says so: its callers must be told that the outcome is unknown. A failed fdatasync tells nothing about
 *   what it left, so it is treated as if the write had failed.
 * - Either way no further batch is taken: a disk that failed once is not trusted again in this process. The next start
 *   reads what is there.
 */
import { invariant } from '../../core/num/invariant.ts';
import { JournalWriteFailed } from './journal-errors.ts';
import { type Entry, type Position, RECORD_MIN_BYTES, recordBytesAtMost, writeRecord } from './record.ts';
import type { SegmentHash } from './segment-hash.ts';
import type { Segments } from './segments.ts';

export interface WriterOptions {
  /** Bytes of zeros to write ahead. */
  readonly growBytes: number;
  /** A file that has as many bytes of records is closed, and the next batch begins another. */
  readonly segmentBytes: number;
  readonly onClosed: () => void;
}

const FIRST_BUFFER_BYTES = 64 * 1024;

export class JournalWriter {
  /** The last record that is written, and synced unless `write` left it; the offset after it. */
  end: Position;

  readonly #file: Segments;
  readonly #path: string;
  readonly #options: WriterOptions;
  readonly #zeros: Buffer;
  /** Of the file that is written, up to the end. */
  #hash: SegmentHash;
  /** The last sequence that is synced. */
  #durable: number;
  #writtenAhead: number;
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #isBusy = false;
  /** Why no further batch is taken. */
  #failure: unknown = null;

  /** Appends after `end`; nothing but zeros may follow it in the file. */
  /** @param hash of the file that is written, up to `end` */
  constructor(file: Segments, end: Position, hash: SegmentHash, options: WriterOptions) {
    this.#file = file;
    this.#path = file.path;
    this.#options = options;
    this.end = end;
    this.#durable = end.sequence;
    this.#zeros = Buffer.alloc(options.growBytes);
    this.#hash = hash;
    this.#writtenAhead = file.size();
  }

  /** See `Journal.append`. */
  append(batch: readonly Entry[]): Promise<void> {
    return this.#add(batch, true);
  }

  /** See `Journal.write`. */
  write(batch: readonly Entry[]): Promise<void> {
    return this.#add(batch, false);
  }

  /** See `Journal.sync`. */
  async sync(): Promise<void> {
    if (this.#failure !== null) throw new JournalWriteFailed(this.#path, true, this.#failure);
    if (this.#isBusy)
      throw new Error(`${this.#path} can't be synced while a batch is being written: wait for it first`);
    this.#isBusy = true;
    try {
      await this.#syncWritten();
    } catch (error) {
      this.#failure = error;
      throw new JournalWriteFailed(this.#path, true, error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #add(batch: readonly Entry[], syncs: boolean): Promise<void> {
    if (this.#failure !== null) throw new JournalWriteFailed(this.#path, false, this.#failure);
    if (this.#isBusy)
      throw new Error(`${this.#path} takes no batch while another is being written: wait for append first`);
    const { sequence, timeMs } = checkBatch(batch, this.end, this.#path);
    this.#isBusy = true;
    try {
      const bytes = this.#encode(batch);
      await this.#put(bytes, syncs ? batch.length : null);
      this.#hash.update(this.#buffer.subarray(0, bytes));
      this.end = { sequence, timeMs, endOffset: this.end.endOffset + bytes };
      if (syncs) this.#durable = sequence;
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Takes no further batch, and seals the end so that the next start can tell damage to the last batch from a crash.
   * The journal is as good without a seal: after a failure there is none.
   */
  async finish(): Promise<void> {
    if (this.#isBusy)
      throw new Error(`${this.#path} can't be closed while a batch is being written: wait for append first`);
    if (this.#failure !== null) return;
    this.#failure = new Error('it was closed');
    await this.#syncWritten();
    const { sequence, timeMs, endOffset } = this.end;
    const seal = Buffer.alloc(RECORD_MIN_BYTES);
    writeRecord(seal, 0, sequence, { sequence: sequence + 1, timeMs, text: '' });
    await this.#growTo(endOffset + seal.length);
    await this.#file.write(seal, endOffset);
    await this.#file.sync();
  }

  /** Encodes `batch` into the one buffer, which is free again once the batch is durable. Returns the bytes used. */
  #encode(batch: readonly Entry[]): number {
    let needed = 0;
    for (const entry of batch) needed += recordBytesAtMost(entry.text);
    if (needed > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed)));
    let at = 0;
    for (const entry of batch) at = writeRecord(this.#buffer, at, this.#durable, entry);
    invariant(at > 0 && at <= needed, 'decision 0004: records take no more room than was made for them', at, needed);
    return at;
  }

  /** @param waiting how many wait for its sync; null: it is left to a later one */
  async #put(bytes: number, waiting: number | null): Promise<void> {
    const offset = this.end.endOffset;
    let mayBeOnDisk = false;
    try {
      this.#file.mayWrite();
      await this.#closeWhenFull(bytes);
      await this.#growTo(offset + bytes);
      const { active } = this.#file;
      invariant(
        offset >= active.endOffset,
        'decision 0004: a batch goes into the file that is open',
        offset,
        active.endOffset,
      );
      invariant(offset === this.end.endOffset, 'decision 0004: a batch goes to the end', offset, this.end.endOffset);
      mayBeOnDisk = true;
      await this.#file.write(this.#buffer.subarray(0, bytes), offset);
      if (waiting !== null) await this.#file.sync(waiting);
    } catch (error) {
      this.#failure = error;
      throw new JournalWriteFailed(this.#path, mayBeOnDisk && !(await this.#erase(offset, bytes)), error);
    }
  }

  /** Nothing of a batch has been written when this fails. */
  async #closeWhenFull(bytes: number): Promise<void> {
    const used = this.end.endOffset - this.#file.active.endOffset;
    if (used === 0 || used + bytes <= this.#options.segmentBytes) return;
    // A closed segment has no tail that a crash may have torn.
    await this.#syncWritten();
    await this.#file.roll(this.end, await this.#hash.digest());
    const { sequence } = this.#file.active;
    invariant(
      sequence === this.end.sequence,
      'decision 0004: a file begins where the one before ends',
      sequence,
      this.end.sequence,
    );
    this.#hash = await this.#file.hashUpTo(this.end.endOffset);
    this.#writtenAhead = this.#file.size();
    this.#options.onClosed();
  }

  async #syncWritten(): Promise<void> {
    const { sequence } = this.end;
    if (this.#durable >= sequence) return;
    await this.#file.sync();
    this.#durable = sequence;
  }

  /** Nothing of a batch has been written when this fails. */
  async #growTo(needed: number): Promise<void> {
    const { endOffset } = this.end;
    invariant(
      this.#writtenAhead >= endOffset,
      'decision 0004: zeros go behind the records',
      this.#writtenAhead,
      endOffset,
    );
    for (; this.#writtenAhead < needed; this.#writtenAhead += this.#zeros.length)
      await this.#file.write(this.#zeros, this.#writtenAhead);
  }

  /** True when a batch that failed at `offset` is certain not to be found again. */
  async #erase(offset: number, bytes: number): Promise<boolean> {
    try {
      await this.#file.write(Buffer.alloc(bytes), offset);
      await this.#file.sync();
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns the batch's last entry. What it refuses is a bug of the caller, found before anything is written. */
function checkBatch(batch: readonly Entry[], end: Position, path: string): Entry {
  let { sequence, timeMs } = end;
  for (const entry of batch) {
    if (
      entry.sequence !== sequence + 1 ||
      !(entry.timeMs >= timeMs) ||
      !Number.isSafeInteger(entry.timeMs) ||
      entry.text === ''
    )
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

/**
 * Steps through a journal's records in order and checks each one: length, CRC, sequence one higher, time not lower,
 * `durable` in between. Decides only whether the next record is there; tail.ts decides what it means when it is not.
 *
 * Never steps over a record that fails a check, and never reads past what it needs by more than one window.
 */
import type { Command } from '../../core/language/commands.ts';
import { crc32c } from '../disk/crc32c.ts';
import { invariant } from '../../core/num/invariant.ts';
import { JournalDamaged } from './journal-errors.ts';
import {
  HEAD_BYTES,
  type JournalRecord,
  MAX_LENGTH,
  NOTHING_SET_ASIDE,
  type Position,
  RECORD_MIN_BYTES,
  type SetAsides,
  STAMP_BYTES,
} from './record.ts';
import type { Segments } from './segments.ts';
import { readU64 } from './u64.ts';

/** A look at the newest records reads this much at first, since a file is written ahead with zeros. */
const SMALL_WINDOW_BYTES = 8 * 1024;
const LARGE_WINDOW_BYTES = 1024 * 1024;
/** Each further read of the same look is so many times as long. */
const GROWTH = 4;

/**
 * record: stepped over a command. seal: the seal of a closed journal is here, not stepped over. none: no whole record
 * is here. misplaced: one does, but not the one that belongs here; no crash makes that.
 */
export type Step = 'record' | 'seal' | 'none' | 'misplaced';

export type JournalBytes = Pick<Segments, 'size' | 'read' | 'place' | 'refresh'>;

export class RecordReader {
  /** After the last record stepped over. */
  sequence: number;
  timeMs: number;
  endOffset: number;
  /** The highest `durable` seen: these records are proven to have been synced. */
  durable = 0;

  readonly #file: JournalBytes;
  #window = new DataView(new ArrayBuffer(SMALL_WINDOW_BYTES));
  #bytes = Buffer.from(this.#window.buffer);
  #windowOffset = 0;
  #windowBytes = 0;
  /** Range of the next read. */
  #nextBytes = SMALL_WINDOW_BYTES;
  #commandAt = 0;
  #commandEnd = 0;

  readonly #setAsides: SetAsides;

  constructor(file: JournalBytes, from: Position, setAsides: SetAsides = NOTHING_SET_ASIDE) {
    this.#file = file;
    this.#setAsides = setAsides;
    this.sequence = from.sequence;
    this.timeMs = from.timeMs;
    this.endOffset = from.endOffset;
  }

  /** Steps over the next record, if it is whole and in its place. */
  step(): Step {
    const at = this.#wholeRecord();
    if (at < 0) return 'none';
    const stamp = at + HEAD_BYTES;
    const end = stamp + this.#window.getUint32(at, true);
    const durable = readU64(this.#window, stamp);
    const sequence = readU64(this.#window, stamp + 8);
    const timeMs = readU64(this.#window, stamp + 16);
    const inPlace = sequence === this.sequence + 1 && durable <= this.sequence && durable >= this.durable;
    if (!inPlace || timeMs < this.timeMs || timeMs > Number.MAX_SAFE_INTEGER) return 'misplaced';
    this.durable = durable;
    if (end - stamp === STAMP_BYTES) return 'seal';
    this.sequence = sequence;
    this.timeMs = timeMs;
    this.endOffset += end - at;
    this.#commandAt = stamp + STAMP_BYTES;
    this.#commandEnd = end;
    invariant(end <= this.#windowBytes, 'decision 0004: a record is read whole', sequence, end);
    return 'record';
  }

  /**
   * Steps over a record that is known to be there. It may have been written since the file was read, or the files may
   * have changed: then it is looked for again.
   *
   * @throws JournalDamaged when it is not.
   */
  stepOrRefuse(): void {
    if (this.step() === 'record') return;
    this.forget();
    if (this.step() === 'record') return;
    if (this.#file.refresh()) {
      this.forget();
      if (this.step() === 'record') return;
    }
    throw this.damage(this.found());
  }

  /** The error for `found` in the place of the next record. */
  damage(found: string): JournalDamaged {
    const { path, offset } = this.#file.place(this.endOffset);
    return new JournalDamaged(path, offset, this.sequence + 1, found);
  }

  /** CRC-32C of the record last stepped over. */
  get checksum(): number {
    return this.#window.getUint32(this.#commandAt - STAMP_BYTES - 4, true);
  }

  /** Whether the text of the record last stepped over begins with these bytes. */
  begins(bytes: Uint8Array): boolean {
    const end = this.#commandAt + bytes.length;
    return end <= this.#commandEnd && this.#bytes.compare(bytes, 0, bytes.length, this.#commandAt, end) === 0;
  }

  /**
   * The record last stepped over; in the place of a command that was set aside, the one that says so.
   *
   * @throws JournalDamaged when its text isn't a command.
   */
  record(): JournalRecord {
    const { sequence, timeMs, endOffset } = this;
    invariant(this.#commandEnd > this.#commandAt, 'decision 0004: a record is given once it is stepped over', sequence);
    const command = this.#setAsides.get(sequence)?.command ?? this.#parse();
    return { sequence, timeMs, command, endOffset };
  }

  /** Reads the file afresh from here on: it may have been written since. */
  forget(): void {
    this.#windowBytes = 0;
    this.#nextBytes = SMALL_WINDOW_BYTES;
  }

  /** The bytes where `step` found no record, or a misplaced one, in words. */
  found(): string {
    if (!this.#has(RECORD_MIN_BYTES)) return `the end of the file (${this.#endOfFile()} bytes)`;
    const at = this.endOffset - this.#windowOffset;
    const length = this.#window.getUint32(at, true);
    if (length < STAMP_BYTES || length > MAX_LENGTH) return `a record length of ${length}`;
    if (!this.#has(HEAD_BYTES + length)) return `a record of ${length} bytes that passes the end of the file`;
    if (this.#wholeRecord() < 0) return `a record of ${length} bytes whose checksum does not match`;
    const stamp = this.endOffset - this.#windowOffset + HEAD_BYTES;
    const [durable, sequence, timeMs] = [0, 8, 16].map((field) => readU64(this.#window, stamp + field));
    return `a whole record of sequence ${sequence}, time ${timeMs}, durable ${durable} after time ${this.timeMs}, durable ${this.durable}`;
  }

  #endOfFile(): number {
    return this.#file.place(this.#file.size()).offset;
  }

  /** Offset in the window of the next record when it is whole, else -1. */
  #wholeRecord(): number {
    if (!this.#has(RECORD_MIN_BYTES)) return -1;
    const length = this.#window.getUint32(this.endOffset - this.#windowOffset, true);
    if (length < STAMP_BYTES || length > MAX_LENGTH || !this.#has(HEAD_BYTES + length)) return -1;
    const at = this.endOffset - this.#windowOffset;
    const checksum = this.#window.getUint32(at + 4, true);
    return crc32c(this.#bytes, at + HEAD_BYTES, at + HEAD_BYTES + length) === checksum ? at : -1;
  }

  /** True when `count` bytes from here on are in the window, reading them if need be. */
  #has(count: number): boolean {
    if (this.endOffset + count <= this.#windowOffset + this.#windowBytes) return true;
    const wanted = Math.max(count, this.#nextBytes);
    if (wanted > this.#bytes.length) {
      this.#window = new DataView(new ArrayBuffer(wanted));
      this.#bytes = Buffer.from(this.#window.buffer);
    }
    this.#nextBytes = Math.min(wanted * GROWTH, LARGE_WINDOW_BYTES);
    this.#windowOffset = this.endOffset;
    this.#windowBytes = this.#file.read(this.#bytes.subarray(0, wanted), this.endOffset);
    return count <= this.#windowBytes;
  }

  #parse(): Command {
    const text = this.#bytes.toString('utf8', this.#commandAt, this.#commandEnd);
    let command: unknown;
    try {
      command = JSON.parse(text);
    } catch (error) {
      throw this.#noCommand(`text that is no JSON (${String(error)})`);
    }
    const isNamed =
      typeof command === 'object' && command !== null && 'name' in command && typeof command.name === 'string';
    if (!isNamed) throw this.#noCommand(`JSON that is no command: ${text.slice(0, 80)}`);
    return command as Command;
  }

  #noCommand(found: string): JournalDamaged {
    const recordAt = this.endOffset - (this.#commandEnd - this.#commandAt) - RECORD_MIN_BYTES;
    const { path, offset } = this.#file.place(recordAt);
    return new JournalDamaged(
      path,
      offset,
      this.sequence,
      `a record with a matching checksum but ${found}, which \`outcry journal set-aside ${this.sequence} --reason TEXT\` passes over`,
    );
  }
}

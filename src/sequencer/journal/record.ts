/**
 * The journal's bytes: in each segment a header (segment-header.ts), then records. Everything is little-endian.
 *
 *   record  length u32 · CRC-32C u32 · [ durable u64 · sequence u64 · timeMs u64 · command, compact JSON in UTF-8 ]
 *
 * `length` counts the bytes in brackets and the CRC covers them. `durable` is the highest sequence known durable when
 * the record's batch was written: a later record thereby proves that an earlier one had been synced. A record without a
 * command is a seal: it comes after the last record of a journal that was closed, carries the next sequence, and is
 * overwritten by the next batch.
 *
 * A command's text can't contain the bytes of a record: JSON has no zero bytes, and every record has some. So a search
 * for whole records never finds one that a caller sent inside a text.
 */
import type { Command, Sequenced, SetAside } from '../../core/language/commands.ts';
import { crc32c } from '../disk/crc32c.ts';
import { invariant } from '../../core/num/invariant.ts';
import { HEADER_BYTES } from './segment-header.ts';
import { writeU64 } from './u64.ts';

/** Length and CRC. */
export const HEAD_BYTES = 8;
/** Durable, sequence and time: the least a length can say. */
export const STAMP_BYTES = 24;
/** A seal, the smallest record. */
export const RECORD_MIN_BYTES = HEAD_BYTES + STAMP_BYTES;
/** Far above any command that fits a request body; a length above it isn't one. */
const MAX_COMMAND_BYTES = 4 * 1024 * 1024;
export const MAX_LENGTH = STAMP_BYTES + MAX_COMMAND_BYTES;

/**
 * A place between two records: the last sequence and time before it, and the offset after them in the journal, which
 * counts the records of all segments as if they were one file after the first header.
 */
export interface Position {
  readonly sequence: number;
  readonly timeMs: number;
  readonly endOffset: number;
}

/** A place in one journal and no other: also which it is, and the CRC-32C of the record before the place. */
export interface Mark extends Position {
  readonly journal: string;
  readonly checksum: number;
}

/** A command as the journal gives it back; also the position after it. */
export interface JournalRecord extends Sequenced {
  readonly endOffset: number;
}

/** A command that is passed over: the command that says so, and the sequence of the record that does (set-aside.ts). */
export interface SetAsideNote {
  readonly command: SetAside;
  readonly markedAt: number;
}

/** By the sequence of what was set aside. */
export type SetAsides = ReadonlyMap<number, SetAsideNote>;

export const NOTHING_SET_ASIDE: SetAsides = new Map();

/** A stamped command as the journal takes it: `text` is its JSON (`commandText`). */
export interface Entry {
  readonly sequence: number;
  readonly timeMs: number;
  readonly text: string;
}

/** The offset of the first record. */
export const START: Position = { sequence: 0, timeMs: 0, endOffset: HEADER_BYTES };

/**
 * A command as the text its record holds.
 *
 * @throws RangeError when it is longer than a record can be; TypeError when it is not JSON data.
 */
export function commandText(command: Command): string {
  const text = JSON.stringify(command);
  if (typeof text !== 'string') throw new TypeError(`a command must be JSON data, found ${typeof command}`);
  if (text.length * 3 > MAX_COMMAND_BYTES && Buffer.byteLength(text) > MAX_COMMAND_BYTES)
    throw new RangeError(
      `a command of ${text.length} characters is longer than the ${MAX_COMMAND_BYTES} bytes of a record`,
    );
  return text;
}

/** The most bytes the record of `text` can take. */
export function recordBytesAtMost(text: string): number {
  return RECORD_MIN_BYTES + text.length * 3;
}

/**
 * Writes one record at `at`, where `recordBytesAtMost` bytes must be free; a seal when `text` is empty. Returns its
 * end.
 */
export function writeRecord(buffer: Buffer, at: number, durable: number, { sequence, timeMs, text }: Entry): number {
  const room = buffer.length - at;
  invariant(room >= recordBytesAtMost(text), 'decision 0004: a record has the room it may take', sequence, room);
  const command = at + RECORD_MIN_BYTES;
  const end = command + buffer.write(text, command, 'utf8');
  invariant(
    end - at - HEAD_BYTES <= MAX_LENGTH,
    'decision 0004: a record has a length a reader takes',
    sequence,
    end - at,
  );
  stampRecord(buffer, at, end, { durable, sequence, timeMs });
  return end;
}

/** Writes the part before the text of the record from `at` to `end`. */
export function stampRecord(
  buffer: Buffer,
  at: number,
  end: number,
  { durable, sequence, timeMs }: { readonly durable: number } & Omit<Entry, 'text'>,
): void {
  const stamp = at + HEAD_BYTES;
  buffer.writeUInt32LE(end - stamp, at);
  writeU64(buffer, stamp, durable);
  writeU64(buffer, stamp + 8, sequence);
  writeU64(buffer, stamp + 16, timeMs);
  buffer.writeUInt32LE(crc32c(buffer, stamp, end), at + 4);
}

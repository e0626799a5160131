/**
 * The journal's bytes: one header, then records. Everything is little-endian.
 *
 *   header  "OUTCRYJ\n" · version u32 · CRC-32C of the twelve bytes before it u32
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
import type { Command, Sequenced, SetAside } from '../core/language/commands.ts';
import { crc32c } from './crc32c.ts';

export const HEADER_BYTES = 16;
/** Length and CRC. */
export const HEAD_BYTES = 8;
/** Durable, sequence and time: the least a length can say. */
export const STAMP_BYTES = 24;
/** A seal, the smallest record. */
export const RECORD_MIN_BYTES = HEAD_BYTES + STAMP_BYTES;
/** Far above any command that fits a request body; a length above it isn't one. */
const MAX_COMMAND_BYTES = 4 * 1024 * 1024;
export const MAX_LENGTH = STAMP_BYTES + MAX_COMMAND_BYTES;

const MAGIC = 'OUTCRYJ\n';
const VERSION = 1;
const TWO_32 = 2 ** 32;

/** A place between two records: the last sequence and time before it, and the byte offset after them. */
export interface Position {
  readonly sequence: number;
  readonly timeMs: number;
  readonly endOffset: number;
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

export function journalHeader(): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(crc32c(header, 0, 12), 12);
  return header;
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
  const stamp = at + HEAD_BYTES;
  const command = stamp + STAMP_BYTES;
  const end = command + buffer.write(text, command, 'utf8');
  buffer.writeUInt32LE(end - stamp, at);
  writeU64(buffer, stamp, durable);
  writeU64(buffer, stamp + 8, sequence);
  writeU64(buffer, stamp + 16, timeMs);
  buffer.writeUInt32LE(crc32c(buffer, stamp, end), at + 4);
  return end;
}

function writeU64(buffer: Buffer, at: number, value: number): void {
  buffer.writeUInt32LE(value % TWO_32, at);
  buffer.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
}

/**
 * An unsigned 64-bit number; beyond 2^53 it is inexact, which no caller can take for a sequence or time that was
 * written.
 */
export function readU64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32;
}

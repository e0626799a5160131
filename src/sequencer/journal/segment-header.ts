/**
 * How a segment of the journal begins. Everything is little-endian:
 *
 *   "OUTCRYJ\n" · version u32 · CRC-32C of all other bytes u32 · id of the journal (32) · first sequence u64
 *   · time before it u64 · where its records begin in the journal u64 · first sequence of the segment before u64
 *   · hash of the segment before (32, segment-hash.ts)
 *
 * The id is drawn when a journal is begun and is in every segment of it.
 */
import { crc32c } from '../disk/crc32c.ts';
import { readU64, writeU64 } from './u64.ts';

/** Offset of the first record in each file. */
export const HEADER_BYTES = 112;
export const HASH_BYTES = 32;
/** Of the format. A file of another one is refused. */
export const VERSION = 2;
const MAGIC = 'OUTCRYJ\n';
const VERSION_AT = 8;
const CRC_AT = 12;

export interface SegmentHeader {
  /** Of the journal. */
  readonly id: Buffer;
  readonly firstSequence: number;
  /** Of the record before its first; 0 in the first segment. */
  readonly timeMs: number;
  /** The offset of its first record in the journal. */
  readonly beginOffset: number;
  /** Of the segment before; 0 in the first. */
  readonly firstBefore: number;
  /** Of the segment before; zeros in the first. */
  readonly hashBefore: Buffer;
}

const NO_HASH = Buffer.alloc(HASH_BYTES);
const BEGINNING = Buffer.from([...Buffer.from(MAGIC), VERSION, 0, 0, 0]);

/** The header a journal begins with. */
export function firstHeader(id: Buffer): SegmentHeader {
  return { id, firstSequence: 1, timeMs: 0, beginOffset: HEADER_BYTES, firstBefore: 0, hashBefore: NO_HASH };
}

export function writeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(VERSION, VERSION_AT);
  bytes.set(header.id, 16);
  writeU64(bytes, 48, header.firstSequence);
  writeU64(bytes, 56, header.timeMs);
  writeU64(bytes, 64, header.beginOffset);
  writeU64(bytes, 72, header.firstBefore);
  bytes.set(header.hashBefore, 80);
  bytes.writeUInt32LE(checksumOf(bytes), CRC_AT);
  return bytes;
}

/** The version that a file says it has; null when its bytes begin no journal of any. */
export function versionOf(bytes: Buffer): number | null {
  const isOurs = bytes.length >= VERSION_AT + 4 && bytes.subarray(0, VERSION_AT).equals(Buffer.from(MAGIC));
  return isOurs ? bytes.readUInt32LE(VERSION_AT) : null;
}

/** Null when the bytes are not what `writeHeader` writes. */
export function readHeader(bytes: Buffer): SegmentHeader | null {
  if (bytes.length < HEADER_BYTES || versionOf(bytes) !== VERSION) return null;
  if (checksumOf(bytes) !== bytes.readUInt32LE(CRC_AT)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  return {
    id: Buffer.from(bytes.subarray(16, 48)),
    firstSequence: readU64(view, 48),
    timeMs: readU64(view, 56),
    beginOffset: readU64(view, 64),
    firstBefore: readU64(view, 72),
    hashBefore: Buffer.from(bytes.subarray(80, HEADER_BYTES)),
  };
}

/** A file of which nothing but a part of a header, or zeros, was ever written: a crash leaves that. */
export function isUnfinished(bytes: Buffer, size: number): boolean {
  if (size > HEADER_BYTES) return false;
  const same = sameBytes(bytes, BEGINNING);
  return same === BEGINNING.length || bytes.subarray(same, size).every((byte) => byte === 0);
}

function sameBytes(bytes: Buffer, wanted: Buffer): number {
  let same = 0;
  while (same < Math.min(bytes.length, wanted.length) && bytes[same] === wanted[same]) same++;
  return same;
}

function checksumOf(bytes: Buffer): number {
  return crc32c(bytes, CRC_AT + 4, HEADER_BYTES, crc32c(bytes, 0, CRC_AT));
}

/**
 * How a segment of the journal begins. Everything is little-endian:
 *
 *   "OUTCRYJ\n" · version u32 · CRC-32C of all other bytes u32 · id of the journal (32) · first sequence u64
 *   · time before it u64 · where its records begin in the journal u64 · first sequence of the segment before u64
 *   · hash of the segment before (32, segment-hash.ts)
 *
 * The id is drawn when a journal is begun and is in every segment of it. Version 1, which had one file and no more
 * than the first sixteen bytes, is read as a first segment; its id is made from its first record.
 */
import { hash } from 'node:crypto';
import { crc32c } from './crc32c.ts';
import { readU64, writeU64 } from './u64.ts';

/** Where the first record of a journal is, whatever version its file has. */
export const HEADER_BYTES = 112;
export const HASH_BYTES = 32;
/** The header of version 1. */
const OLD_HEADER_BYTES = 16;
const MAGIC = 'OUTCRYJ\n';
const CRC_AT = 12;

export interface SegmentHeader {
  readonly version: 1 | 2;
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

/** The header a journal begins with. */
export function firstHeader(id: Buffer, version: 1 | 2 = 2): SegmentHeader {
  const before = { timeMs: 0, beginOffset: HEADER_BYTES, firstBefore: 0, hashBefore: NO_HASH };
  return { version, id, firstSequence: 1, ...before };
}

/** The bytes of the header in its own file. */
export function headerBytes({ version }: Pick<SegmentHeader, 'version'>): number {
  return version === 1 ? OLD_HEADER_BYTES : HEADER_BYTES;
}

export function writeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(header.version, 8);
  bytes.set(header.id, 16);
  writeU64(bytes, 48, header.firstSequence);
  writeU64(bytes, 56, header.timeMs);
  writeU64(bytes, 64, header.beginOffset);
  writeU64(bytes, 72, header.firstBefore);
  bytes.set(header.hashBefore, 80);
  bytes.writeUInt32LE(checksumOf(bytes), CRC_AT);
  return bytes;
}

/** Of the whole form only, as `writeHeader` writes it; null when it isn't one. */
export function readHeader(bytes: Buffer): SegmentHeader | null {
  const version = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32LE(8);
  if (version !== 1 && version !== 2) return null;
  if (!bytes.subarray(0, 8).equals(Buffer.from(MAGIC)) || checksumOf(bytes) !== bytes.readUInt32LE(CRC_AT)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  return {
    version,
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
  const [old, now] = [oldHeader(), Buffer.from([...Buffer.from(MAGIC), 2, 0, 0, 0])];
  if (size > HEADER_BYTES) return false;
  const rest = (same: Buffer): Buffer => bytes.subarray(sameBytes(bytes, same), size);
  return rest(old).every((byte) => byte === 0) || sameBytes(bytes, now) === now.length || rest(now).every(isZero);
}

const isZero = (byte: number): boolean => byte === 0;

/** Whether these bytes begin with the header of version 1. */
export function isOldHeader(bytes: Buffer): boolean {
  return sameBytes(bytes, oldHeader()) === OLD_HEADER_BYTES;
}

/** The first header of a journal of version 1: its first record, which never changes, names it. */
export function headerOfOld(firstRecord: Uint8Array): SegmentHeader {
  return firstHeader(hash('sha256', Buffer.concat([oldHeader(), firstRecord]), 'buffer'), 1);
}

export function oldHeader(): Buffer {
  const bytes = Buffer.alloc(OLD_HEADER_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(1, 8);
  bytes.writeUInt32LE(crc32c(bytes, 0, CRC_AT), CRC_AT);
  return bytes;
}

function sameBytes(bytes: Buffer, wanted: Buffer): number {
  let same = 0;
  while (same < Math.min(bytes.length, wanted.length) && bytes[same] === wanted[same]) same++;
  return same;
}

function checksumOf(bytes: Buffer): number {
  return crc32c(bytes, CRC_AT + 4, HEADER_BYTES, crc32c(bytes, 0, CRC_AT));
}

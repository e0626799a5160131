/**
 * The compressed form of a closed segment, a file of two frames as Zstandard defines them: one that every reader skips
 * and that says what the other expands to, and the compressed one.
 *
 *   skipped     magic u32 · length u32 · [ header of the segment (112) · form u32 · bytes of the segment u64
 *               · SHA-256 of them (32) · CRC-32C of all before it in the brackets u32 ]
 *   form 1      the segment as it was
 *   form 2      the same records by columns: how many; for each how far `durable` is behind its sequence; for each how
 *               long after the one before; for each its text and a line feed. Numbers as varints
 *
 * Lengths, sequences and checksums of records follow from the rest, and are what compresses worst: without them it is
 * half as large. What is expanded is the segment bit for bit, and the hash says so.
 */
import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { invariant } from '../../core/num/invariant.ts';
import { crc32c } from '../disk/crc32c.ts';
import { HEAD_BYTES, RECORD_MIN_BYTES, STAMP_BYTES, stampRecord } from './record.ts';
import { HASH_BYTES, HEADER_BYTES, readHeader, type SegmentHeader, writeHeader } from './segment-header.ts';
import { readU64, writeU64 } from './u64.ts';

/** Larger ones are left as they are: a reader holds a whole one in memory. */
export const LARGEST_COMPRESSED_BYTES = 64 * 1024 * 1024;

/** One of the sixteen numbers a skipped frame may begin with. */
const SKIPPED = 0x184d2a5e;
const FRAME_HEAD_BYTES = 8;
const FORM_AT = HEADER_BYTES;
const BYTES_AT = FORM_AT + 4;
const HASH_AT = BYTES_AT + 8;
const CRC_AT = HASH_AT + HASH_BYTES;
const SKIPPED_BYTES = CRC_AT + 4;
/** Bytes that have to be read of a file to know what it holds. */
export const DESCRIPTION_BYTES = FRAME_HEAD_BYTES + SKIPPED_BYTES;

const AS_IT_WAS = 1;
const COLUMNAR = 2;
/** The next one is slower and no smaller, the one after it takes twice the time for a fiftieth of the size. */
const LEVEL = 8;
const LINE_FEED = 10;
/** The smallest piece the runtime expands into. */
const LEAST_CHUNK_BYTES = 64;

export interface Description {
  readonly header: SegmentHeader;
  readonly form: number;
  /** Header and records. */
  readonly bytes: number;
  readonly hash: Buffer;
}

/** A file that is not what it says. The text is a clause. */
export class DecompressionFailed extends Error {}

/**
 * A segment as the file that holds it: its records by columns, or the bytes as they are. Null where they aren't whole
 * records in order. Whether the columns give the same bytes again is for the caller to see: `expandSegment`.
 * @param segment header and records, and nothing after them
 */
export function compressSegment(header: SegmentHeader, segment: Buffer, how: 'columnar' | 'asItWas'): Buffer | null {
  const content = how === 'columnar' ? toColumns(header, segment) : segment;
  if (content === null) return null;
  const description = Buffer.alloc(DESCRIPTION_BYTES);
  description.writeUInt32LE(SKIPPED, 0);
  description.writeUInt32LE(SKIPPED_BYTES, 4);
  const said = description.subarray(FRAME_HEAD_BYTES);
  said.set(writeHeader(header));
  said.writeUInt32LE(how === 'columnar' ? COLUMNAR : AS_IT_WAS, FORM_AT);
  writeU64(said, BYTES_AT, segment.length);
  said.set(hash('sha256', segment, 'buffer'), HASH_AT);
  said.writeUInt32LE(crc32c(said, 0, CRC_AT), CRC_AT);
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  return Buffer.concat([description, zstdCompressSync(content, { params })]);
}

/** The description at the start of a compressed file; null when there is none. */
export function readDescription(file: Buffer): Description | null {
  if (file.length < DESCRIPTION_BYTES || file.readUInt32LE(0) !== SKIPPED || file.readUInt32LE(4) !== SKIPPED_BYTES)
    return null;
  const said = file.subarray(FRAME_HEAD_BYTES, DESCRIPTION_BYTES);
  const header = readHeader(said.subarray(0, HEADER_BYTES));
  if (header === null || crc32c(said, 0, CRC_AT) !== said.readUInt32LE(CRC_AT)) return null;
  const bytes = readU64(new DataView(said.buffer, said.byteOffset, said.length), BYTES_AT);
  return { header, form: said.readUInt32LE(FORM_AT), bytes, hash: Buffer.from(said.subarray(HASH_AT, CRC_AT)) };
}

/**
 * The segment a compressed file holds: header and records.
 * @throws DecompressionFailed
 */
export function expandSegment(file: Buffer): Buffer {
  const description = readDescription(file);
  if (description === null) throw new DecompressionFailed('no description of a compressed segment');
  if (description.bytes > 2 * LARGEST_COMPRESSED_BYTES)
    throw new DecompressionFailed(`a size of ${description.bytes} bytes`);
  const segment = expand(description, file.subarray(DESCRIPTION_BYTES));
  if (!hash('sha256', segment, 'buffer').equals(description.hash))
    throw new DecompressionFailed('bytes whose SHA-256 is not the one it says');
  return segment;
}

function expand({ header, form, bytes }: Description, frame: Buffer): Buffer {
  try {
    // In one piece: many small ones that are put together take three times as long.
    const chunkSize = Math.max(bytes, LEAST_CHUNK_BYTES);
    const content = zstdDecompressSync(frame, { maxOutputLength: 2 * LARGEST_COMPRESSED_BYTES, chunkSize });
    if (form === COLUMNAR) return fromColumns(header, content, bytes);
    if (form !== AS_IT_WAS) throw new DecompressionFailed(`the form ${form}, which this version does not know`);
    return content;
  } catch (error) {
    if (error instanceof DecompressionFailed) throw error;
    throw new DecompressionFailed(
      `bytes that can't be expanded (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** Null where there are no whole records in order. */
function toColumns(header: SegmentHeader, segment: Buffer): Buffer | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.length);
  const [lags, times] = [new Varints(), new Varints()];
  let { timeMs, firstSequence: sequence } = header;
  let textBytes = 0;
  for (let at = HEADER_BYTES; at < segment.length; sequence++) {
    if (at + RECORD_MIN_BYTES > segment.length) return null;
    const length = view.getUint32(at, true);
    const lag = readU64(view, at + HEAD_BYTES + 8) - readU64(view, at + HEAD_BYTES);
    const nextMs = readU64(view, at + HEAD_BYTES + 16);
    if (length < STAMP_BYTES || at + HEAD_BYTES + length > segment.length || lag < 0 || nextMs < timeMs) return null;
    lags.add(lag);
    times.add(nextMs - timeMs);
    textBytes += length - STAMP_BYTES + 1;
    timeMs = nextMs;
    at += HEAD_BYTES + length;
  }
  const count = new Varints();
  count.add(sequence - header.firstSequence);
  const numbers = Buffer.concat([count.bytes(), lags.bytes(), times.bytes()]);
  const columns = Buffer.allocUnsafe(numbers.length + textBytes);
  let end = numbers.copy(columns);
  for (let at = HEADER_BYTES; at < segment.length; ) {
    const next = at + HEAD_BYTES + view.getUint32(at, true);
    end += segment.copy(columns, end, at + RECORD_MIN_BYTES, next);
    columns[end++] = LINE_FEED;
    at = next;
  }
  invariant(end === columns.length, 'decision 0004: every record is in its columns', end, columns.length);
  return columns;
}

function fromColumns(header: SegmentHeader, columns: Buffer, bytes: number): Buffer {
  const segment = Buffer.alloc(bytes);
  segment.set(writeHeader(header));
  let end = HEADER_BYTES;
  const counts = new VarintReader(columns, 0);
  const count = counts.next();
  const lags = counts;
  const times = new VarintReader(columns, skipVarints(columns, counts.at, count));
  let text = skipVarints(columns, times.at, count);
  let { timeMs } = header;
  for (let sequence = header.firstSequence; sequence < header.firstSequence + count; sequence++) {
    const textEnd = columns.indexOf(LINE_FEED, text);
    const at = end;
    end = at + RECORD_MIN_BYTES + textEnd - text;
    if (textEnd < 0 || end > bytes) throw new DecompressionFailed('fewer records than it says');
    columns.copy(segment, at + RECORD_MIN_BYTES, text, textEnd);
    timeMs += times.next();
    stampRecord(segment, at, end, { durable: sequence - lags.next(), sequence, timeMs });
    text = textEnd + 1;
  }
  if (end !== bytes || text !== columns.length) throw new DecompressionFailed('more than the records it says');
  return segment;
}

/** Numbers of seven bits a byte, the lowest first. */
class Varints {
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;

  add(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) + 128;
    this.#bytes[this.#length++] = rest;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

class VarintReader {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new DecompressionFailed('fewer numbers than it says');
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  }
}

function skipVarints(bytes: Buffer, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < bytes.length; at++) if (bytes[at]! < 128) left--;
  return at;
}

/**
 * gzip in one form, checked to its last bit: a member without a name or a time, and an empty member after it whose
 * comment is the SHA-256 of the first. Any gunzip reads it. The sum is needed because two compressed forms may give the
 * same bytes, so what is compressed does not say whether the file is as it was made.
 *
 * The size it may grow to is bounded before it is inflated, so a bomb costs no more memory than its bound.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, createDeflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveDamaged, ArchiveRefused } from './tar.ts';

const HEADER = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** The same with the flag of a comment. */
const SEAL_HEADER = Buffer.from([0x1f, 0x8b, 0x08, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** Nothing, compressed, and its sums. */
const EMPTY = Buffer.from([0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const TRAILER_BYTES = 8;
const SEAL_BYTES = sealOf('0'.repeat(64)).length;

/** Bytes before what is compressed, and where that ends in a file of this form. */
export const MEMBER_HEAD_BYTES = HEADER.length;
export function memberBytes(file: Uint8Array): number {
  return file.length - SEAL_BYTES - TRAILER_BYTES;
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Compresses parts as they come; `plain` puts them in as they are, which any gunzip reads too. */
export async function* gzipOf(parts: Parts, how: 'packed' | 'plain' = 'packed'): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  for await (const chunk of memberOf(parts, how)) {
    digest.update(chunk);
    yield chunk;
  }
  yield sealOf(digest.digest('hex'));
}

async function* memberOf(parts: Parts, how: 'packed' | 'plain'): AsyncGenerator<Uint8Array> {
  let crc = 0;
  let size = 0;
  const deflate = createDeflateRaw(how === 'plain' ? { level: constants.Z_NO_COMPRESSION } : {});
  const feed = async (): Promise<void> => {
    for await (const part of parts) {
      crc = crc32(part, crc);
      size += part.length;
      if (!deflate.write(part)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  };
  const feeding = feed().catch((error: unknown) => void deflate.destroy(error as Error));
  yield HEADER;
  for await (const chunk of deflate) yield chunk as Uint8Array;
  await feeding;
  yield trailerOf(crc, size);
}

function trailerOf(crc: number, size: number): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return trailer;
}

/**
 * The part of a file of this form that was changed, in words, where what is compressed gives these bytes and they are
 * right: for people, who are told where.
 */
export function damagedPart(file: Uint8Array, plain: Uint8Array): string {
  const end = file.length - SEAL_BYTES;
  const member = file.subarray(0, Math.max(0, end));
  const trailer = Buffer.from(member.subarray(-TRAILER_BYTES));
  if (!isEqual(member.subarray(0, HEADER.length), HEADER)) return 'the head of gzip';
  if (!isEqual(trailer, trailerOf(crc32(plain), plain.length))) return 'the check sum of gzip behind the files';
  const isForm = isSeal(file.subarray(Math.max(0, end)));
  return isForm ? 'the sum in the seal, or a bit that says nothing of a file,' : 'the seal at its end';
}

/** The bytes that were compressed. @throws ArchiveRefused for another form, wrong sums, or more than `most` bytes */
export function gunzip(bytes: Uint8Array, most: number): Uint8Array {
  const end = bytes.length - SEAL_BYTES;
  const isSealed = end >= HEADER.length + TRAILER_BYTES && isSeal(bytes.subarray(end));
  const isOne = end >= HEADER.length + TRAILER_BYTES && isEqual(bytes.subarray(0, HEADER.length), HEADER);
  if (!isOne && isSealed) throw new ArchiveDamaged('it has a seal, and does not begin as a gzip file of this form');
  if (!isOne) throw new ArchiveRefused('it is no gzip file as bundles are: without a name or a time, and sealed');
  const member = bytes.subarray(0, end);
  if (!isEqual(bytes.subarray(end), sealOf(createHash('sha256').update(member).digest('hex'))))
    throw new ArchiveDamaged('its seal is not that of its bytes');
  const plain = inflated(member.subarray(HEADER.length, -TRAILER_BYTES), most);
  if (!isEqual(member.subarray(-TRAILER_BYTES), trailerOf(crc32(plain), plain.length)))
    throw new ArchiveRefused('its check sum is not that of its bytes');
  return plain;
}

/** Whether it has the form of a seal, whatever it says. */
function isSeal(bytes: Uint8Array): boolean {
  const sum = /sha256 ([0-9a-f]{64})/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? '';
  return isEqual(bytes, sealOf(sum));
}

function sealOf(hex: string): Buffer {
  return Buffer.concat([SEAL_HEADER, Buffer.from(`sha256 ${hex}\0`, 'latin1'), EMPTY]);
}

function inflated(packed: Uint8Array, most: number): Uint8Array {
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: most, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (engine.bytesWritten !== packed.length) throw new ArchiveRefused('there are bytes behind what is compressed');
    return buffer;
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ArchiveRefused(`it would grow beyond ${most} bytes`);
    throw new ArchiveRefused('it is not compressed as it says');
  }
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

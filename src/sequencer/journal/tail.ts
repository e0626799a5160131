/**
 * Decides what it means when there is no whole record where one could be: the normal end, a torn tail, or damage.
 *
 * Zeros to the end of the file are the normal end: the file is written ahead with zeros. Anything else is what a crash
 * left of the last batch, a torn tail, unless a whole record further on says in `durable` that the missing one had been
 * synced. Then bytes that someone was told are safe have gone, and no guess is made. Records after the gap that belong
 * to the same batch prove nothing: one write may reach the disk in any order, and no caller had been answered.
 *
 * A segment that was closed has no tail: its end was synced before the next one was begun.
 *
 * Not to be seen from the file: that the last batch of a journal which was not closed was damaged after it had been
 * synced. A closed journal ends with a seal, which proves all of it.
 */
import { crc32c } from '../disk/crc32c.ts';
import { HEAD_BYTES, MAX_LENGTH, RECORD_MIN_BYTES, STAMP_BYTES } from './record.ts';
import type { RecordReader } from './record-reader.ts';
import type { Segments } from './segments.ts';
import { readU64 } from './u64.ts';

const WINDOW_BYTES = 1024 * 1024;

/** The bytes a crash left after the last whole record. */
export interface TornTail {
  readonly afterSequence: number;
  /** Its offset in the journal. */
  readonly offset: number;
  /** From there to its last byte that is not zero. */
  readonly bytes: number;
}

/**
 * `end`: the journal ends here, with or without a torn tail. `again`: the record has appeared meanwhile; step once
 * more.
 */
export type Tail = { readonly kind: 'end'; readonly tornTail: TornTail | null } | { readonly kind: 'again' };

/**
 * Decides about the bytes at `reader`'s position, after its step said `none` or `seal`.
 *
 * @throws JournalDamaged
 */
export function checkTail(file: Segments, reader: RecordReader, afterSeal: boolean): Tail {
  if (reader.endOffset < file.active.endOffset) throw reader.damage(`${reader.found()}, in a segment that was closed`);
  const offset = reader.endOffset + (afterSeal ? RECORD_MIN_BYTES : 0);
  const size = file.size();
  const bytes = usedBytes(file, offset, size);
  if (bytes === 0) return { kind: 'end', tornTail: null };
  const proof = findProof(file, offset, size, reader.sequence + 1);
  if (proof === null) return { kind: 'end', tornTail: { afterSequence: reader.sequence, offset, bytes } };
  // A journal that is being written: the record may have been completed between looking for it and looking for the
  // proof.
  reader.forget();
  if (reader.step() === 'record') return { kind: 'again' };
  const found = afterSeal ? 'the seal of a closed journal' : reader.found();
  const at = file.place(proof.offset).offset;
  const said = `byte ${at} holds sequence ${proof.sequence}, written when ${proof.durable} was durable`;
  throw reader.damage(`${found}, though ${said}`);
}

/** How many bytes from `offset` on are in use: up to the last that is not zero. */
function usedBytes(file: Segments, offset: number, size: number): number {
  const window = Buffer.allocUnsafe(Math.max(0, Math.min(WINDOW_BYTES, size - offset)));
  for (let end = size; end > offset; ) {
    const start = Math.max(offset, end - window.length);
    const got = file.read(window.subarray(0, end - start), start);
    for (let at = got - 1; at >= 0; at--) if (window[at] !== 0) return start + at + 1 - offset;
    end = start;
  }
  return 0;
}

/** The first whole record from `offset` on which was written when `sequence` was durable. */
function findProof(
  file: Segments,
  offset: number,
  size: number,
  sequence: number,
): { offset: number; sequence: number; durable: number } | null {
  const window = Buffer.alloc(Math.max(0, Math.min(WINDOW_BYTES, size - offset)));
  const view = new DataView(window.buffer, window.byteOffset, window.length);
  for (let start = offset; start + RECORD_MIN_BYTES <= size; start += window.length - RECORD_MIN_BYTES + 1) {
    const got = file.read(window, start);
    for (let at = 0; at + RECORD_MIN_BYTES <= got; at++) {
      const length = view.getUint32(at, true);
      if (length < STAMP_BYTES || length > MAX_LENGTH) continue;
      const durable = readU64(view, at + HEAD_BYTES);
      if (durable < sequence) continue;
      const itsSequence = readU64(view, at + HEAD_BYTES + 8);
      // No file of this size holds more records: spares a checksum over what only looks like a record.
      if (itsSequence > durable && itsSequence <= size / RECORD_MIN_BYTES && isWhole(file, start + at, length))
        return { offset: start + at, sequence: itsSequence, durable };
    }
    if (got < window.length) break;
  }
  return null;
}

function isWhole(file: Segments, offset: number, length: number): boolean {
  const record = Buffer.allocUnsafe(HEAD_BYTES + length);
  return file.read(record, offset) === record.length && crc32c(record, HEAD_BYTES) === record.readUInt32LE(4);
}

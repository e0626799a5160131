/**
 * The later part of a journal, for a folder that begins with it: its records as they are, from one place to another, so
 * that places in the one journal are places in the other, and a state or mark that was made beside the one fits the
 * other. What comes before is recorded as being in the archive of the order, by which the rest of a start tells it from
 * what is lost (moved.ts).
 */
import { dirname } from 'node:path';
import { turn } from '../../time/event-loop.ts';
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { IN_ARCHIVE, noteMoved } from './moved.ts';
import type { Position } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { segmentFolder, segmentName } from './segment-chain.ts';
import { HASH_BYTES, writeHeader } from './segment-header.ts';
import { Segments } from './segments.ts';

export interface LaterPart {
  /** Of the journal, in hex. */
  readonly id: string;
  /** Before its first record. */
  readonly begin: Position;
  /** After its last. */
  readonly end: Position;
}

const TOGETHER = 1_024;

/**
 * The place before the record of a sequence; the event loop runs in between.
 * @throws JournalDamaged; Error when it is not there
 */
export async function placeBefore(path: string, sequence: number, disk: JournalDisk = realDisk): Promise<Position> {
  const segments = new Segments(path, true, disk);
  try {
    const from = segments.startOf(sequence);
    if (from === null) throw new Error(`${path} does not have sequence ${sequence} any more`);
    const reader = new RecordReader(segments, from);
    while (reader.sequence < sequence - 1) {
      reader.stepOrRefuse();
      if (reader.sequence % TOGETHER === 0) await turn();
    }
    return { sequence: reader.sequence, timeMs: reader.timeMs, endOffset: reader.endOffset };
  } finally {
    segments.close();
  }
}

/** The name by which a journal is told from all others, in hex. */
export function journalId(path: string, disk: JournalDisk = realDisk): string {
  const segments = new Segments(path, true, disk);
  segments.close();
  return segments.id;
}

/** The bytes of a part, no more than `most` at once. @throws JournalDamaged when they are not there */
export function* readPart(
  path: string,
  { begin, end }: Pick<LaterPart, 'begin' | 'end'>,
  most: number,
  disk: JournalDisk = realDisk,
): Generator<Buffer, void, undefined> {
  const segments = new Segments(path, true, disk);
  try {
    for (let offset = begin.endOffset; offset < end.endOffset; ) {
      const bytes = Buffer.alloc(Math.min(most, end.endOffset - offset));
      const count = segments.read(bytes, offset);
      if (count === 0) throw new Error(`${path} ends at byte ${offset}, before ${end.endOffset}`);
      offset += count;
      yield bytes.subarray(0, count);
    }
  } finally {
    segments.close();
  }
}

/** Makes a journal of a part, durably, where there is none. */
export async function writePart(
  path: string,
  { id, begin }: LaterPart,
  bytes: AsyncIterable<Uint8Array>,
  disk: JournalDisk = realDisk,
): Promise<void> {
  const { sequence, timeMs, endOffset: beginOffset } = begin;
  const isWhole = sequence === 0;
  const header = writeHeader({
    id: Buffer.from(id, 'hex'),
    firstSequence: sequence + 1,
    timeMs,
    beginOffset,
    firstBefore: isWhole ? 0 : 1,
    // Of a file that is nowhere.
    hashBefore: Buffer.alloc(HASH_BYTES),
  });
  await disk.makeFolder(segmentFolder(path));
  if (!isWhole) {
    const before = { firstSequence: 1, lastSequence: sequence, bytes: 0, to: IN_ARCHIVE };
    await noteMoved(path, disk, { name: segmentName(1), ...before });
  }
  const file = disk.open(path, false);
  try {
    await file.write(header, 0);
    let at = header.length;
    for await (const piece of bytes) {
      await file.write(piece, at);
      at += piece.length;
    }
    await file.sync();
  } finally {
    file.close();
  }
  await disk.syncFolder(dirname(path));
}

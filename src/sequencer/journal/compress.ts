/**
 * Compresses closed segments, the oldest first, one at a time. The trading thread only closes them; this runs in its
 * own thread, and holds one segment in memory twice.
 *
 * A file is removed only after its compressed form is durable, was read back, and expands to the very bytes, whose hash
 * is the one that the next segment says. A kill leaves the one, or both, or a file ending in `.new`, which the next
 * start takes away.
 */
import { dirname } from 'node:path';
import { type JournalDisk, realDisk, writeDurably } from '../disk/disk.ts';
import { compressSegment, expandSegment, LARGEST_COMPRESSED_BYTES, DecompressionFailed } from './segment-codec.ts';
import type { SegmentLost } from './journal-errors.ts';
import { type ClosedSegment, segmentBytes } from './segment-chain.ts';
import { Segments } from './segments.ts';
import { checkSegment } from './verify-chain.ts';

export interface Compressed {
  /** Of the file that was compressed, and is removed. */
  readonly path: string;
  readonly bytes: number;
  readonly compressedBytes: number;
}

/**
 * Compresses one segment of the journal at `path`; null when there is none left to do. One that is damaged stays as it
 * is, and is named once there is no other.
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
export async function compressClosed(path: string, disk: JournalDisk = realDisk): Promise<Compressed | null> {
  const segments = new Segments(path, true, disk);
  try {
    const segment = await nextSound(segments, disk);
    if (segment === null) return null;
    const content = segments.contentOf(segment);
    const name = `${segment.path}.zst`;
    const isWritten = (): boolean => readBack(disk, name)?.equals(content) === true;
    let isDone = disk.exists(name) && isWritten();
    for (const how of ['columnar', 'asItWas'] as const) {
      const file = isDone ? null : compressSegment(segment.header, content, how);
      if (file === null) continue;
      await writeDurably(disk, name, file);
      isDone = isWritten();
    }
    if (!isDone) throw new Error(`${name} does not read back as it was written; ${segment.path} stays`);
    await disk.remove(segment.path);
    await disk.syncFolder(dirname(segment.path));
    return { path: segment.path, bytes: content.length, compressedBytes: sizeAt(disk, name) };
  } finally {
    segments.close();
  }
}

async function nextSound(segments: Segments, disk: JournalDisk): Promise<ClosedSegment | null> {
  let damaged: SegmentLost | null = null;
  for (const one of segments.closed) {
    if (one.isCompressed || segmentBytes(one) > LARGEST_COMPRESSED_BYTES) continue;
    const checked = await checkSegment(segments, one, disk);
    if (Buffer.isBuffer(checked)) return one;
    damaged ??= checked;
  }
  if (damaged !== null) throw damaged;
  return null;
}

function readBack(disk: JournalDisk, name: string): Buffer | null {
  const file = disk.open(name, true);
  try {
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    return expandSegment(bytes);
  } catch (error) {
    if (error instanceof DecompressionFailed) return null;
    throw error;
  } finally {
    file.close();
  }
}

function sizeAt(disk: JournalDisk, name: string): number {
  const file = disk.open(name, true);
  try {
    return file.size();
  } finally {
    file.close();
  }
}

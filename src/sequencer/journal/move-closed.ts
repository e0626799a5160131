/**
 * Moves closed segments to a folder of the operator's, the oldest first, one at a time: what was moved is a copy that
 * was read back, on whatever disk, and only then is the segment removed. The segments that stay are whole and follow
 * each other. Which may go is for others to say.
 *
 * A kill leaves a file ending in `.new` there, or both files, and the next time resumes from that.
 */
import { basename, dirname, join } from 'node:path';
import { type JournalDisk, writeDurably } from '../disk/disk.ts';
import { type MovedSegment, noteMoved } from './moved.ts';
import { segmentBytes, segmentFolder } from './segment-chain.ts';
import { LARGEST_COMPRESSED_BYTES } from './segment-codec.ts';
import { SegmentLost } from './journal-errors.ts';
import { Segments } from './segments.ts';
import { checkSegment } from './verify-chain.ts';

export interface MayMove {
  /** All that is needed of the journal begins with this command, or later. */
  readonly needed: number;
  /** Segments last stamped before this may go. */
  readonly beforeMs: number;
}

/**
 * The oldest segment, if it may go.
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
export function oldestToMove(path: string, disk: JournalDisk, { needed, beforeMs }: MayMove): MovedSegment | null {
  const segments = new Segments(path, true, disk);
  try {
    const [first, second] = segments.closed;
    if (first === undefined) return null;
    const { sequence, timeMs } = second === undefined ? segments.active : startOf(second.header);
    const isFinal = first.isCompressed || segmentBytes(first) > LARGEST_COMPRESSED_BYTES;
    if (!isFinal || needed <= sequence || timeMs >= beforeMs) return null;
    const { firstSequence } = first.header;
    return { name: basename(first.path), firstSequence, lastSequence: sequence, bytes: first.fileBytes, to: '' };
  } finally {
    segments.close();
  }
}

function startOf({ firstSequence, timeMs }: { firstSequence: number; timeMs: number }) {
  return { sequence: firstSequence - 1, timeMs };
}

/**
 * Moves a segment that may go to the folder `to`, which is there.
 * @throws SegmentLost when it isn't what it was: it stays, to be looked at
 * @throws Error when that folder is missing, or has another file of that name
 */
export async function moveSegment(
  path: string,
  disk: JournalDisk,
  segment: MovedSegment,
  to: string,
): Promise<MovedSegment> {
  const from = join(segmentFolder(path), segment.name);
  const target = join(to, segment.name);
  if (!disk.exists(to)) throw new Error(`${to} is not there: make the folder before anything is moved to it`);
  await requireSound(path, disk, segment.firstSequence);
  const bytes = bytesOf(disk, from);
  if (disk.exists(target)) {
    if (!bytesOf(disk, target).equals(bytes)) throw new Error(`${target} is there, and is another file than ${from}`);
  } else {
    await writeDurably(disk, target, bytes);
    if (!bytesOf(disk, target).equals(bytes)) throw new Error(`${target} does not read back as it was written`);
  }
  const moved = { ...segment, to };
  await noteMoved(path, disk, moved);
  await disk.remove(from);
  await disk.syncFolder(dirname(from));
  return moved;
}

async function requireSound(path: string, disk: JournalDisk, firstSequence: number): Promise<void> {
  const segments = new Segments(path, true, disk);
  try {
    const segment = segments.closed.find(({ header }) => header.firstSequence === firstSequence);
    const checked = segment === undefined ? null : await checkSegment(segments, segment, disk);
    if (checked instanceof SegmentLost) throw checked;
  } finally {
    segments.close();
  }
}

function bytesOf(disk: JournalDisk, path: string): Buffer {
  const file = disk.open(path, true);
  try {
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    return bytes;
  } finally {
    file.close();
  }
}

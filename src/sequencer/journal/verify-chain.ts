/**
 * Checks closed segments by the chain of hashes: each segment says what the SHA-256 of the one before it was when it
 * was closed. Reads them in full, and knows of no record; whether those are whole, find-journal.ts says.
 */
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { SegmentLost } from './journal-errors.ts';
import { HASH_BYTES } from './segment-header.ts';
import { movedSegments } from './moved.ts';
import { type ClosedSegment, isMissing, segmentBytes } from './segment-chain.ts';
import { Segments } from './segments.ts';
import { turn } from '../../time/event-loop.ts';

export interface CheckedSegment {
  readonly segment: ClosedSegment;
  /** Of its header and records (segment-hash.ts), in hex; as they were before they were compressed. */
  readonly hash: string;
  /** As many. */
  readonly bytes: number;
}

export interface CheckedChain {
  /** Those that are right, oldest first. */
  readonly segments: readonly CheckedSegment[];
  /** The others of those that can be reached, oldest first. */
  readonly damaged: readonly SegmentLost[];
  /** The file that is written. */
  readonly active: ActiveSegment;
}

export interface ActiveSegment {
  readonly path: string;
  readonly firstSequence: number;
  /** Of the file, what is written ahead too. */
  readonly fileBytes: number;
}

export interface ChainOptions {
  readonly disk?: JournalDisk;
  /** Called with the part that is done. */
  readonly onProgress?: (part: number) => void;
}

/** @throws JournalDamaged, NotAJournal; errors of the file system as they are */
export async function verifyChain(
  path: string,
  { disk = realDisk, onProgress }: ChainOptions = {},
): Promise<CheckedChain> {
  const segments = new Segments(path, true, disk);
  const checked: CheckedSegment[] = [];
  const damaged: SegmentLost[] = [];
  const active = segments.activeSegment();
  try {
    for (const [at, segment] of segments.closed.entries()) {
      const result = await checkSegment(segments, segment, disk);
      if (result instanceof SegmentLost) damaged.push(result);
      else if (result !== null) checked.push({ segment, hash: result.toString('hex'), bytes: segmentBytes(segment) });
      onProgress?.((at + 1) / segments.closed.length);
      await turn();
    }
    return { segments: checked, damaged, active };
  } finally {
    segments.close();
  }
}

/** The hash of a closed segment, or why it is not what it was; null when it was moved away meanwhile. */
export async function checkSegment(
  segments: Segments,
  segment: ClosedSegment,
  disk: JournalDisk,
): Promise<Buffer | SegmentLost | null> {
  const { path, header, lastSequence } = segment;
  const lost = (found: string): SegmentLost => new SegmentLost(path, header.firstSequence, lastSequence, found);
  try {
    const hash = await segments.hashOf(segment);
    const said = segments.hashAfter(segment);
    if (hash.equals(said)) return hash;
    return lost(`a segment whose hash is ${short(hash)}, and the one after it says ${short(said)}`);
  } catch (error) {
    if (error instanceof SegmentLost) return error;
    // Bytes that the disk can't give back are lost as well; the others are still read.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    if (!isMissing(error)) return lost(`a file that can't be read (${error.message})`);
    const { firstSequence } = header;
    const isMoved = movedSegments(segments.path, disk).some((one) => one.firstSequence === firstSequence);
    return isMoved ? null : lost('no file, which was there a moment before');
  }
}

function short(bytes: Buffer): string {
  return `${bytes.toString('hex').slice(0, HASH_BYTES / 2)}…`;
}

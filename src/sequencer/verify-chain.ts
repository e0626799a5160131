/**
 * Checks the chain of hashes: each segment says what the SHA-256 of the one before it was when it was closed. Reads all
 * of them, and knows of no record; whether those are whole, find-journal.ts says.
 */
import { type JournalDisk, realDisk } from './disk.ts';
import { JournalDamaged } from './journal-errors.ts';
import { HASH_BYTES } from './segment-header.ts';
import { type ClosedSegment, segmentBytes } from './segment-chain.ts';
import { Segments } from './segments.ts';

export interface CheckedSegment {
  readonly segment: ClosedSegment;
  /** Of its header and records (segment-hash.ts), in hex; as they were before they were compressed. */
  readonly hash: string;
  /** As many. */
  readonly bytes: number;
}

export interface CheckedChain {
  /** Oldest first, as far as they are right. */
  readonly segments: readonly CheckedSegment[];
  /** The first that is not; null when all are. */
  readonly problem: JournalDamaged | null;
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
export async function verifyChain(path: string, options: ChainOptions = {}): Promise<CheckedChain> {
  const segments = new Segments(path, true, options.disk ?? realDisk);
  const checked: CheckedSegment[] = [];
  const active = segments.activeSegment();
  try {
    for (const segment of segments.closed) {
      const hash = await segments.hashOf(segment);
      const said = segments.hashAfter(segment);
      if (!hash.equals(said)) return { segments: checked, problem: unlike(segment, hash, said), active };
      checked.push({ segment, hash: hash.toString('hex'), bytes: segmentBytes(segment) });
      options.onProgress?.(checked.length / segments.closed.length);
      await new Promise(setImmediate);
    }
    return { segments: checked, problem: null, active };
  } catch (error) {
    if (error instanceof JournalDamaged) return { segments: checked, problem: error, active };
    throw error;
  } finally {
    segments.close();
  }
}

function unlike({ path, header }: ClosedSegment, hash: Buffer, said: Buffer): JournalDamaged {
  const short = (bytes: Buffer): string => `${bytes.toString('hex').slice(0, HASH_BYTES / 2)}…`;
  const found = `a segment whose hash is ${short(hash)}, and the one after it says ${short(said)}`;
  return new JournalDamaged(path, 0, header.firstSequence, found);
}

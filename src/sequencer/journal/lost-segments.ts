/**
 * Closed segments that are not where they should be. The file that follows one says where it began, and so which is
 * missing; a gap that `journal/moved` accounts for is none. Reads names and headers, and no record.
 */
import { join } from 'node:path';
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { openSegments } from './find-journal.ts';
import type { SegmentLost } from './journal-errors.ts';
import { ACCEPTED, type MovedSegment, movedSegments } from './moved.ts';
import { segmentFolder, segmentName } from './segment-chain.ts';
import type { Segments } from './segments.ts';

export interface MissingCommands {
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** The newest of the files that held them, by the name it had before it was compressed. */
  readonly path: string;
  /** Their loss was accepted. */
  readonly isAccepted: boolean;
}

export interface LostSegments {
  /** Oldest first. */
  readonly missing: readonly MissingCommands[];
  /** The newest of which a header or a size can't be right; null: there is none. */
  readonly damaged: SegmentLost | null;
}

/** @throws JournalDamaged, NotAJournal; errors of the file system as they are */
export function lostSegments(path: string, disk: JournalDisk = realDisk): LostSegments {
  const segments = openSegments(path, disk);
  segments?.close();
  if (segments === null || segments.firstBefore === 0) return { missing: [], damaged: null };
  const { broken, apart } = segments;
  const isThere = apart.some(({ firstSequence }) => firstSequence === broken?.firstSequence);
  return { missing: missingOf(segments, movedSegments(path, disk)), damaged: isThere ? broken : null };
}

/**
 * A file that is there holds what lies between its beginning and the next that is known of, and so does one that was
 * moved, as far as it reached.
 */
function missingOf({ path, begin, firstBefore, apart }: Segments, moved: readonly MovedSegment[]): MissingCommands[] {
  const there = new Set(apart.map(({ firstSequence }) => firstSequence));
  const ends = moved.flatMap(({ firstSequence, lastSequence }) => [firstSequence, lastSequence + 1]);
  const known = [1, firstBefore, ...there, ...ends];
  const starts = [...new Set(known)].filter((start) => start <= begin.sequence).toSorted((a, b) => a - b);
  const missing: MissingCommands[] = [];
  for (const [at, start] of starts.entries()) {
    const lastSequence = (starts[at + 1] ?? begin.sequence + 1) - 1;
    const holders = moved.filter((one) => one.firstSequence <= start && one.lastSequence >= lastSequence);
    if (there.has(start) || holders.some(({ to }) => to !== ACCEPTED)) continue;
    const file = join(segmentFolder(path), segmentName(start));
    const isAccepted = holders.length > 0;
    const before = missing.at(-1);
    const goesOn = before?.lastSequence === start - 1 && before.isAccepted === isAccepted;
    if (goesOn) missing.pop();
    const firstSequence = goesOn ? before.firstSequence : start;
    missing.push({ firstSequence, lastSequence, path: file, isAccepted });
  }
  return missing;
}

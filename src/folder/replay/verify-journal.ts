/**
 * Says of each segment of a folder's journal what it is, and checks all of them: every record, and the chain of hashes.
 * Changes nothing; beside a running exchange it sees one moment of it.
 */
import { realDisk } from '../../sequencer/disk/disk.ts';
import { beginOf, findJournal } from '../../sequencer/journal/find-journal.ts';
import { segmentStart } from '../../sequencer/journal/fits-journal.ts';
import { holderOf } from '../../sequencer/disk/lock.ts';
import { lostSegments } from '../../sequencer/journal/lost-segments.ts';
import { movedWords } from '../../sequencer/journal/moved.ts';
import { verifyChain } from '../../sequencer/journal/verify-chain.ts';
import { dataFolder } from '../disk/data-folder.ts';
import type { Finding } from '../inspect/finding.ts';
import { closedFindings, endingOf } from '../inspect/journal.ts';
import { damagedFile } from '../journal/check-closed.ts';

export interface ListedSegment {
  readonly file: string;
  readonly firstSequence: number;
  /** Of header and records, as they were written; of the last, with what is written ahead. */
  readonly bytes: number;
  /** Of the file. */
  readonly fileBytes: number;
  /** Of the same, in hex, as the next one says it; the last, which is written, has none yet. */
  readonly hash: string | null;
}

export interface VerifiedJournal {
  readonly id: string;
  /** Those that are whole. */
  readonly segments: readonly ListedSegment[];
  /** From this command on every record is there and whole. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly ending: string;
  /** Whereabouts of the commands before it, as sentences; '' when that isn't known. */
  readonly moved: string;
  /** Closed files that are missing, or not what they were. */
  readonly findings: readonly Finding[];
}

/** @throws Error when there is no journal, or what is written of it is damaged; the message says where */
export async function verifyJournal(path: string, onProgress?: (part: number) => void): Promise<VerifiedJournal> {
  const { journal } = dataFolder(path);
  const progress = onProgress === undefined ? {} : { onProgress };
  const begin = beginOf(journal);
  const { missing, damaged: cut } = lostSegments(journal);
  const { segments, damaged, active } = await verifyChain(journal, progress);
  const last = damaged.at(-1);
  const after = last === undefined ? begin : segmentStart(journal, last.lastSequence + 1);
  const found = await findJournal(journal, { ...progress, after });
  if (found === null) throw new Error(`there is no journal in ${path} (${journal} does not exist)`);
  const closed = segments.map(
    ({ segment: { path: file, header, fileBytes }, hash, bytes }): ListedSegment => ({
      file,
      firstSequence: header.firstSequence,
      bytes,
      fileBytes,
      hash,
    }),
  );
  const { firstSequence, fileBytes } = active;
  const damagedFiles = [...(cut === null ? [] : [cut]), ...damaged].map(damagedFile);
  return {
    id: found.id,
    segments: [...closed, { file: active.path, firstSequence, bytes: fileBytes, fileBytes, hash: null }],
    firstSequence: after.sequence + 1,
    lastSequence: found.end.sequence,
    moved: movedWords(journal, realDisk, begin.sequence + 1),
    ending: endingOf(found, holderOf(path).isHeld),
    findings: closedFindings({ missing, damaged: damagedFiles, unread: 0 }),
  };
}

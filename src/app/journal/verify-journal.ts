/**
 * Says of each segment of a folder's journal what it is, and checks all of them: every record, and the chain of hashes.
 * Changes nothing; beside a running exchange it sees one moment of it.
 */
import { beginOf, findJournal } from '../../sequencer/find-journal.ts';
import { verifyChain } from '../../sequencer/verify-chain.ts';
import { dataFolder } from '../disk/data-folder.ts';
import { endingOf } from '../judge/judge-journal.ts';

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
  readonly segments: readonly ListedSegment[];
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly ending: string;
}

/** @throws Error when there is no journal, or it is damaged; the message says where */
export async function verifyJournal(path: string, onProgress?: (part: number) => void): Promise<VerifiedJournal> {
  const { journal } = dataFolder(path);
  const progress = onProgress === undefined ? {} : { onProgress };
  const begin = beginOf(journal);
  const found = await findJournal(journal, { ...progress, after: begin });
  if (found === null) throw new Error(`there is no journal in ${path} (${journal} does not exist)`);
  const { segments, problem, active } = await verifyChain(journal, progress);
  if (problem !== null) throw problem;
  const closed = segments.map(
    ({ segment: { path: file, header, fileBytes }, hash, bytes }): ListedSegment => ({
      file,
      firstSequence: header.firstSequence,
      bytes,
      fileBytes,
      hash,
    }),
  );
  return {
    id: found.id,
    segments: [
      ...closed,
      {
        file: active.path,
        firstSequence: active.firstSequence,
        bytes: active.fileBytes,
        fileBytes: active.fileBytes,
        hash: null,
      },
    ],
    firstSequence: begin.sequence + 1,
    lastSequence: found.end.sequence,
    ending: endingOf({ state: 'there', found, timeAtStore: null }),
  };
}

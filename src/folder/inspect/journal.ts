/** The journal of a data folder: whether it can be read to its end, how it ends, and what is missing of it. */
import { basename } from 'node:path';
import { type FoundJournal, findJournal } from '../../sequencer/journal/find-journal.ts';
import { JournalBeginsLater, JournalDamaged, NotAJournal } from '../../sequencer/journal/journal-errors.ts';
import type { MissingCommands } from '../../sequencer/journal/lost-segments.ts';
import type { Position } from '../../sequencer/journal/record.ts';
import type { ClosedCheck, DamagedFile } from '../journal/check-closed.ts';
import { type Finding, note, refuse, wrong, wrongLoss } from './finding.ts';

const JOURNAL = 'journal.log';
/** The remedy whenever the beginning of a journal is needed. */
export const PUT_BACK = 'Put the files that were moved back into the folder `journal`';

/** A journal that can be read to its end, from `after` on. */
export interface ReadableJournal {
  readonly state: 'there';
  readonly found: FoundJournal;
  readonly closed: ClosedCheck;
}

export type InspectedJournal =
  | { readonly state: 'absent' }
  | { readonly state: 'damaged' | 'foreign' | 'moved'; readonly problem: string }
  | ReadableJournal;

export interface InspectJournalOptions {
  /** Called now and then while the journal is read, with the part that is done. */
  readonly onProgress?: (part: number) => void;
  /** Looks at the journal's closed files. */
  readonly atClosed: (journal: string) => Promise<ClosedCheck>;
}

/** @param after it is read from here on; from its first record when left out */
export async function inspectJournal(
  path: string,
  { onProgress, atClosed }: InspectJournalOptions,
  after?: Position,
): Promise<InspectedJournal> {
  try {
    const finding = findJournal(path, {
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(after === undefined ? {} : { after }),
    });
    const [found, closed] = await Promise.all([finding, atClosed(path)]);
    return found === null ? { state: 'absent' } : { state: 'there', found, closed };
  } catch (error) {
    if (error instanceof JournalBeginsLater) return { state: 'moved', problem: error.message };
    if (error instanceof JournalDamaged) return { state: 'damaged', problem: error.message };
    if (error instanceof NotAJournal) return { state: 'foreign', problem: error.message };
    throw error;
  }
}

/** @param isRunning an exchange runs on it: what follows the last whole record is being written */
export function journalFindings(journal: InspectedJournal, isRunning: boolean): Finding[] {
  if (journal.state === 'absent') return [];
  if (journal.state !== 'there') return [unreadable(journal.state, journal.problem)];
  const tail = isRunning ? null : torn(journal.found);
  return [...setAside(journal.found), ...(tail === null ? [] : [tail])];
}

function unreadable(state: 'damaged' | 'foreign' | 'moved', found: string): Finding {
  const words = {
    foreign: {
      means: 'The file is something else, or was written by another version.',
      do: 'Put the journal of this exchange back, or run the version that wrote it.',
    },
    moved: {
      means: 'The files before it are not here, and no sound snapshot is there that stands for them.',
      do: `${PUT_BACK}, or restore the folder from a copy. A node that began from a snapshot begins anew with an empty folder.`,
    },
    damaged: {
      means: 'Bytes that were durable are not what was written: a fault of the disk, or somebody edited the file.',
      do: 'Restore the file it names: a closed one, which never changes, from any copy; journal.log from the newest that `outcry replay` calls sound.',
    },
  };
  return refuse(`${state}-journal`, JOURNAL, { found, ...words[state] });
}

/** Commands that are passed over stay in sight for as long as the journal lives. */
function setAside({ setAsides }: FoundJournal): Finding[] {
  return [...setAsides].map(([sequence, { command, markedAt }]) =>
    note('set-aside', JOURNAL, {
      found: `command ${sequence} is set aside by record ${markedAt}: ${command.reason}`,
      means: 'It could not be applied, and whatever reads this journal passes over it.',
      do: 'Nothing, if its cause is known and gone.',
    }),
  );
}

function torn({ tornTail }: FoundJournal): Finding | null {
  if (tornTail === null) return null;
  return note('torn-tail', JOURNAL, {
    found: `${tornTail.bytes} bytes behind sequence ${tornTail.afterSequence} (byte ${tornTail.offset}) are no whole record`,
    means: 'A crash left half of a batch there, and nobody is answered before a batch is whole.',
    do: 'Nothing: the start cuts them.',
  });
}

/** How a journal ends, in words. */
export function endingOf({ isNew, isSealed, tornTail }: FoundJournal, isRunning: boolean): string {
  if (isRunning && !isSealed) return 'being written: the exchange runs';
  if (isNew) return 'new: it holds no command yet';
  if (tornTail !== null) return `torn: ${tornTail.bytes} bytes behind the last whole record`;
  return isSealed
    ? 'sealed: it was closed in order, and this is all of it'
    : 'unsealed: the exchange was killed; only the read store can tell whether commands are missing behind it';
}

const TRUTH = 'It is the only record of these commands: no replay, and no read store built anew, can do without it.';

/**
 * Of the closed files, which are missing, damaged, or not known to be whole. A start that resumes from a snapshot does
 * not need them, so it goes on, and says so each time; they are the truth all the same, and what needs them one day (a
 * replay, a rebuilt read store, a judge) would miss them then.
 */
export function closedFindings({ missing, damaged, unread }: Pick<ClosedCheck, 'missing' | 'damaged' | 'unread'>) {
  const findings = [...missing.map(missingFinding), ...damaged.map(damagedFinding)];
  if (unread > 0)
    findings.push(
      note('unread-segments', 'journal', {
        found: `${unread} closed files came here or were changed since they were last read, and were not read now`,
        means: 'The start has a second for that.',
        do: 'Nothing: the exchange reads one an hour. `outcry journal verify` reads all of them.',
      }),
    );
  return findings;
}

/** The last command that can't be read any more, in whatever file; 0: all can. */
export function unreadableUpTo({ found, closed }: ReadableJournal): number {
  return Math.max(found.begin.sequence, ...closed.damaged.map(({ lastSequence }) => lastSequence));
}

export function missingFinding({ path, firstSequence, lastSequence, isAccepted }: MissingCommands): Finding {
  const file = `journal/${basename(path)}`;
  const isOne = firstSequence === lastSequence;
  const which = isOne ? `command ${firstSequence}` : `commands ${firstSequence} to ${lastSequence}`;
  if (isAccepted)
    return note('missing-segment', file, {
      found: `${which} are not here, and their loss was accepted`,
      means: TRUTH,
      do: 'Nothing. Should a copy of the files turn up, put them into the folder `journal`.',
    });
  return wrongLoss('missing-segment', file, lastSequence, {
    found: `it is not here, nor compressed, and \`journal/moved\` does not say where it went: ${which} ${isOne ? 'is' : 'are'} missing`,
    means: TRUTH,
    do: 'Put the files that held them back into the folder `journal`, from a copy or the archive.',
  });
}

function damagedFinding({ path, firstSequence, lastSequence, problem }: DamagedFile): Finding {
  return wrong('damaged-segment', `journal/${basename(path)}`, {
    found: problem,
    means: `${TRUTH} It held commands ${firstSequence} to ${lastSequence}.`,
    do: 'Restore this one file from a copy: closed files never change.',
  });
}

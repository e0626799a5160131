/** Judges the journal by itself: whether it can be read to its end, and how it ends. */
import type { FoundJournal } from '../../sequencer/find-journal.ts';
import type { JournalFacts } from './facts.ts';
import { type Finding, refuse, tell } from './finding.ts';

const JOURNAL = 'journal.log';
/** The remedy whenever the beginning of a journal is needed. */
export const PUT_BACK = 'Put the files that were moved back into the folder `journal`';

/** @param isRunning an exchange runs on it: what follows the last whole record is being written */
export function judgeJournal(journal: JournalFacts, isRunning: boolean): Finding[] {
  if (journal.state === 'absent') return [];
  if (journal.state === 'foreign')
    return [
      refuse('foreign-journal', JOURNAL, {
        found: journal.problem,
        means: 'The file is something else, or was written by a newer version.',
        do: 'Put the journal of this exchange back, or run the version that wrote it.',
      }),
    ];
  if (journal.state === 'moved')
    return [
      refuse('moved-journal', JOURNAL, {
        found: journal.problem,
        means: 'The files before it are not here, and no sound snapshot is there that stands for them.',
        do: `${PUT_BACK}, or restore the folder from a copy.`,
      }),
    ];
  if (journal.state !== 'there')
    return [
      refuse('damaged-journal', JOURNAL, {
        found: journal.problem,
        means: 'Bytes that were durable are not what was written: a fault of the disk, or somebody edited the file.',
        do: 'Restore the file it names: a closed one, which never changes, from any copy; journal.log from the newest that `outcry replay` calls sound.',
      }),
    ];
  return [...setAside(journal.found), ...(isRunning ? [] : torn(journal.found))];
}

/** Commands that are passed over stay in sight for as long as the journal lives. */
function setAside({ setAsides }: FoundJournal): Finding[] {
  return [...setAsides].map(([sequence, { command, markedAt }]) =>
    tell('set-aside', JOURNAL, {
      found: `command ${sequence} is set aside by record ${markedAt}: ${command.reason}`,
      means: 'It could not be applied, and whatever reads this journal passes over it.',
      do: 'Nothing, if its cause is known and gone.',
    }),
  );
}

function torn({ tornTail }: FoundJournal): Finding[] {
  if (tornTail === null) return [];
  return [
    tell('torn-tail', JOURNAL, {
      found: `${tornTail.bytes} bytes behind sequence ${tornTail.afterSequence} (byte ${tornTail.offset}) are no whole record`,
      means: 'A crash left half of a batch there, and nobody is answered before a batch is whole.',
      do: 'Nothing: the start cuts them.',
    }),
  ];
}

/** How a journal ends, in words. */
export function endingOf(journal: JournalFacts, isRunning: boolean): string {
  if (journal.state !== 'there') return journal.state;
  const { isNew, isSealed, tornTail } = journal.found;
  if (isRunning && !isSealed) return 'being written: the exchange runs';
  if (isNew) return 'new: it holds no command yet';
  if (tornTail !== null) return `torn: ${tornTail.bytes} bytes behind the last whole record`;
  return isSealed
    ? 'sealed: it was closed in order, and this is all of it'
    : 'unsealed: the exchange was killed; only the read store can tell whether commands are missing behind it';
}

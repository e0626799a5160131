/**
 * Judges the closed files of a journal: which are missing, damaged, or not known to be whole. A start that goes on from
 * a snapshot does not need them, so it goes on, and says so each time; they are the truth all the same, and what needs
 * them one day (a replay, a rebuilt read store, a judge) would miss them then.
 */
import { basename } from 'node:path';
import type { ClosedLook, DamagedFile } from '../journal/check-closed.ts';
import type { MissingCommands } from '../../sequencer/lost-segments.ts';
import type { JournalFacts } from './facts.ts';
import { type Finding, tell, wrong, wrongLoss } from './finding.ts';

const TRUTH = 'It is the only record of these commands: no replay, and no read store built anew, can do without it.';

export function judgeClosed(journal: JournalFacts): Finding[] {
  return journal.state === 'there' ? judgeLook(journal.closed) : [];
}

export function judgeLook({ missing, damaged, unread }: ClosedLook): Finding[] {
  return [
    ...missing.map(judgeMissing),
    ...damaged.map(judgeDamaged),
    ...(unread === 0
      ? []
      : [
          tell('unread-segments', 'journal', {
            found: `${unread} closed files came here or were changed since they were last read, and were not read now`,
            means: 'The start has a second for that.',
            do: 'Nothing: the exchange reads one an hour. `outcry journal verify` reads all of them.',
          }),
        ]),
  ];
}

/** The last command that can't be read any more, in whatever file; 0: all can. */
export function unreadableUpTo(journal: JournalFacts): number {
  if (journal.state !== 'there') return 0;
  const { found, closed } = journal;
  return Math.max(found.begin.sequence, ...closed.damaged.map(({ lastSequence }) => lastSequence));
}

export function judgeMissing({ path, firstSequence, lastSequence, isAccepted }: MissingCommands): Finding {
  const file = `journal/${basename(path)}`;
  const which =
    firstSequence === lastSequence ? `command ${firstSequence}` : `commands ${firstSequence} to ${lastSequence}`;
  if (isAccepted)
    return tell('missing-segment', file, {
      found: `${which} are not here, and their loss was accepted`,
      means: TRUTH,
      do: 'Nothing. Should a copy of the files turn up, put them into the folder `journal`.',
    });
  return wrongLoss('missing-segment', file, lastSequence, {
    found: `it is not here, nor compressed, and \`journal/moved\` does not say where it went: ${which} ${firstSequence === lastSequence ? 'is' : 'are'} missing`,
    means: TRUTH,
    do: 'Put the files that held them back into the folder `journal`, from a copy or the archive.',
  });
}

function judgeDamaged({ path, firstSequence, lastSequence, problem }: DamagedFile): Finding {
  return wrong('damaged-segment', `journal/${basename(path)}`, {
    found: problem,
    means: `${TRUTH} It held commands ${firstSequence} to ${lastSequence}.`,
    do: 'Restore this one file from a copy: closed files never change.',
  });
}

/**
 * Notices of the organiser (CTST-014): a public leaf has the words and whose they are, and another says that they are
 * pinned, not pinned any more, or withdrawn. The state keeps none of it: the leaves are the record.
 */
import type { ChangeNotice, PostNotice } from '../language/commands.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { checkLog, findContest } from './find.ts';
import { appendPublic } from './leaves.ts';

/** Answers the index of its leaf, by which it is changed. */
export function postNotice(
  turn: Turn,
  { contest, text, pinned, actor }: PostNotice,
): Decision<{ readonly index: number }> {
  const refused = checkShown(turn, contest);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  return accept({ index: appendPublic(turn, 'notice', { actor, contest, pinned, text }) });
}

export function changeNotice(turn: Turn, { contest, notice, change, actor }: ChangeNotice): Decision<null> {
  const refused = checkShown(turn, contest);
  if (refused !== null) return refuse(refused);
  if (notice >= turn.state.ailog.nextIndex) return refuse(invalidField('notice', `${notice}, which is no leaf yet`));

  // From here on it must succeed.
  appendPublic(turn, 'notice', { actor, change, contest, notice });
  return accept(null);
}

/** Nobody sees the notices of a draft, and one that is called off has none any more. */
function checkShown({ state }: Turn, id: string): Reject | null {
  const contest = findContest(state, id);
  if (!contest.ok) return contest.reject;
  const { phase } = contest.result;
  if (phase === 'draft' || phase === 'cancelled') return conflictingField('contest', `${id}, which is in ${phase}`);
  return checkLog(state, 'contest');
}

/**
 * moveContest (CTST-002): the phases an organiser begins. The others begin with a tick (`contest-tick.ts`).
 */
import type { MoveContest } from '../language/commands.ts';
import { conflictingField, type Reject } from '../language/rejects.ts';
import { invariant } from '../num/invariant.ts';
import { isOver } from '../state/contest-lists.ts';
import type { Contest } from '../state/records.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { findContest } from './find.ts';
import { noteContest } from './leaves.ts';
import { contestBoard } from './facts.ts';

export function moveContest(turn: Turn, { contest: id, phase }: MoveContest): Decision<null> {
  const found = findContest(turn.state, id);
  if (!found.ok) return found;
  const contest = found.result;
  const why = MOVES[phase](contest, turn.timeMs);
  if (why !== null) return refuse(refusal(contest, phase, why));

  // From here on it must succeed.
  if (phase === 'final') contest.board = finalBoard(contest);
  if (contest.phase === 'live') turn.state.contest.live--;
  invariant(
    turn.state.contest.live >= 0,
    'CTST-002: no more contests end than began',
    contest,
    turn.state.contest.live,
  );
  contest.phase = phase;
  contest.nextSampleMs = 0;
  if (phase !== 'registration') release(contest);
  noteContest(turn, contest);
  return accept(null);
}

function refusal({ id, phase: now }: Contest, phase: string, why: string): Reject {
  return conflictingField('phase', `contest ${id} is in ${now} and can't go to ${phase}: ${why}`);
}

/** Why not, or null. */
const MOVES: Readonly<Record<MoveContest['phase'], (contest: Contest, timeMs: number) => string | null>> = {
  registration: ({ phase, config }, timeMs) => {
    if (phase !== 'draft') return 'only a draft is opened';
    return timeMs >= config.startMs ? `it was to start at ${config.startMs}` : null;
  },
  final: whyNotFinal,
  cancelled: (contest) => (isOver(contest) ? 'it is over' : null),
};

function whyNotFinal(contest: Contest, timeMs: number): string | null {
  const { phase, config, report, cases } = contest;
  const { evidenceUntilMs, practice } = config;
  if (phase !== 'review') return 'only a contest in review is ended';
  if (timeMs <= evidenceUntilMs) return `evidence counts until ${evidenceUntilMs}`;
  if (report === null || report.timeMs <= evidenceUntilMs) return `it needs a report recorded after ${evidenceUntilMs}`;
  if (practice) return null;
  const open = cases.find(({ state }) => state !== 'closed');
  if (open !== undefined) return `case ${open.id} is ${open.state}`;
  const doubtful = report.teams.find(
    ({ team, verdict }) => verdict !== 'VERIFIED' && !cases.some((one) => one.team.id === team),
  );
  return doubtful === undefined ? null : `the report says ${doubtful.verdict} of ${doubtful.team}, which had no case`;
}

function finalBoard(contest: Contest): Contest['board'] {
  return contestBoard(contest, contest.config.endMs).rows.map(({ rank, score, standing }) => ({
    rank,
    score: score === null ? null : String(score),
    team: standing.team,
  }));
}

/** Its accounts belong to themselves again. */
function release({ teams }: Contest): void {
  for (const { account, contest } of teams) if (account.team?.contest === contest) account.team = null;
}

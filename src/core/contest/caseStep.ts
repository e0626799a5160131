/**
 * caseStep (CTST-010): disqualification takes two judges, and its appeal a third. One table says who may do what when;
 * the core holds persons and times, so no race can get around them.
 */
import type { CaseStep } from '../language/commands.ts';
import { MOST_CASE_FILES } from '../language/contest-config.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import type { CaseState } from '../language/contest-words.ts';
import { invariant } from '../num/invariant.ts';
import { isOver } from '../state/contest-lists.ts';
import type { Case, Contest, Team } from '../state/records.ts';
import { accept, type CaseStepped, type Decision, refuse } from '../turn/outcome.ts';
import { announce, type Turn } from '../turn/turn.ts';
import type { TimeMs } from '../num/units.ts';
import type { State } from '../state/state.ts';
import { findCase, findContest, findTeam } from './find.ts';
import { noteCase, noteVerdict } from './leaves.ts';
import { moveTeam } from './teams.ts';

export const DUE_MS = 259_200_000;
const MOST_ANSWERS = 20;

type Step = Exclude<CaseStep['step'], 'open'>;

interface Rule {
  readonly from: CaseState;
  readonly by: 'judge' | 'team';
  /** Why this actor may not do it now, or null. */
  readonly unless?: (one: Case, command: CaseStep, timeMs: TimeMs) => string | null;
  readonly apply: (turn: Turn, one: Case, command: CaseStep) => void;
}

/** Appends the sealed leaf of the step and moves the case. */
function to(state: CaseState, change: (one: Case, command: CaseStep, timeMs: TimeMs) => void = () => undefined) {
  return (turn: Turn, one: Case, command: CaseStep): void => {
    change(one, command, turn.timeMs);
    one.state = state;
    noteCase(turn, one, command);
  };
}

const RULES: { readonly [Name in Step]: Rule } = {
  notice: {
    from: 'opened',
    by: 'judge',
    apply: to('noticed', (one, _, timeMs) => (one.answerDueMs = timeMs + DUE_MS)),
  },
  answer: {
    from: 'noticed',
    by: 'team',
    unless: noRoomFor,
    apply: to('noticed', (one, { files = [] }) => {
      one.answers++;
      one.files += files.length;
    }),
  },
  waive: { from: 'noticed', by: 'team', apply: to('noticed', (one, _, timeMs) => (one.answerDueMs = timeMs)) },
  propose: {
    from: 'noticed',
    by: 'judge',
    unless: ({ answerDueMs }, _, timeMs) =>
      timeMs >= answerDueMs ? null : `the team may answer until ${answerDueMs}, or waive it`,
    apply: to('proposed', (one, { actor, outcome, rules, publicText }) => {
      one.proposal = { by: actor, outcome: outcome!, rules, text: publicText!, confirmedBy: null };
    }),
  },
  confirm: { from: 'proposed', by: 'judge', unless: isProposer, apply: confirm },
  return: { from: 'proposed', by: 'judge', unless: isProposer, apply: to('noticed', (one) => (one.proposal = null)) },
  appeal: {
    from: 'decided',
    by: 'team',
    unless: ({ proposal, decidedMs }, _, timeMs) =>
      proposal?.outcome !== 'disqualified'
        ? 'only a disqualification is appealed'
        : timeMs > decidedMs + DUE_MS
          ? `it could be appealed until ${decidedMs + DUE_MS}`
          : null,
    apply: to('appealed', (one) => (one.appealed = true)),
  },
  uphold: { from: 'appealed', by: 'judge', unless: tookPart, apply: (turn, one, command) => end(turn, one, command) },
  overturn: {
    from: 'appealed',
    by: 'judge',
    unless: tookPart,
    apply: (turn, one, command) => {
      one.overturned = true;
      if (one.formerState !== null) moveTeam(turn, one.team, one.formerState);
      end(turn, one, command);
    },
  },
};

function noRoomFor({ answers, files }: Case, { files: more = [] }: CaseStep): string | null {
  if (answers >= MOST_ANSWERS) return `${MOST_ANSWERS} answers were given, no more are taken`;
  if (files + more.length <= MOST_CASE_FILES) return null;
  return `the case has ${files} files of ${MOST_CASE_FILES}, ${more.length} more do not fit`;
}

function isProposer({ proposal }: Case, { actor }: CaseStep): string | null {
  return proposal?.by === actor ? `${actor} proposed it; another judge decides` : null;
}

function tookPart({ proposal }: Case, { actor }: CaseStep): string | null {
  const took = proposal?.by === actor || proposal?.confirmedBy === actor;
  return took ? `${actor} took part in the decision; a judge who did not decides about the appeal` : null;
}

/** The decision: it is public, and takes effect at once. */
function confirm(turn: Turn, one: Case, { actor }: CaseStep): void {
  const { proposal } = one;
  invariant(proposal !== null && proposal.confirmedBy === null, 'CTST-010: a proposal is confirmed once', one);
  one.proposal = { ...proposal, confirmedBy: actor };
  one.state = 'decided';
  one.decidedMs = turn.timeMs;
  if (proposal.outcome === 'disqualified' && one.team.state !== 'disqualified') {
    one.formerState = one.team.state;
    moveTeam(turn, one.team, 'disqualified');
  }
  noteVerdict(turn, one, proposal.outcome, [proposal.by, actor]);
}

function end(turn: Turn, one: Case, { actor, step }: CaseStep): void {
  const decided = one.proposal?.confirmedBy ?? null;
  invariant(decided !== null && one.appealed, 'CTST-010: an appeal is against a decision', one, decided);
  one.state = 'closed';
  noteVerdict(turn, one, step === 'uphold' ? 'upheld' : 'overturned', [actor]);
}

export function caseStep(turn: Turn, command: CaseStep): Decision<CaseStepped> {
  const found = findStep(turn.state, command, turn.timeMs);
  if (!found.ok) return found;
  const { contest, team, one } = found.result;

  // From here on it must succeed.
  if (one === null) return openCase(turn, contest, team, command);
  RULES[command.step as Step].apply(turn, one, command);
  return accept({ case: one.id });
}

/** Why a step would be refused now, or null: asked before its text and files are kept. */
export function refusedStep(state: State, command: CaseStep, timeMs: TimeMs): Reject | null {
  const found = findStep(state, command, timeMs);
  return found.ok ? null : found.reject;
}

interface Place {
  readonly contest: Contest;
  readonly team: Team;
  /** Null: to be opened. */
  readonly one: Case | null;
}

/** The case and team of the step, or why it can't be taken. */
function findStep(state: State, command: CaseStep, timeMs: TimeMs): Decision<Place> {
  const found = findContest(state, command.contest);
  if (!found.ok) return found;
  const contest = found.result;
  if (isOver(contest)) return refuse(conflictingField('contest', `contest ${contest.id} is ${contest.phase}`));
  if (command.step === 'open') {
    const named = findTeam(contest, command.team ?? '');
    if (!named.ok) return named;
    const refused = checkOpening(contest, named.result, command);
    return refused === null ? accept({ contest, team: named.result, one: null }) : refuse(refused);
  }
  const named = findCase(contest, command.case ?? '');
  if (!named.ok) return named;
  const one = named.result;
  const refused = checkStep(RULES[command.step], one, command, timeMs);
  return refused === null ? accept({ contest, team: one.team, one }) : refuse(refused);
}

function checkStep({ from, by, unless }: Rule, one: Case, command: CaseStep, timeMs: TimeMs): Reject | null {
  const { step, account, outcome, publicText, rules, files = [] } = command;
  if (by === 'judge' ? account !== null : account !== one.team.account.id)
    return by === 'judge'
      ? conflictingField('step', `${step} is a judge's`)
      : invalidField('case', `${one.id}, which is no case of account ${account ?? 'none'}`);
  if (one.state !== from) return conflictingField('step', `case ${one.id} is ${one.state}; ${step} needs ${from}`);
  if (files.length > 0 && step !== 'answer') return conflictingField('files', 'files come with an answer');
  const isProposal = step === 'propose';
  if (isProposal && (outcome === null || publicText === null || rules.length === 0))
    return invalidField('outcome', 'a proposal without outcome, rules and public text');
  const why = unless?.(one, command, timeMs) ?? null;
  return why === null ? null : conflictingField('step', why);
}

/** In a contest that plays or is looked back at; a rehearsal has no cases. */
function openCase(turn: Turn, contest: Contest, team: Team, command: CaseStep): Decision<CaseStepped> {
  const one: Case = {
    contest,
    id: `k${contest.cases.length + 1}`,
    team,
    openedBy: command.actor,
    state: 'opened',
    answerDueMs: 0,
    answers: 0,
    files: 0,
    proposal: null,
    decidedMs: 0,
    appealed: false,
    overturned: false,
    formerState: null,
  };
  contest.cases.push(one);
  noteCase(turn, one, command);
  return accept({ case: one.id });
}

function checkOpening({ id, phase, config }: Contest, team: Team, command: CaseStep): Reject | null {
  const { account, textSha256, files = [] } = command;
  if (account !== null) return conflictingField('step', "open is a judge's");
  if (config.practice) return conflictingField('contest', `contest ${id} is a rehearsal, which has no cases`);
  if (phase !== 'live' && phase !== 'review')
    return conflictingField('contest', `contest ${id} is in ${phase}; cases are opened in live and review`);
  if (team.track === null) return conflictingField('team', `team ${team.id} did not play`);
  if (files.length > 0) return conflictingField('files', 'files come with an answer');
  return textSha256 === null ? invalidField('textSha256', 'none; a case names a report or a reason') : null;
}

/** Until when what was decided can be appealed; null when it can't be. */
export function appealDueOf({ state, proposal, decidedMs }: Case): TimeMs | null {
  return state === 'decided' && proposal?.outcome === 'disqualified' ? decidedMs + DUE_MS : null;
}

/** Decided cases that can't be appealed, or no more. */
export function closeDecided(turn: Turn, { cases }: Contest): void {
  for (const one of cases) {
    if (one.state !== 'decided') continue;
    const appealDueMs = appealDueOf(one);
    if (appealDueMs !== null && turn.timeMs <= appealDueMs) continue;
    one.state = 'closed';
    announce(turn, { name: 'caseChanged', case: one });
  }
}

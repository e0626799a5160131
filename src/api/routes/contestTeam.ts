/** GET /contest/team: a team's row, what a report says of it, its models and its cases, as far as everybody may see. */
import { Type } from 'typebox';
import type { Case, Contest } from '../../core/state/records.ts';
import type { PublicLeaf } from '../../store/queries/contests.ts';
import { defineRoute } from '../front/route.ts';
import { boardAt, CONTEST_READ, contestField, contestIdField, shownFindings, teamField } from '../reading/contests.ts';
import { text } from '../reading/schemas.ts';
import { boardRowView, contestTeamShape, standingView } from '../shapes/contest.ts';

export const contestTeam = defineRoute({
  operation: 'contestTeam',
  summary: 'A team of a contest',
  ...CONTEST_READ,
  path: '/capi/v2/contest/team',
  parameters: Type.Object({ id: contestIdField, team: text('Id of the team') }),
  sample: 'id=c1&team=t1',
  answer: contestTeamShape,
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    const contest = contestField(fields, call);
    return { contest, team: teamField(fields, contest) };
  },
  handle: async ({ contest, team }, call) => {
    const at = await boardAt(contest, call, null);
    const row = at.board.rows.find(({ standing }) => standing.team === team.id);
    // Only what a verdict made public: before that, a case is known only to those it concerns.
    const decided = contest.cases.filter((one) => one.team === team && one.decidedMs !== 0);
    const { store, sequencer } = call.deps;
    const leaves =
      decided.length === 0 ? [] : await store.ask('publicLeaves', { kinds: ['verdict'] }, sequencer.sequence);
    return {
      at: at.atMs,
      reportAt: contest.report?.timeMs ?? null,
      row: row === undefined ? null : boardRowView(contest, row, at.reported),
      standing: standingView(contest, team.id, at),
      models: team.models,
      state: team.state,
      findings: await shownFindings(contest, team.id, call.deps),
      cases: decided.map((one) => caseView(contest, one, leaves)),
      disclosure: contest.config.disclosure,
    };
  },
});

/** The leaf of a decision, which everybody may read. */
interface Verdict {
  readonly by: readonly string[];
  readonly case: string;
  readonly contest: string;
  readonly outcome: string;
}

function caseView(contest: Contest, { id, state, proposal, overturned }: Case, leaves: readonly PublicLeaf[]) {
  return {
    case: id,
    state,
    outcome: overturned ? 'overturned' : (proposal?.outcome ?? null),
    rules: [...(proposal?.rules ?? [])],
    publicText: proposal?.text ?? '',
    decisions: leaves.flatMap(({ index, timeMs: t, payload }) => {
      const { by, case: of, contest: within, outcome } = payload as Verdict;
      return within === contest.id && of === id ? [{ index, t, outcome, judges: by.length }] : [];
    }),
  };
}

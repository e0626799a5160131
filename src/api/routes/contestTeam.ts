/** GET /contest/team: a team's row, its models and its cases, as far as everybody may see them. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { boardAt, CONTEST_READ, contestField, contestIdField, findingsOf, teamField } from '../reading/contests.ts';
import { text } from '../reading/schemas.ts';
import { boardRowView, contestTeamShape } from '../shapes/contest.ts';

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
    const { atMs, board, levels } = await boardAt(contest, call, null);
    const row = board.rows.find(({ standing }) => standing.team === team.id);
    // Only what a verdict made public: before that, a case is known only to those it concerns.
    const decided = contest.cases.filter((one) => one.team === team && one.decidedMs !== 0);
    return {
      at: atMs,
      reportAt: contest.report?.timeMs ?? null,
      row: row === undefined ? null : boardRowView(contest, row, levels),
      models: team.models,
      state: team.state,
      findings: (await findingsOf(contest, team.id, call.deps)).shown,
      cases: decided.map(({ id, state, proposal }) => ({ case: id, state, outcome: proposal?.outcome ?? null })),
      disclosure: contest.config.disclosure,
    };
  },
});

/**
 * GET /contest/team: a team's row, its open positions, what a report says of it, its models and its cases, as far as
 * everybody may see.
 */
import type { Case, Contest } from '../../core/state/records.ts';
import type { PublicLeaf } from '../../store/read/contests.ts';
import { defineRoute } from '../call/route.ts';
import { allHeldPositions } from '../shapes/position.ts';
import { boardAt, CONTEST_READ, contest, shownFindings, teamIn } from '../reading/contests.ts';
import { text } from '../call/parameter.ts';
import { disclosesNow } from '../reading/disclosure.ts';
import { boardRowView, contestTeamShape, standingView, teamPositionView } from '../shapes/contest.ts';

export const contestTeam = defineRoute({
  operation: 'contestTeam',
  summary: 'A team of a contest',
  ...CONTEST_READ,
  path: '/capi/v2/contest/team',
  parameters: { id: contest, team: text('Id of the team') },
  sample: 'id=c1&team=t1',
  answer: contestTeamShape,
  errors: ['40019', '40020'],
  parse: ({ id, team }) => ({ of: id, team: teamIn(id, team) }),
  handle: async ({ of, team }, call) => {
    const at = await boardAt(of, call, null);
    const row = at.board.rows.find(({ standing }) => standing.team === team.id);
    // Only what a verdict made public: before that, a case is known only to those it concerns.
    const decided = of.cases.filter((one) => one.team === team && one.decidedMs !== 0);
    const { store, sequencer } = call.deps;
    const leaves =
      decided.length === 0 ? [] : await store.ask('publicLeaves', { kinds: ['verdict'] }, sequencer.sequence);
    return {
      at: at.atMs,
      reportAt: of.report?.timeMs ?? null,
      row: row === undefined ? null : boardRowView(of, row, at.reported),
      standing: standingView(of, team.id, at),
      positions: disclosesNow(of, team, call.deps)
        ? allHeldPositions(call.deps.engine.state, team.account).map(teamPositionView)
        : null,
      models: team.models,
      publicKey: team.publicKey,
      state: team.state,
      findings: await shownFindings(of, team.id, call.deps),
      cases: decided.map((one) => caseView(of, one, leaves)),
      disclosure: of.config.disclosure,
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

function caseView(of: Contest, { id, state, proposal, overturned }: Case, leaves: readonly PublicLeaf[]) {
  return {
    case: id,
    state,
    outcome: overturned ? 'overturned' : (proposal?.outcome ?? null),
    rules: [...(proposal?.rules ?? [])],
    publicText: proposal?.text ?? '',
    decisions: leaves.flatMap(({ index, timeMs: t, payload }) => {
      const { by, case: about, contest: within, outcome } = payload as Verdict;
      return within === of.id && about === id ? [{ index, t, outcome, judges: by.length }] : [];
    }),
  };
}

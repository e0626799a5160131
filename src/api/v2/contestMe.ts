/** GET /contest/me: the caller's own place in the contest its account is in. */
import { appealDueOf } from '../../core/contest/caseStep.ts';
import type { Team } from '../../core/state/records.ts';
import { accountOf, type Call } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { boardAt, ownFindings } from '../reading/contests.ts';
import { contestMeShape } from '../shapes/contest.ts';

const NONE = {
  contest: null,
  team: null,
  state: null,
  rank: null,
  filled: 0,
  channels: [],
  symbols: [],
  cases: [],
  findings: [],
};

export const contestMe = defineRoute({
  operation: 'contestMe',
  summary: 'Your place in your contest',
  ...OWN_READ,
  path: '/capi/v2/contest/me',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  answer: contestMeShape,
  handle: async (_, call) => {
    const team = call.deps.engine.state.accounts.get(accountOf(call))?.team ?? null;
    if (team === null) return NONE;
    const { contest, id, state, filled } = team;
    const { board } = await boardAt(contest, call, null);
    return {
      contest: contest.id,
      team: id,
      state,
      rank: board.rows.find(({ standing }) => standing.team === id)?.rank ?? null,
      filled,
      channels: contest.config.channels,
      symbols: contest.config.symbols.map(({ symbol }) => symbol),
      cases: await casesOf(team, call),
      findings: await ownFindings(contest, team, call.deps),
    };
  },
});

/** Steps, the judges' and its own, whose texts a team is told. */
const TOLD: readonly string[] = ['notice', 'answer', 'appeal'];

async function casesOf(team: Team, { deps }: Call) {
  const { contest, account } = team;
  const cases = contest.cases.filter((one) => one.team === team && one.state !== 'opened');
  if (cases.length === 0) return [];
  const { store, sequencer } = deps;
  const said = await store.ask('caseSaid', { contest: contest.id, uid: account.id }, sequencer.sequence);
  return cases.map((one) => {
    const { id, state, answerDueMs, proposal, overturned, answers, files } = one;
    // A proposal stays between the judges until one of them confirms it.
    const decision = proposal?.confirmedBy == null ? null : proposal;
    return {
      case: id,
      state,
      dueAt: state === 'noticed' ? answerDueMs : null,
      appealDueAt: appealDueOf(one),
      outcome: decision === null ? null : overturned ? 'overturned' : decision.outcome,
      rules: decision?.rules ?? [],
      publicText: decision?.text ?? null,
      answers,
      files,
      said: said
        .filter((told) => told.case === id && TOLD.includes(told.step))
        .map(({ step, atMs: at, sha256, text, files: sent }) => ({ step, at, sha256, text, files: sent })),
    };
  });
}

/** GET /contest/info: a contest's config, its phases with their leaves, and its teams. */
import { defineRoute } from '../call/route.ts';
import { CONTEST_READ, contest } from '../reading/contests.ts';
import { contestInfoShape } from '../shapes/contest.ts';

interface ContestPayload {
  readonly id: string;
  readonly phase: string;
}

export const contestInfo = defineRoute({
  operation: 'contestInfo',
  summary: 'A contest, its phases and teams',
  ...CONTEST_READ,
  path: '/capi/v2/contest/info',
  parameters: { id: contest },
  sample: 'id=c1',
  answer: contestInfoShape,
  errors: ['40019', '40020'],
  handle: async ({ id: { id, config, phase: now, teams } }, { deps: { store, sequencer } }) => {
    const leaves = await store.ask('publicLeaves', { kinds: ['contest'] }, sequencer.sequence);
    const own = leaves.filter(({ payload }) => (payload as ContestPayload).id === id);
    return {
      config,
      phase: now,
      phases: own.map(({ payload, timeMs: t, index }) => ({ phase: (payload as ContestPayload).phase, t, index })),
      teams: teams.map(({ id: team, name, state, modelClass }) => ({ team, name, state, modelClass })),
    };
  },
});

/** GET /contest/info: a contest's config, its phases with their leaves, and its teams. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { CONTEST_READ, contestField, contestIdField } from '../reading/contests.ts';
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
  parameters: Type.Object({ id: contestIdField }),
  sample: 'id=c1',
  answer: contestInfoShape,
  errors: ['40019', '40020'],
  parse: contestField,
  handle: async (contest, { deps: { store, sequencer } }) => {
    const leaves = await store.ask('publicLeaves', { kinds: ['contest'] }, sequencer.sequence);
    const own = leaves.filter(({ payload }) => (payload as ContestPayload).id === contest.id);
    return {
      config: contest.config,
      phase: contest.phase,
      phases: own.map(({ payload, timeMs: t, index }) => ({ phase: (payload as ContestPayload).phase, t, index })),
      teams: contest.teams.map(({ id: team, name, state, modelClass }) => ({ team, name, state, modelClass })),
    };
  },
});

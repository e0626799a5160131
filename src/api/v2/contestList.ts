/** GET /contest/list: the contests that are more than a draft, oldest first. */
import { defineRoute } from '../call/route.ts';
import { CONTEST_READ } from '../reading/contests.ts';
import { contestListShape } from '../shapes/contest.ts';

export const contestList = defineRoute({
  operation: 'contestList',
  summary: 'List contests',
  ...CONTEST_READ,
  path: '/capi/v2/contest/list',
  answer: contestListShape,
  handle: (_, { deps }) => ({
    list: [...deps.engine.state.contest.contests.values()]
      .filter(({ phase }) => phase !== 'draft')
      .map(({ id: contest, phase, config: { title, practice, startMs, endMs } }) => ({
        contest,
        title,
        phase,
        practice,
        startMs,
        endMs,
      })),
  }),
});

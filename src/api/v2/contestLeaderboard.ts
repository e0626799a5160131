/**
 * GET /contest/leaderboard: the board, now or at a past minute (CTST-007). From `boardHiddenFromMs` until the review it
 * is that of the moment it was hidden, whatever moment is asked for.
 */
import { defineRoute } from '../call/route.ts';
import { boardAt, CONTEST_READ, contest } from '../reading/contests.ts';
import { optional } from '../call/parameter.ts';
import { time } from '../reading/times.ts';
import { contestBoardShape, contestBoardView } from '../shapes/contest.ts';

export const contestLeaderboard = defineRoute({
  operation: 'contestLeaderboard',
  summary: 'The board of a contest, now or at a past minute',
  ...CONTEST_READ,
  path: '/capi/v2/contest/leaderboard',
  parameters: { id: contest, at: optional(time('Epoch ms; the latest sample until then')) },
  sample: 'id=c1',
  answer: contestBoardShape,
  errors: ['40019', '40020'],
  handle: async ({ id, at }, call) => contestBoardView(id, await boardAt(id, call, at)),
});

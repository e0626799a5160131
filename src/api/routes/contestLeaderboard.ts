/**
 * GET /contest/leaderboard: the board, now or at a past minute (CTST-007). From `boardHiddenFromMs` until the review it
 * is that of the moment it was hidden, whatever moment is asked for.
 */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { boardAt, CONTEST_READ, contestField, contestIdField } from '../reading/contests.ts';
import { text } from '../reading/schemas.ts';
import { timeOf } from '../reading/times.ts';
import { contestBoardShape, contestBoardView } from '../shapes/contest.ts';

export const contestLeaderboard = defineRoute({
  operation: 'contestLeaderboard',
  summary: 'The board of a contest, now or at a past minute',
  ...CONTEST_READ,
  path: '/capi/v2/contest/leaderboard',
  parameters: Type.Object({ id: contestIdField, at: Type.Optional(text('Epoch ms; the latest sample until then')) }),
  sample: 'id=c1',
  answer: contestBoardShape,
  errors: ['40019', '40020'],
  parse: (fields, call) => ({ contest: contestField(fields, call), atMs: timeOf(fields, 'at') }),
  handle: async ({ contest, atMs }, call) => contestBoardView(contest, await boardAt(contest, call, atMs)),
});

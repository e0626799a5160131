/**
 * GET /contest/notices: notices of what became public about a contest, newest first: its phases, teams, outages,
 * reports and verdicts, and what its organiser said.
 */
import { defineRoute } from '../call/route.ts';
import { CONTEST_READ, contest } from '../reading/contests.ts';
import { noticesOf } from '../reading/notices.ts';
import { contestNoticesShape } from '../shapes/notice.ts';

const SHOWN = 1_000;

export const contestNotices = defineRoute({
  operation: 'contestNotices',
  summary: 'What became public about a contest',
  ...CONTEST_READ,
  path: '/capi/v2/contest/notices',
  parameters: { id: contest },
  sample: 'id=c1',
  answer: contestNoticesShape,
  errors: ['40019', '40020'],
  handle: async ({ id: { id } }, { deps }) => (await noticesOf(id, deps)).slice(0, SHOWN),
});

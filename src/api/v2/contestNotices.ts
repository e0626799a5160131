/**
 * GET /contest/notices: notices of what became public about a contest, newest first: its phases, teams, outages,
 * verdicts.
 */
import { defineRoute } from '../call/route.ts';
import { CONTEST_READ, contest } from '../reading/contests.ts';
import { contestNoticesShape } from '../shapes/contest.ts';
import { noticeText } from '../shapes/notice.ts';

const KINDS = ['contest', 'team', 'outage', 'report', 'verdict'] as const;
const SHOWN = 1_000;

type Payload = Readonly<Record<string, unknown>>;

export const contestNotices = defineRoute({
  operation: 'contestNotices',
  summary: 'What became public about a contest',
  ...CONTEST_READ,
  path: '/capi/v2/contest/notices',
  parameters: { id: contest },
  sample: 'id=c1',
  answer: contestNoticesShape,
  errors: ['40019', '40020'],
  handle: async ({ id: { id } }, { deps: { store, sequencer } }) => {
    const leaves = await store.ask('publicLeaves', { kinds: KINDS }, sequencer.sequence);
    const own = leaves.filter(({ kind, payload }) => {
      const of = payload as Payload;
      return kind === 'outage' || (kind === 'contest' ? of['id'] : of['contest']) === id;
    });
    return own
      .slice(-SHOWN)
      .reverse()
      .map(({ index, timeMs: t, kind, payload }) => ({ index, t, kind, text: noticeText(kind, payload as Payload) }));
  },
});

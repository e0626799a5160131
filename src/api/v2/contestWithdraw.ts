/** POST /contest/withdraw: takes the caller's team out of its contest, for good (CTST-003). */
import { REASON } from '../../core/language/contest-config.ts';
import { applySetting } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { contest, ofKind, TEAM_STEP } from '../reading/contests.ts';
import { text } from '../call/parameter.ts';
import { settingShape } from '../shapes/setting.ts';

export const contestWithdraw = defineRoute({
  operation: 'contestWithdraw',
  summary: 'Leave a contest, for good',
  ...TEAM_STEP,
  path: '/capi/v2/contest/withdraw',
  refusedWhenFrozen: true,
  parameters: {
    contestId: contest,
    reason: ofKind(text('Why, for everybody to read; one line of at most 200 characters'), REASON),
  },
  sample: '{"contestId":"c1","reason":"Our model is no longer available"}',
  answer: settingShape,
  errors: ['40013', '40019', '40020', '40017'],
  handle: ({ contestId, reason }, call) => applySetting(call, 'withdrawTeam', { contest: contestId.id, reason }),
});

/** POST /contest/withdraw: takes the caller's team out of its contest, for good (CTST-003). */
import { Type } from 'typebox';
import { REASON } from '../../core/language/contest-config.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { contestField, contestIdField, kindField, TEAM_STEP } from '../reading/contests.ts';
import { text } from '../reading/schemas.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

export const contestWithdraw = defineRoute({
  operation: 'contestWithdraw',
  summary: 'Leave a contest, for good',
  ...TEAM_STEP,
  path: '/capi/v2/contest/withdraw',
  refusedWhenFrozen: true,
  parameters: Type.Object({
    contestId: contestIdField,
    reason: text('Why, for everybody to read; one line of at most 200 characters'),
  }),
  sample: '{"contestId":"c1","reason":"Our model is no longer available"}',
  answer: settingShape,
  errors: ['40013', '40019', '40020', '40017'],
  parse: (fields, call) => ({
    contest: contestField(fields, call, 'contestId').id,
    reason: kindField(fields, 'reason', REASON),
  }),
  handle: async (parameters, call) => {
    await execute<'withdrawTeam'>(call, { name: 'withdrawTeam', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});

/** POST /contest/models: adds models to those of the caller's team (CTST-003). */
import { applySetting } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { contest, models, TEAM_STEP } from '../reading/contests.ts';
import { settingShape } from '../shapes/setting.ts';

export const contestModels = defineRoute({
  operation: 'contestModels',
  summary: 'Add models to your team',
  ...TEAM_STEP,
  path: '/capi/v2/contest/models',
  refusedWhenFrozen: true,
  parameters: { contestId: contest, models: models('At most 20 with those before') },
  sample: '{"contestId":"c1","models":["another-model"]}',
  answer: settingShape,
  errors: ['40013', '40019', '40020', '40017'],
  handle: ({ contestId, models: added }, call) =>
    applySetting(call, 'setModels', { contest: contestId.id, models: added }),
});

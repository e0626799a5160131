/** POST /contest/models: adds models to those of the caller's team (CTST-003). */
import { Type } from 'typebox';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { contestField, contestIdField, modelsField, PATTERN_NEED, TEAM_STEP } from '../reading/contests.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

export const contestModels = defineRoute({
  operation: 'contestModels',
  summary: 'Add models to your team',
  ...TEAM_STEP,
  path: '/capi/v2/contest/models',
  refusedWhenFrozen: true,
  parameters: Type.Object({
    contestId: contestIdField,
    models: Type.Array(Type.String(), { description: `At most 20 with those before; ${PATTERN_NEED}` }),
  }),
  sample: '{"contestId":"c1","models":["another-model"]}',
  answer: settingShape,
  errors: ['40013', '40019', '40020', '40017'],
  parse: (fields, call) => ({
    contest: contestField(fields, call, 'contestId').id,
    models: modelsField(fields),
  }),
  handle: async (parameters, call) => {
    await execute<'setModels'>(call, { name: 'setModels', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});

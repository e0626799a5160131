/** POST /contest/answer: a step of the caller's team in its case (CTST-010). */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { TEAM_STEP } from '../reading/contests.ts';
import { caseFields, caseIdFields, takeStep } from '../reading/case-steps.ts';
import { booleanField } from '../reading/fields.ts';
import { flag } from '../reading/schemas.ts';
import { contestSteppedShape } from '../shapes/contest.ts';

export const contestAnswer = defineRoute({
  operation: 'contestAnswer',
  summary: 'Answer the notice of a case, or waive it',
  ...TEAM_STEP,
  longStrings: true,
  path: '/capi/v2/contest/answer',
  parameters: Type.Object({ ...caseIdFields, waive: Type.Optional(flag('true: this is all, the case may go on')) }),
  sample: '{"contestId":"c1","caseId":"k1","text":"We did not"}',
  answer: contestSteppedShape,
  errors: ['40019', '40020', '40017'],
  parse: (fields, call) => {
    const waive = booleanField(fields, 'waive') === true;
    return { ...caseFields(fields, call), waive };
  },
  handle: async ({ waive, ...step }, call) => {
    const answered = await takeStep(call, step, 'answer');
    return waive ? takeStep(call, { ...step, text: null }, 'waive') : answered;
  },
});

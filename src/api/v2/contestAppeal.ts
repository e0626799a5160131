/** POST /contest/appeal: a step of the caller's team in its case (CTST-010). */
import { defineRoute } from '../call/route.ts';
import { TEAM_STEP } from '../reading/contests.ts';
import { caseParameters, caseStepOf, takeStep } from '../reading/case-steps.ts';
import { contestSteppedShape } from '../shapes/contest-small.ts';

export const contestAppeal = defineRoute({
  operation: 'contestAppeal',
  summary: 'Appeal against a disqualification',
  ...TEAM_STEP,
  longStrings: true,
  path: '/capi/v2/contest/appeal',
  parameters: caseParameters,
  sample: '{"contestId":"c1","caseId":"k1","text":"We did not"}',
  answer: contestSteppedShape,
  errors: ['40019', '40020', '40017'],
  parse: caseStepOf,
  handle: (step, call) => takeStep(call, step, 'appeal'),
});

/** POST /contest/appeal: a step of the caller's team in its case (CTST-010). */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { caseFields, caseIdFields, takeStep } from '../reading/case-steps.ts';
import { contestSteppedShape } from '../shapes/contest.ts';

export const contestAppeal = defineRoute({
  operation: 'contestAppeal',
  summary: 'Appeal against a disqualification',
  method: 'POST',
  path: '/capi/v2/contest/appeal',
  access: 'private',
  permission: 'trade',
  weight: { ip: 5, uid: 5 },
  isAddition: true,
  parameters: Type.Object(caseIdFields),
  sample: '{"contestId":"c1","caseId":"k1","text":"We did not"}',
  answer: contestSteppedShape,
  errors: ['40019', '40020', '40017'],
  parse: caseFields,
  handle: (step, call) => takeStep(call, step, 'appeal'),
});

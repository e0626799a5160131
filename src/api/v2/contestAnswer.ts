/** POST /contest/answer: a step of the caller's team in its case (CTST-010). */
import { MAX_UPLOAD_BODY } from '../front/limits/http-limits.ts';
import { defineRoute } from '../call/route.ts';
import { TEAM_STEP } from '../reading/contests.ts';
import { caseFiles, caseParameters, caseStepOf, takeStep } from '../reading/case-steps.ts';
import { flag, optional } from '../call/parameter.ts';
import { contestSteppedShape } from '../shapes/contest-small.ts';

export const contestAnswer = defineRoute({
  operation: 'contestAnswer',
  summary: 'Answer the notice of a case, or waive it',
  ...TEAM_STEP,
  longStrings: true,
  bodyLimit: MAX_UPLOAD_BODY,
  path: '/capi/v2/contest/answer',
  parameters: {
    ...caseParameters,
    files: caseFiles,
    waive: optional(flag('true: this is all, the case may go on'), false),
  },
  sample: '{"contestId":"c1","caseId":"k1","text":"We did not","files":[{"name":"trace.txt","file":"bm8="}]}',
  answer: contestSteppedShape,
  errors: ['40019', '40020', '40017', '413'],
  parse: ({ files, waive, ...read }, call) => ({ ...caseStepOf(read, call), files, waive }),
  handle: async ({ waive, ...step }, call) => {
    const answered = await takeStep(call, step, 'answer');
    return waive ? takeStep(call, { ...step, text: null, files: [] }, 'waive', 1) : answered;
  },
});

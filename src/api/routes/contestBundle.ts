/**
 * GET /contest/bundle: the evidence of a contest that is over, as far as it publishes it, as one file
 * (docs/evidence.md, Bundle).
 */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { contestField, contestIdField } from '../reading/contests.ts';
import { bundleShape } from '../shapes/bundle.ts';
import { malformed, same } from '../words/errors.ts';

export const contestBundle = defineRoute({
  operation: 'contestBundle',
  summary: 'The published evidence of a contest, as a file',
  method: 'GET',
  path: '/capi/v2/contest/bundle',
  access: 'public',
  permission: 'read',
  weight: { ip: 2, uid: 0 },
  isAddition: true,
  isFile: true,
  parameters: Type.Object({ id: contestIdField }),
  sample: 'id=c1',
  answer: bundleShape,
  errors: ['40019', '40020', '40017', '503'],
  parse: (fields, call) => {
    const contest = contestField(fields, call);
    if (contest.phase === 'final') return contest;
    throw malformed(same(`id: contest ${contest.id} is in ${contest.phase}; its bundle is there once it is final`));
  },
  handle: (contest, { deps }) => deps.evidence.publicBundle(contest),
});

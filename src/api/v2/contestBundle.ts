/**
 * GET /contest/bundle: the evidence of a contest that is over, as far as it publishes it, as one file
 * (docs/evidence.md, Bundle).
 */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { contest } from '../reading/contests.ts';
import { bundleShape } from '../shapes/bundle.ts';
import { malformed, same } from '../words/errors.ts';

export const contestBundle = defineRoute({
  operation: 'contestBundle',
  summary: 'The published evidence of a contest, as a file',
  ...PUBLIC_READ,
  path: '/capi/v2/contest/bundle',
  weight: { ip: 2, uid: 0 },
  isAddition: true,
  isFile: true,
  parameters: { id: contest },
  sample: 'id=c1',
  answer: bundleShape,
  errors: ['40019', '40020', '40017', '503'],
  parse: ({ id }) => {
    if (id.phase === 'final') return id;
    throw malformed(same(`id: contest ${id.id} is in ${id.phase}; its bundle is there once it is final`));
  },
  handle: (ended, { deps }) => deps.evidence.publicBundle(ended),
});

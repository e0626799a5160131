/**
 * GET /contest/ownBundle: the caller's own part of a contest's evidence, bodies included, as one file
 * (docs/evidence.md, Bundle). Available at any time, so that a team need not take anybody's word for what is kept about
 * it; one at a time.
 */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { contest } from '../reading/contests.ts';
import { bundleShape } from '../shapes/bundle.ts';
import { invalid, same } from '../words/errors.ts';

export const contestOwnBundle = defineRoute({
  operation: 'contestOwnBundle',
  summary: 'Your own evidence of a contest, as a file',
  ...OWN_READ,
  path: '/capi/v2/contest/ownBundle',
  weight: { ip: 5, uid: 50 },
  isAddition: true,
  isFile: true,
  parameters: { id: contest },
  sample: 'id=c1',
  answer: bundleShape,
  errors: ['40019', '40020', '429', '503'],
  parse: ({ id }, call) => {
    const uid = accountOf(call);
    if (id.teams.some(({ account }) => account.id === uid)) return { contest: id, uid };
    throw invalid('id', same(`${id.id}, in which you have no team`));
  },
  handle: (own, { deps }) => deps.ownBundles.make({ ...own, variant: 'team' }),
});

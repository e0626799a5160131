/** GET /contest/ruleset: the rules a contest is judged by, as they were fixed before it began. */
import { defineRoute } from '../call/route.ts';
import { canonicalText, type Canonical } from '../../core/text/canonical.ts';
import { CONTEST_READ, contest } from '../reading/contests.ts';
import { contestRulesetShape } from '../shapes/contest.ts';
import { invalid } from '../words/errors.ts';
import { hash } from 'node:crypto';

export const contestRuleset = defineRoute({
  operation: 'contestRuleset',
  summary: 'The rules a contest is judged by',
  ...CONTEST_READ,
  path: '/capi/v2/contest/ruleset',
  parameters: { id: contest },
  sample: 'id=c1',
  answer: contestRulesetShape,
  errors: ['40019', '40020'],
  handle: async ({ id: { config } }, { deps: { store, sequencer } }) => {
    const { rulesetSha256: sha256 } = config;
    const leaves = await store.ask('publicLeaves', { kinds: ['ruleset'] }, sequencer.sequence);
    const found = leaves.find(({ payload }) => hash('sha256', canonicalText(payload as Canonical), 'hex') === sha256);
    if (found === undefined) throw invalid('id');
    return { sha256, index: found.index, ruleset: found.payload as object };
  },
});

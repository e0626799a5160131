/** GET /ai/leaves: the part of the log's leaves that everybody sees: place, kind and time, newest first. */
import type { PublicKind } from '../../core/log/entry.ts';
import type { BlindedKind } from '../../core/log/header.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { answerPage, placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional, refined, text, word } from '../call/parameter.ts';
import { leafListShape } from '../shapes/log-text.ts';
import { invalid, same } from '../words/errors.ts';

const HASH = /^[0-9a-f]{64}$/;
const KINDS = {
  ailog: 'ailog',
  order: 'order',
  account: 'account',
  minute: 'minute',
  case: 'case',
  change: 'change',
  key: 'key',
  ruleset: 'ruleset',
  contest: 'contest',
  team: 'team',
  outage: 'outage',
  report: 'report',
  verdict: 'verdict',
  notice: 'notice',
} as const satisfies { readonly [Kind in BlindedKind | PublicKind]: Kind };

export const aiLeaves = defineRoute({
  operation: 'aiLeaves',
  summary: 'List leaves of the log',
  ...PUBLIC_READ,
  path: '/capi/v2/ai/leaves',
  weight: { ip: 2, uid: 0 },
  isAddition: true,
  parameters: {
    kind: optional(
      word(
        text('Only these: ailog, order, account, minute, case, key, ruleset, contest, …'),
        KINDS,
        same(`one of ${Object.keys(KINDS).join(', ')}`),
      ),
    ),
    leaf: optional(
      refined(text('Only the one with this hash, 64 hexadecimal digits'), (leaf) => {
        if (!HASH.test(leaf)) throw invalid('leaf', same(`found ${leaf.slice(0, 80)}, needs 64 digits of 0-9 a-f`));
        return leaf;
      }),
    ),
    limit: rowsParameter(100),
    ...placeParameters,
  },
  sample: 'limit=2',
  answer: leafListShape,
  errors: ['40020'],
  handle: async (args, call) => {
    const { store, sequencer } = call.deps;
    return [...(await answerPage(call, store.ask('leaves', args, sequencer.sequence))).items];
  },
});

/** GET /ai/leaves: the part of the log's leaves that everybody sees: place, kind and time, newest first. */
import { Type } from 'typebox';
import type { PublicKind } from '../../core/ailog/log/entry.ts';
import type { BlindedKind } from '../../core/ailog/log/header.ts';
import { defineRoute } from '../front/route.ts';
import { textOf, wordOf } from '../reading/fields.ts';
import { answerPage, pageRequest } from '../reading/paging.ts';
import { cursorField, pageField, text, whole } from '../reading/schemas.ts';
import { leafListShape } from '../shapes/log-text.ts';
import { invalid, same } from '../words/errors.ts';

const MOST = 100;
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
} as const satisfies { readonly [Kind in BlindedKind | PublicKind]: Kind };

export const aiLeaves = defineRoute({
  operation: 'aiLeaves',
  summary: 'List leaves of the log',
  method: 'GET',
  path: '/capi/v2/ai/leaves',
  access: 'public',
  permission: 'read',
  weight: { ip: 2, uid: 0 },
  isAddition: true,
  parameters: Type.Object({
    kind: Type.Optional(text('Only these: ailog, order, account, minute, case, key, ruleset, contest, …')),
    leaf: Type.Optional(text('Only the one with this hash, 64 hexadecimal digits')),
    limit: Type.Optional(whole('Rows', 1, MOST, MOST)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  sample: 'limit=2',
  answer: leafListShape,
  errors: ['40020'],
  parse: (fields) => {
    const kind = wordOf(fields, 'kind', KINDS, same(`one of ${Object.keys(KINDS).join(', ')}`));
    const leaf = textOf(fields, 'leaf');
    if (leaf !== null && !HASH.test(leaf))
      throw invalid('leaf', same(`found ${leaf.slice(0, 80)}, needs 64 digits of 0-9 a-f`));
    return { kind, leaf, ...pageRequest(fields, 'limit', MOST) };
  },
  handle: async (args, call) => {
    const { store, sequencer } = call.deps;
    return [...(await answerPage(call, store.ask('leaves', args, sequencer.sequence))).items];
  },
});

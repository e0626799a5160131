/**
 * GET /ai/proof (docs/ai-log.md 16): a receipt for one of the caller's leaves, which verifies without this service. A
 * leaf that no checkpoint covers yet is waited for.
 */
import { fieldKey, leafSalt } from '../../core/log/commit.ts';
import { type Opening, receiptText } from '../../core/log/receipt.ts';
import { isToldToTeam } from '../../core/contest/told.ts';
import { toBase64 } from '../../core/text/bytes.ts';
import type { OpenedLeaf } from '../../store/evidence/log-tiles.ts';
import { sha256 } from '../../store/sha256.ts';
import { accountOf, type Call } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { whole } from '../call/parameter.ts';
import { receiptShape } from '../shapes/log-text.ts';
import { invalid } from '../words/errors.ts';
import { logNotPublished } from '../words/other-rejects.ts';

const WAIT_MS = 3_000;

export const aiProof = defineRoute({
  operation: 'aiProof',
  summary: 'Get a receipt for one of your leaves of the AI log',
  ...OWN_READ,
  path: '/capi/v2/ai/proof',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  isText: true,
  parameters: {
    index: whole(
      'Leaf index, of a log, an order, an allowlist change or a step of your case',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  },
  sample: 'index=5',
  answer: receiptShape,
  errors: ['40019', '40020', '503'],
  handle: async ({ index }, call) => {
    const { sequencer, store, publishedLog } = call.deps;
    const leaf = await store.ask('logLeaf', { uid: accountOf(call), index }, sequencer.sequence);
    if (leaf === null || !mayHave(call, leaf))
      throw invalid('index', { en: `you have no leaf with index ${index}`, zh: `您没有编号为${index}的日志条目` });
    const tree = await publishedLog.reaches(index + 1, WAIT_MS);
    if (tree === null) throw logNotPublished(publishedLog.trouble());
    const { size, note: checkpoint } = tree;
    const proof = await store.ask('logProof', { index, size }, 0);
    return receiptText({ opening: openingOf(call, index, leaf), index, proof, checkpoint });
  },
});

/** Of a case the steps that the team is told of. */
function mayHave({ deps }: Call, { kind, header }: OpenedLeaf): boolean {
  const { contests } = deps.engine.state.contest;
  return kind !== 'case' || isToldToTeam(header ?? '', (contest) => contests.get(contest)?.phase === 'final');
}

/** The entry, and what opens it as far as it is still there. */
function openingOf({ deps }: Call, index: number, { kind, entry, header, keys }: OpenedLeaf): Opening {
  const { saltKey } = deps.engine.state.ailog;
  if (header === null) return { entry };
  if (keys !== null) return { entry, header, keys };
  if (kind === 'ailog' || saltKey === null) return { entry };
  const key = fieldKey(sha256, leafSalt(sha256, saltKey, index), 'header');
  return { entry, header, keys: { header: toBase64(key) } };
}

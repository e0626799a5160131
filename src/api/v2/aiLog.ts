/** GET /ai/log: one of the caller's own AI logs with all that opens its commitments. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { whole } from '../call/parameter.ts';
import { aiLogWholeShape, aiLogWholeView } from '../shapes/ai-log.ts';
import { invalid } from '../words/errors.ts';

export const aiLog = defineRoute({
  operation: 'aiLog',
  summary: 'Get one of your AI logs',
  ...OWN_READ,
  path: '/capi/v2/ai/log',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  parameters: { index: whole('Leaf index of the log', 0, Number.MAX_SAFE_INTEGER) },
  sample: 'index=5',
  answer: aiLogWholeShape,
  errors: ['40019', '40020'],
  handle: async ({ index }, call) => {
    const { sequencer, store } = call.deps;
    const log = await store.ask('aiLog', { uid: accountOf(call), index }, sequencer.sequence);
    if (log === null)
      throw invalid('index', { en: `you have no AI log with index ${index}`, zh: `没有编号为${index}的AI日志` });
    return aiLogWholeView(log);
  },
});

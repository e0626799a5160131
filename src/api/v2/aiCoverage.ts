/** GET /ai/coverage: how many of the caller's counted orders have a log in time, and which do not yet. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { inTimeOrder, rangeParameters } from '../reading/times.ts';
import { aiCoverageShape, aiCoverageView } from '../shapes/ai-coverage.ts';

export const aiCoverage = defineRoute({
  operation: 'aiCoverage',
  summary: 'Which of your orders have an AI log',
  ...OWN_READ,
  path: '/capi/v2/ai/coverage',
  weight: { ip: 2, uid: 5 },
  isAddition: true,
  parameters: { symbol: optional(symbol), ...rangeParameters },
  sample: 'symbol=cmt_btcusdt',
  answer: aiCoverageShape,
  errors: ['40020', '40017'],
  parse: inTimeOrder,
  handle: async ({ symbol: only, startTime: startMs, endTime: endMs }, call) => {
    const { sequencer, store, clock } = call.deps;
    const args = { uid: accountOf(call), symbol: only, startMs, endMs, nowMs: clock.nowMs() };
    return aiCoverageView(await store.ask('aiCoverage', args, sequencer.sequence));
  },
});

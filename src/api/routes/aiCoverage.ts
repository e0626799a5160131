/** GET /ai/coverage: how many of the caller's counted orders have a log in time, and which do not yet. */
import { Type } from 'typebox';
import { accountOf } from '../front/call.ts';
import { defineRoute } from '../front/route.ts';
import { checkTimeRange, timeRange } from '../reading/times.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { endTimeField, startTimeField, symbolField } from '../reading/schemas.ts';
import { aiCoverageShape, aiCoverageView } from '../shapes/ai-coverage.ts';

export const aiCoverage = defineRoute({
  operation: 'aiCoverage',
  summary: 'Which of your orders have an AI log',
  method: 'GET',
  path: '/capi/v2/ai/coverage',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 5 },
  isAddition: true,
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
  }),
  sample: 'symbol=cmt_btcusdt',
  answer: aiCoverageShape,
  errors: ['40020', '40017'],
  parse: (fields, call) => {
    const symbol = optionalSymbol(fields, call);
    const range = timeRange(fields);
    checkTimeRange(range);
    return { symbol, startMs: range.startTime, endMs: range.endTime };
  },
  handle: async (parameters, call) => {
    const { sequencer, store, clock } = call.deps;
    const args = { uid: accountOf(call), ...parameters, nowMs: clock.nowMs() };
    return aiCoverageView(await store.ask('aiCoverage', args, sequencer.sequence));
  },
});

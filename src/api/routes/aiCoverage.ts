/** GET /ai/coverage (ailog 1.7): how many of the caller's counted orders have a log in time, and which do not yet. */
import { Type } from 'typebox';
import type { UncoveredOrder } from '../../store/queries/aiCoverage.ts';
import type { Grade } from '../../store/tables.ts';
import { accountOf } from '../call.ts';
import { checkTimeRange, timeRange } from '../fields.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { answer, endTimeField, list, number, startTimeField, string, symbolField } from '../schemas.ts';

export interface UncoveredView {
  orderId: string;
  symbol: string;
  type: string;
  placedAt: number;
  deadline: number;
}

export interface AiCoverageAnswer {
  counted: number;
  covered: number;
  coveredPpm: number;
  grades: Readonly<Record<Grade, number>>;
  open: UncoveredView[];
  uncovered: UncoveredView[];
}

interface Parameters {
  readonly symbol: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

const uncoveredSchema = Type.Object({
  orderId: string(),
  symbol: string(),
  type: string(),
  placedAt: number(),
  deadline: number(),
});

export const aiCoverage = defineRoute<Parameters, AiCoverageAnswer>({
  operation: 'aiCoverage',
  summary: 'Which of your orders have an AI log',
  method: 'GET',
  path: '/capi/v2/ai/coverage',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 5 },
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
  }),
  answer: answer({
    counted: number(),
    covered: number(),
    coveredPpm: number('Millionths'),
    grades: Type.Object({ A: number(), B: number(), C: number(), D: number(), U: number(), X: number() }),
    open: list(uncoveredSchema),
    uncovered: list(uncoveredSchema),
  }),
  sample: {
    request: 'symbol=cmt_btcusdt',
    answer: {
      counted: 2,
      covered: 1,
      coveredPpm: 500_000,
      grades: { A: 0, B: 1, C: 0, D: 0, U: 1, X: 0 },
      open: [{ orderId: '700000000000020', symbol: 'cmt_btcusdt', type: '1', placedAt: 1767252600000, deadline: 1767253500000 }],
      uncovered: [],
    },
  },
  errors: ['40020', '40017'],
  parse: (fields, call) => {
    const symbol = optionalInstrument(fields, call.deps.engine.state)?.contract.symbol ?? null;
    const range = timeRange(fields);
    checkTimeRange(range);
    return { symbol, startMs: range.startTime, endMs: range.endTime };
  },
  handle: async (parameters, call) => {
    const { sequencer, store, clock } = call.deps;
    const args = { uid: accountOf(call), ...parameters, nowMs: clock.nowMs() };
    const { counted, covered, coveredPpm, grades, open, uncovered } = await store.ask('aiCoverage', args, sequencer.sequence);
    return { counted, covered, coveredPpm, grades, open: open.map(uncoveredView), uncovered: uncovered.map(uncoveredView) };
  },
});

function uncoveredView({ orderId, symbol, type, placedAtMs, deadlineMs }: UncoveredOrder): UncoveredView {
  return { orderId, symbol, type, placedAt: placedAtMs, deadline: deadlineMs };
}

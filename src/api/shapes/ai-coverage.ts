/** How many of an account's counted orders have a log in time, and which do not yet. */
import type { AiCoverage, UncoveredOrder } from '../../store/read/aiCoverage.ts';
import { list, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

const uncoveredShape = shape(
  object({
    orderId: string(),
    symbol: string(),
    type: string(),
    placedAt: number(),
    deadline: number('The later of the two'),
    deadlines: object({ B: number('Until then a log gives grade B'), C: number('Until then C') }),
  }),
  {
    orderId: '700000000000020',
    symbol: 'cmt_btcusdt',
    type: '1',
    placedAt: 1767252600000,
    deadline: 1767253500000,
    deadlines: { B: 1767252660000, C: 1767253500000 },
  },
);

export const aiCoverageShape = shape(
  object({
    counted: number(),
    covered: number(),
    coveredPpm: number('Millionths'),
    grades: object({ A: number(), B: number(), C: number(), D: number(), U: number(), X: number() }),
    open: list(uncoveredShape.schema),
    uncovered: list(uncoveredShape.schema),
  }),
  {
    counted: 2,
    covered: 1,
    coveredPpm: 500_000,
    grades: { A: 0, B: 1, C: 0, D: 0, U: 1, X: 0 },
    open: [uncoveredShape.sample],
    uncovered: [],
  },
);

export type AiCoverageView = ViewOf<typeof aiCoverageShape>;

export function aiCoverageView(coverage: AiCoverage): AiCoverageView {
  const { counted, covered, coveredPpm, grades, open, uncovered } = coverage;
  return {
    counted,
    covered,
    coveredPpm,
    grades,
    open: open.map(uncoveredView),
    uncovered: uncovered.map(uncoveredView),
  };
}

function uncoveredView(order: UncoveredOrder): ViewOf<typeof uncoveredShape> {
  const { orderId, symbol, type, placedAtMs: placedAt, timelyUntilMs: B, lateUntilMs: C } = order;
  return { orderId, symbol, type, placedAt, deadline: C, deadlines: { B, C } };
}

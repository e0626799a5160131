/** How many of an account's counted orders have a log in time, and which do not yet. */
import type { AiCoverage, UncoveredOrder } from '../../store/queries/aiCoverage.ts';
import { list, number, object, string } from '../reading/schemas.ts';
import { shape, type ViewOf } from './shape.ts';

const uncoveredShape = shape(
  object({ orderId: string(), symbol: string(), type: string(), placedAt: number(), deadline: number() }),
  {
    orderId: '700000000000020',
    symbol: 'cmt_btcusdt',
    type: '1',
    placedAt: 1767252600000,
    deadline: 1767253500000,
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

function uncoveredView({
  orderId,
  symbol,
  type,
  placedAtMs,
  deadlineMs,
}: UncoveredOrder): ViewOf<typeof uncoveredShape> {
  return { orderId, symbol, type, placedAt: placedAtMs, deadline: deadlineMs };
}

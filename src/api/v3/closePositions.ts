/** POST /closePositions: closes positions in full at market: all, those of a contract, or one. A row for each. */
import { decide } from '../front/answer/execute.ts';
import { id, optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { symbol } from './reading/parameters.ts';
import { closingRow, closingShape, notClosed } from './shapes/closing.ts';
import { refusalIn } from './shapes/placed.ts';

export const closePositions = defineRoute({
  operation: 'v3.closePositions',
  summary: 'Close positions at market',
  ...OWN_COMMAND,
  path: '/capi/v3/closePositions',
  weight: { ip: 40, uid: 50 },
  parameters: { symbol: optional(symbol), positionId: optional(id('Only this position')) },
  sample: '{"symbol":"BTCUSDT"}',
  answer: listOf(closingShape),
  handle: async (which, call) => {
    const decision = await decide(call, 'closePositions', which);
    const error = refusalIn(decision, call, 'closePositions');
    if (error !== null || !decision.ok) return [notClosed(which.positionId ?? 0, which.symbol ?? '', error!, call)];
    return decision.result.map((row) => closingRow(row, call));
  },
});

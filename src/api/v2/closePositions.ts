/**
 * POST /order/closePositions (CLOS-007): closes positions in full at market: all, those of a contract, or one. One row
 * per position; a row that fails does not stop the others.
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { id, optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { closingShape, closingView } from '../shapes/closing.ts';
import { listOf } from '../shapes/shape.ts';
import { rejectLine } from '../words/rejects.ts';

export const closePositions = defineRoute({
  operation: 'closePositions',
  summary: 'Close positions at market',
  ...OWN_COMMAND,
  path: '/capi/v2/order/closePositions',
  weight: { ip: 40, uid: 50 },
  parameters: { symbol: optional(symbol), positionId: optional(id('Only this position')) },
  sample: '{"symbol":"cmt_btcusdt"}',
  answer: listOf(closingShape),
  errors: ['40020', '50004', 'E24'],
  handle: async (which, call) => {
    const rows = await execute(call, 'closePositions', which);
    const { state } = call.deps.engine;
    return rows.map((row) => closingView(row, (reject) => rejectLine(reject, state, call.locale)));
  },
});

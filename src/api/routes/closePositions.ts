/**
 * POST /order/closePositions (CLOS-007): closes positions in full at market: all, those of a contract, or one. One row
 * per position; a row that fails does not stop the others.
 */
import { callerOf } from '../call/call.ts';
import { execute } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { id, optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { closingShape, closingView } from '../shapes/closing.ts';
import { listOf } from '../shapes/shape.ts';
import { rejectLine } from '../words/rejects.ts';

export const closePositions = defineRoute({
  operation: 'closePositions',
  summary: 'Close positions at market',
  method: 'POST',
  path: '/capi/v2/order/closePositions',
  access: 'private',
  permission: 'trade',
  weight: { ip: 40, uid: 50 },
  refusedWhenFrozen: true,
  parameters: { symbol: optional(symbol), positionId: optional(id('Only this position')) },
  sample: '{"symbol":"cmt_btcusdt"}',
  answer: listOf(closingShape),
  errors: ['40020', '50004', 'E24'],
  handle: async (which, call) => {
    const rows = await execute<'closePositions'>(call, { name: 'closePositions', ...callerOf(call), ...which });
    const { state } = call.deps.engine;
    return rows.map((row) => closingView(row, (reject) => rejectLine(reject, state, call.locale)));
  },
});

/**
 * POST /order/closePositions (wire 5.11, CLOS-007): closes positions whole at market: all, those of a contract, or one. One row per
 * position; a row that fails does not stop the others.
 */
import { Type } from 'typebox';
import type { PositionClosing } from '../../core/outcome.ts';
import { type Call, callerOf } from '../call.ts';
import { execute } from '../execute.ts';
import { idField } from '../fields.ts';
import { optionalInstrument } from '../parameters.ts';
import { rejectLine } from '../rejects.ts';
import { defineRoute } from '../route.ts';
import { boolean, list, number, string, symbolField, text } from '../schemas.ts';

export interface ClosingRow {
  positionId: number;
  successOrderId: number;
  errorMessage: string;
  success: boolean;
}

interface Parameters {
  readonly symbol: string | null;
  readonly positionId: number | null;
}

export const closePositions = defineRoute<Parameters, ClosingRow[]>({
  operation: 'closePositions',
  summary: 'Close positions at market',
  method: 'POST',
  path: '/capi/v2/order/closePositions',
  access: 'private',
  permission: 'trade',
  weight: { ip: 40, uid: 50 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    positionId: Type.Optional(text('Only this position')),
  }),
  answer: list(Type.Object({ positionId: number(), successOrderId: number(), errorMessage: string(), success: boolean() })),
  sample: {
    request: '{"symbol":"cmt_btcusdt"}',
    answer: [{ positionId: 700000000000012, successOrderId: 700000000000062, errorMessage: '', success: true }],
  },
  errors: ['40020', '50004', 'E24'],
  parse: (fields, call) => ({
    symbol: optionalInstrument(fields, call.deps.engine.state)?.contract.symbol ?? null,
    positionId: idField(fields, 'positionId'),
  }),
  handle: async (parameters, call) => {
    const rows = await execute<'closePositions'>(call, { name: 'closePositions', ...callerOf(call), ...parameters });
    return rows.map((row) => closingRow(call, row));
  },
});

function closingRow(call: Call, { positionId, placed }: PositionClosing): ClosingRow {
  if (placed.ok) return { positionId, successOrderId: placed.value.orderId, errorMessage: '', success: true };
  return {
    positionId,
    successOrderId: 0,
    errorMessage: rejectLine(placed.reject, call.deps.engine.state, call.locale),
    success: false,
  };
}

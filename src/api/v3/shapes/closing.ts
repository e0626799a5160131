/** One position of closePositions in v3: the order that closes it, or why there is none. */
import type { PositionClosing } from '../../../core/turn/outcome.ts';
import type { Call } from '../../call/call.ts';
import { boolean, number, object, optional, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import type { ApiError } from '../../words/errors.ts';
import { symbolText } from '../words/names.ts';
import { failedRow, refusalOf } from './placed.ts';

export const closingShape = shape(
  object({
    positionId: number(),
    success: boolean(),
    successOrderId: number('0 when there is none'),
    errorMessage: string(),
    symbol: string(),
    errorCode: optional(string('Of a failed row: the number of the error')),
    errorMsg: optional(string('Of a failed row: its message once more')),
  }),
  {
    positionId: 700000000000012,
    success: true,
    successOrderId: 700000000000062,
    errorMessage: '',
    symbol: 'BTCUSDT',
  },
);

type ClosingView = ViewOf<typeof closingShape>;

export function closingRow({ positionId, symbol, placed }: PositionClosing, call: Call): ClosingView {
  if (!placed.ok) return notClosed(positionId, symbol, refusalOf(placed.reject, call, 'closePositions'), call);
  const { orderId: successOrderId } = placed.result;
  return { positionId, success: true, successOrderId, errorMessage: '', symbol: symbolText(symbol) };
}

/** A position that was not closed; `symbol` is empty when nothing is known of it. */
export function notClosed(positionId: number, symbol: string, error: ApiError, call: Call): ClosingView {
  const { success, errorCode, errorMessage } = failedRow(error, call);
  return {
    positionId,
    success,
    successOrderId: 0,
    errorMessage,
    symbol: symbolText(symbol),
    errorCode,
    errorMsg: errorMessage,
  };
}

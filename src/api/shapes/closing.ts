/** One position of closePositions: the order that closes it, or why there is none. */
import type { PositionClosing } from '../../core/turn/outcome.ts';
import { boolean, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const closingShape = shape(
  object({ positionId: number(), successOrderId: number(), errorMessage: string(), success: boolean() }),
  { positionId: 700000000000012, successOrderId: 700000000000062, errorMessage: '', success: true },
);

export type ClosingView = ViewOf<typeof closingShape>;

/** @param line the sentence of a reject, in the caller's language */
export function closingView(
  { positionId, placed }: PositionClosing,
  line: (reject: Extract<PositionClosing['placed'], { ok: false }>['reject']) => string,
): ClosingView {
  return placed.ok
    ? { positionId, successOrderId: placed.result.orderId, errorMessage: '', success: true }
    : { positionId, successOrderId: 0, errorMessage: line(placed.reject), success: false };
}

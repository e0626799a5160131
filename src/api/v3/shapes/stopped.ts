/** Shared by the two operations that cancel everything, orders or plan orders. */
import type { OrderCanceled } from '../../../core/turn/outcome.ts';
import { optional } from '../../call/parameter.ts';
import { OWN_COMMAND } from '../../call/route.ts';
import { number, object } from '../../shapes/schema.ts';
import { listOf, shape } from '../../shapes/shape.ts';
import { symbol } from '../reading/parameters.ts';
import { DONE, outcomeFields } from './placed.ts';

const stoppedShape = shape(object({ orderId: number(), ...outcomeFields }), { orderId: 700000000000040, ...DONE });

export const stopping = {
  ...OWN_COMMAND,
  method: 'DELETE',
  weight: { ip: 5, uid: 10 },
  isCancel: true,
  parameters: { symbol: optional(symbol) },
  sample: 'symbol=BTCUSDT',
  answer: listOf(stoppedShape),
} as const;

export function stoppedRows(canceled: readonly OrderCanceled[]) {
  return canceled.map(({ orderId }) => ({ orderId, ...DONE }));
}

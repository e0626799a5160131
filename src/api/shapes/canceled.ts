/** The answer to a cancel: done, or ended already, which isn't an error but `result` false with the reason. */
import type { OrderCanceled } from '../../core/turn/outcome.ts';
import { boolean, nullableString, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const canceledShape = shape(
  object({ order_id: string(), client_oid: string(), result: boolean(), err_msg: nullableString() }),
  { order_id: '700000000000040', client_oid: 'demo-0003', result: true, err_msg: null },
);

export const canceledPlanShape = {
  ...canceledShape,
  sample: { ...canceledShape.sample, order_id: '700000000000050', client_oid: 'demo-0004' },
};

export type CanceledView = ViewOf<typeof canceledShape>;

/** @param refused why nothing was cancelled; null when it was */
export function canceledView({ orderId, clientOrderId }: OrderCanceled, refused: string | null): CanceledView {
  return { order_id: String(orderId), client_oid: clientOrderId, result: refused === null, err_msg: refused };
}

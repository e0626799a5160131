/** An order's id and that it was done, as cancelAllOrders and placeTpSlOrder answer. */
import { boolean, number, object } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

/** An order that cancelAllOrders stopped. */
export const stoppedShape = shape(object({ orderId: number(), success: boolean() }), {
  orderId: 700000000000040,
  success: true,
});

/** The plan order that placeTpSlOrder made. */
export const protectedShape = { ...stoppedShape, sample: { ...stoppedShape.sample, orderId: 700000000000064 } };

export type SucceededView = ViewOf<typeof stoppedShape>;

export function succeededView(orderId: number): SucceededView {
  return { orderId, success: true };
}

/** The order that a separated position began with, as orders and fills name it. */
import type { Order, PlanOrder } from '../../../core/state/records.ts';

/** The order that opened, or will open, the separated position of an order; 0 when combined or not said. */
export function openOrderOf(order: Order | PlanOrder): number {
  if (order.positionMode === 'combined') return 0;
  if (order.effect === 'open') return order.id;
  if (order.record === 'plan') return order.bound?.openOrderId ?? 0;
  return order.pieces[0]?.position.openOrderId ?? 0;
}

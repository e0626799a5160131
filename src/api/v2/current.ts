/** GET /order/current: working orders, including those of triggered plan orders, newest created first. */
import { liveList, ofOneOrder } from '../reading/lists.ts';
import { createdMsOf } from '../../core/orders/figures.ts';
import { currentShape, orderView } from '../shapes/order.ts';
import { traced } from '../shapes/traced.ts';

export const current = liveList({
  operation: 'current',
  summary: 'List working orders',
  path: '/capi/v2/order/current',
  weight: { ip: 2, uid: 2 },
  ...ofOneOrder,
  shape: currentShape,
  of: ({ orders }) => orders.values(),
  createdMs: createdMsOf,
  view: (order, { deps }) => traced(orderView(order), deps.traces.ofOrder(order.id)),
});

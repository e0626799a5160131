/** GET /order/current: working orders, those of triggered plan orders among them, newest created first. */
import { liveList } from '../reading/lists.ts';
import { orderShape, orderView } from '../shapes/order.ts';

export const current = liveList({
  operation: 'current',
  summary: 'List working orders',
  path: '/capi/v2/order/current',
  weight: { ip: 2, uid: 2 },
  shape: orderShape,
  of: ({ orders }) => orders.values(),
  view: orderView,
});

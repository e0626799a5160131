/** GET /ai/orders: the caller's own counted orders with their grades, newest first. */
import { storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { rangeParameters } from '../reading/times.ts';
import { aiOrderShape, aiOrderView } from '../shapes/ai-order.ts';
import { listOf } from '../shapes/shape.ts';

export const aiOrders = storedList({
  operation: 'aiOrders',
  summary: 'List your counted orders with the logs that decide about them',
  method: 'GET',
  path: '/capi/v2/ai/orders',
  weight: { ip: 2, uid: 2 },
  isAddition: true,
  question: 'aiOrders',
  parameters: {
    symbol: optional(symbol),
    ...rangeParameters,
    limit: rowsParameter(20),
    ...placeParameters,
  },
  narrowed: ({ symbol: only, limit }) => ({ symbol: only, limit }),
  sample: 'limit=1',
  answer: listOf(aiOrderShape),
  errors: ['40020', '40017'],
  view: ({ items }, { deps: { traces } }) =>
    items.map((item) => aiOrderView(item, traces.ofOrder(Number(item.orderId)))),
});

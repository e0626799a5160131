/** GET /ai/orders: the caller's own counted orders with their grades, newest first. */
import { Type } from 'typebox';
import { storedList } from '../reading/lists.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
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
  filter: {
    fields: { symbol: Type.Optional(symbolField) },
    read: (fields, call) => ({ symbol: optionalSymbol(fields, call) }),
  },
  rows: { name: 'limit', usual: 20 },
  sample: 'limit=1',
  answer: listOf(aiOrderShape),
  errors: ['40020', '40017'],
  view: ({ items }) => items.map(aiOrderView),
});

/** GET /order/history: orders that ended and plan orders that never became one, last ended first. */
import { defineRoute, OWN_READ } from '../call/route.ts';
import { listOf } from '../shapes/shape.ts';
import { symbol } from './reading/parameters.ts';
import { finishedOrderShape } from './shapes/order.ts';
import { historyArgs, historyOf, historyParameters } from './shapes/order-history.ts';

export const orderHistory = defineRoute({
  operation: 'v3.orderHistory',
  summary: 'List orders that ended',
  ...OWN_READ,
  path: '/capi/v3/order/history',
  weight: { ip: 10, uid: 10 },
  parameters: historyParameters(symbol),
  answer: listOf(finishedOrderShape),
  parse: historyArgs,
  handle: historyOf,
});

/**
 * GET /order/history: orders that ended and plan orders that never became one, last ended first. The times are those of
 * creation, and don't change that order.
 */
import { accountOf } from '../call/call.ts';
import { optional } from '../call/parameter.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { answerPage, placeParameters, rowsParameter } from '../reading/paging.ts';
import { inTimeOrder, rangeParameters } from '../reading/times.ts';
import { listOf } from '../shapes/shape.ts';
import { symbol } from './reading/parameters.ts';
import { finishedOrderShape, orderView } from './shapes/order.ts';

export const orderHistory = defineRoute({
  operation: 'v3.orderHistory',
  summary: 'List orders that ended',
  ...OWN_READ,
  path: '/capi/v3/order/history',
  weight: { ip: 10, uid: 10 },
  parameters: {
    symbol: optional(symbol),
    limit: rowsParameter(500, 1_000),
    ...rangeParameters,
    ...placeParameters,
  },
  answer: listOf(finishedOrderShape),
  parse: (values) => {
    const { startTime: startMs, endTime: endMs, ...rest } = inTimeOrder(values);
    return { ...rest, startMs, endMs };
  },
  handle: async (args, call) => {
    const { store, sequencer, engine } = call.deps;
    const asked = store.ask('finishedOrders', { ...args, uid: accountOf(call) }, sequencer.sequence);
    const { items } = await answerPage(call, asked);
    return items.map((order) => orderView(engine.state, order.symbol, order));
  },
});

/** GET /allAlgoOrders: plan orders that ended, newest created first. */
import { optional } from '../call/parameter.ts';
import { storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { rangeParameters } from '../reading/times.ts';
import { boolean, list, object } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { symbol } from './reading/parameters.ts';
import { algoOrderShape, endedAlgoOrderSample, endedAlgoView } from './shapes/algo-order.ts';

export const allAlgoOrders = storedList({
  operation: 'v3.allAlgoOrders',
  summary: 'List plan orders that ended',
  method: 'GET',
  path: '/capi/v3/allAlgoOrders',
  weight: { ip: 5, uid: 10 },
  question: 'historyPlan',
  parameters: {
    symbol: optional(symbol),
    ...rangeParameters,
    limit: rowsParameter(500, 1_000),
    ...placeParameters,
  },
  narrowed: ({ symbol: only, limit }) => ({ symbol: only, limit, type: null }),
  sample: 'symbol=BTCUSDT',
  answer: shape(object({ orders: list(algoOrderShape.schema), hasMore: boolean() }), {
    orders: [endedAlgoOrderSample],
    hasMore: false,
  }),
  view: ({ items, nextCursor }, { deps }) => ({
    orders: items.map((plan) => endedAlgoView(deps.engine.state, plan)),
    hasMore: nextCursor !== null,
  }),
});

/** GET /openOrders: working orders, those of triggered plan orders among them, newest created first. */
import { createdMsOf, orderFigures } from '../../core/orders/figures.ts';
import { idOf } from '../call/scalars.ts';
import { optional, refined, text } from '../call/parameter.ts';
import { liveList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { rangeParameters } from '../reading/times.ts';
import { symbol } from './reading/parameters.ts';
import { openOrderShape, orderView } from './shapes/order.ts';

export const openOrders = liveList({
  operation: 'v3.openOrders',
  summary: 'List working orders',
  path: '/capi/v3/openOrders',
  weight: { ip: 2, uid: 3 },
  parameters: {
    symbol: optional(symbol),
    orderId: optional(refined(text('Only orders with greater ids; ignored when it is no id'), (found) => idOf(found))),
    ...rangeParameters,
    limit: rowsParameter(100),
    ...placeParameters,
  },
  shape: openOrderShape,
  of: ({ orders }) => orders.values(),
  isWanted: ({ id }, { orderId: after }) => after === null || id > after,
  createdMs: createdMsOf,
  view: (order, { deps }) => orderView(deps.engine.state, order.instrument.contract.symbol, orderFigures(order)),
});

/** GET /order/detail (ORDR-012): one order or plan order, at work or ended. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { oneOrder } from '../reading/one-order.ts';
import { orderNameParameters, orderNames } from '../reading/parameters.ts';
import { foundOrderView, orderShape } from '../shapes/order.ts';
import { traced } from '../shapes/traced.ts';

export const detail = defineRoute({
  operation: 'detail',
  summary: 'One order or plan order',
  ...OWN_READ,
  path: '/capi/v2/order/detail',
  weight: { ip: 2, uid: 2 },
  parameters: orderNameParameters,
  sample: 'orderId=700000000000010',
  answer: orderShape,
  errors: ['40017', '40020', '50005'],
  parse: orderNames,
  handle: async (names, call) => {
    const { engine, traces } = call.deps;
    const { symbol, figures } = await oneOrder(call.deps, accountOf(call), names);
    return traced(foundOrderView(engine.state, symbol, figures), traces.ofOrder(figures.id));
  },
});

/**
 * POST /order/placeOrder: one order. Parameters become a `placeOrder` command; everything an exchange decides is up to
 * the core. A market order's price is ignored; a repeat of the same order is answered like the first (W-22).
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { orderOf, orderParameters } from '../reading/order-fields.ts';
import { symbol } from '../reading/parameters.ts';
import { placedShape, placedView } from '../shapes/placed.ts';

export const placeOrder = defineRoute({
  operation: 'placeOrder',
  summary: 'Place an order',
  ...OWN_COMMAND,
  path: '/capi/v2/order/placeOrder',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1 },
  parameters: { symbol, ...orderParameters },
  sample:
    '{"symbol": "cmt_btcusdt", "client_oid": "demo-0001", "size": "0.01", "type": "1", "order_type": "0", "match_price": "1", "price": "0", "presetTakeProfitPrice": "95000", "presetStopLossPrice": "85000"}',
  answer: placedShape,
  errors: [
    '40019',
    '40020',
    '40017',
    '50003',
    '50004',
    '50007',
    'E01-E10',
    'E13-E20',
    'E22-E24',
    'E32',
    'E34-E36',
    'E38',
  ],
  parse: ({ symbol: of, ...order }) => ({ symbol: of, ...orderOf(order) }),
  handle: async (order, call) => placedView(await execute(call, 'placeOrder', order), call.headers),
});

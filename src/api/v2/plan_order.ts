/**
 * POST /order/plan_order (PLAN-001): an order that waits for a price. Nothing is reserved before it fires; its margin
 * is checked then.
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { closedParameter, modeParameters, presetParameters } from '../reading/order-fields.ts';
import { decimal, limitPrice, optional } from '../call/parameter.ts';
import { clientOid, orderType, priceKind, symbol, triggerPrice } from '../reading/parameters.ts';
import { placedPlanShape, placedView } from '../shapes/placed.ts';

export const plan_order = defineRoute({
  operation: 'plan_order',
  summary: 'Place a plan order',
  ...OWN_COMMAND,
  path: '/capi/v2/order/plan_order',
  weight: { ip: 2, uid: 5 },
  orderRate: { creates: 1 },
  parameters: {
    symbol,
    client_oid: optional(clientOid('Your id of the order; assigned when not given')),
    size: decimal('Size in base coin'),
    type: orderType,
    match_type: priceKind,
    execute_price: limitPrice('Limit price; required for match_type 0, ignored for 1', 'match_type'),
    trigger_price: decimal('Price that fires it'),
    ...modeParameters,
    ...closedParameter,
    ...presetParameters,
    triggerPriceType: optional(triggerPrice, 'unset'),
  },
  sample:
    '{"symbol":"cmt_btcusdt","client_oid":"demo-0004","size":"0.01","type":"2","match_type":"1","execute_price":"0","trigger_price":"92000"}',
  answer: placedPlanShape,
  errors: ['40019', '40020', '50003', '50004', 'E01-E09', 'E11', 'E13-E19', 'E21'],
  parse: (read) => ({
    symbol: read.symbol,
    clientOrderId: read.client_oid,
    side: read.type.side,
    effect: read.type.effect,
    size: read.size,
    price: read.execute_price,
    triggerPrice: read.trigger_price,
    marginMode: read.marginMode,
    positionMode: read.separatedMode,
    positionId: read.positionId,
    takeProfit: read.presetTakeProfitPrice,
    stopLoss: read.presetStopLossPrice,
    triggerBy: read.triggerPriceType,
  }),
  handle: async (plan, call) => placedView(await execute(call, 'placePlanOrder', plan), call.headers),
});

/**
 * POST /order/placeTpSlOrder (PLAN-013): a take profit or stop loss for one position. A refusal is HTTP 400, not a
 * failed row.
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { code, decimal, decimalUnlessZero, id, ignored, optional } from '../call/parameter.ts';
import { clientOid, marginMode, symbol, triggerPrice } from '../reading/parameters.ts';
import { tellPlaced } from '../shapes/placed.ts';
import { listOf } from '../shapes/shape.ts';
import { protectedShape, succeededView } from '../shapes/succeeded.ts';
import { POSITION_SIDES, PROTECTIONS } from '../words/wire.ts';

const KIND_MEANING = { en: 'profit_plan take profit, loss_plan stop loss', zh: 'profit_plan止盈、loss_plan止损' };
const SIDE_MEANING = { en: 'long or short', zh: 'long或short' };

export const placeTpSlOrder = defineRoute({
  operation: 'placeTpSlOrder',
  summary: 'Place a take profit or stop loss of a position',
  ...OWN_COMMAND,
  path: '/capi/v2/order/placeTpSlOrder',
  weight: { ip: 2, uid: 5 },
  parameters: {
    symbol,
    clientOrderId: clientOid(),
    planType: code(KIND_MEANING, PROTECTIONS),
    triggerPrice: decimal('Price that fires it'),
    executePrice: decimalUnlessZero('Limit price; market when not given or zero'),
    size: decimal('Size in base coin'),
    positionSide: code(SIDE_MEANING, POSITION_SIDES),
    marginMode: ignored(marginMode, 'Ignored: the position has its mode'),
    triggerPriceType: optional(triggerPrice, 'unset'),
    positionId: optional(id('This position of the side; the oldest when not given')),
  },
  sample:
    '{"symbol":"cmt_btcusdt","clientOrderId":"demo-0006","planType":"loss_plan","triggerPrice":"84000","size":"0.01","positionSide":"long"}',
  answer: listOf(protectedShape),
  errors: ['40019', '40020', '50003', '50004', 'E01-E09', 'E11', 'E12', 'E21', 'E23', 'E24', 'E33'],
  parse: (read) => ({
    symbol: read.symbol,
    clientOrderId: read.clientOrderId,
    kind: read.planType,
    triggerPrice: read.triggerPrice,
    price: read.executePrice,
    size: read.size,
    side: read.positionSide,
    triggerBy: read.triggerPriceType,
    positionId: read.positionId,
  }),
  creates: () => 1,
  handle: async (plan, call) => {
    const placed = await execute(call, 'placeTpSlOrder', plan);
    tellPlaced(placed, call.headers);
    return [succeededView(placed.orderId)];
  },
});

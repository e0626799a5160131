/**
 * POST /placeTpSlOrder: a take profit or stop loss for one position (PLAN-013). Without a quantity it covers what none
 * of its kind covers yet. A refusal is a failed row.
 */
import { decimal, decimalUnlessZero, id, optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { tellPlaced } from '../shapes/placed.ts';
import { number, object } from '../shapes/schema.ts';
import { listOf, shape } from '../shapes/shape.ts';
import { clientId, positionSide, symbol, triggerPriceType, words } from './reading/parameters.ts';
import { DONE, failedRow, outcomeFields, refusalIn } from './shapes/placed.ts';

const SIDES = { LONG: 'long', SHORT: 'short' } as const;
const KINDS = { TAKE_PROFIT: 'takeProfit', STOP_LOSS: 'stopLoss' } as const;

export const placeTpSlOrder = defineRoute({
  operation: 'v3.placeTpSlOrder',
  summary: 'Place a take profit or stop loss of a position',
  ...OWN_COMMAND,
  path: '/capi/v3/placeTpSlOrder',
  weight: { ip: 2, uid: 5 },
  parameters: {
    symbol,
    clientAlgoId: optional(clientId),
    planType: words(KINDS),
    triggerPrice: decimal('Price that fires it'),
    executePrice: decimalUnlessZero('Limit price; market when not given or zero'),
    quantity: decimalUnlessZero('Size in base coin; when not given or zero, all that none of its kind covers yet'),
    positionSide,
    triggerPriceType: optional(triggerPriceType, 'unset'),
    positionId: optional(id('This position of the side; the oldest when not given')),
  },
  sample:
    '{"symbol":"BTCUSDT","clientAlgoId":"demo-0010","planType":"STOP_LOSS","triggerPrice":"85000","quantity":"0.01","positionSide":"LONG","triggerPriceType":"MARK_PRICE"}',
  answer: listOf(
    shape(object({ orderId: number('0 when refused'), ...outcomeFields }), { orderId: 700000000000064, ...DONE }),
  ),
  parse: (read) => ({
    symbol: read.symbol,
    clientOrderId: read.clientAlgoId,
    kind: read.planType,
    triggerPrice: read.triggerPrice,
    price: read.executePrice,
    size: read.quantity,
    side: SIDES[read.positionSide],
    triggerBy: read.triggerPriceType,
    positionId: read.positionId,
  }),
  creates: () => 1,
  handle: async (plan, call) => {
    const decision = await decide(call, 'placeTpSlOrder', plan);
    const error = refusalIn(decision, call, 'placeTpSlOrder');
    if (error !== null || !decision.ok) return [{ orderId: 0, ...failedRow(error!, call) }];
    tellPlaced(decision.result, call.headers);
    return [{ orderId: decision.result.orderId, ...DONE }];
  },
});

/**
 * POST /order/placeTpSlOrder (PLAN-013): a take profit or stop loss for one position. A refusal is HTTP 400, not a
 * failed row.
 */
import { Type } from 'typebox';
import type { PlaceTpSlOrder } from '../../core/language/commands.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { decimalOf, decimalUnlessZero, type Fields, idField, wordOf } from '../reading/fields.ts';
import {
  clientOidField,
  clientOidText,
  instrumentField,
  marginModeCode,
  triggerCode,
  triggerField,
} from '../reading/parameters.ts';
import { code, symbolField, text } from '../reading/schemas.ts';
import { tellPlaced } from '../shapes/placed.ts';
import { listOf } from '../shapes/shape.ts';
import { protectedShape, succeededView } from '../shapes/succeeded.ts';
import { POSITION_SIDES, PROTECTIONS } from '../words/wire.ts';

const KIND_MEANING = { en: 'profit_plan take profit, loss_plan stop loss', zh: 'profit_plan止盈、loss_plan止损' };
const SIDE_MEANING = { en: 'long or short', zh: 'long或short' };

export const placeTpSlOrder = defineRoute({
  operation: 'placeTpSlOrder',
  summary: 'Place a take profit or stop loss of a position',
  method: 'POST',
  path: '/capi/v2/order/placeTpSlOrder',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 5 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    clientOrderId: clientOidText,
    planType: code(KIND_MEANING.en, ['profit_plan', 'loss_plan']),
    triggerPrice: text('Price that fires it'),
    executePrice: Type.Optional(text('Limit price; market when not given or zero')),
    size: text('Size in base coin'),
    positionSide: code(SIDE_MEANING.en, ['long', 'short']),
    marginMode: Type.Optional(Type.Unsafe({ ...marginModeCode, description: 'Ignored: the position has its mode' })),
    triggerPriceType: Type.Optional(triggerCode),
    positionId: Type.Optional(text('This position of the side; the oldest when not given')),
  }),
  sample:
    '{"symbol":"cmt_btcusdt","clientOrderId":"demo-0006","planType":"loss_plan","triggerPrice":"84000","size":"0.01","positionSide":"long"}',
  answer: listOf(protectedShape),
  errors: ['40019', '40020', '50003', '50004', 'E01-E09', 'E11', 'E12', 'E21', 'E23', 'E24', 'E33'],
  parse: (fields, call) => protectionFields(fields, instrumentField(fields, call).contract.symbol),
  creates: () => 1,
  handle: async (plan, call) => {
    const placed = await execute<'placeTpSlOrder'>(call, { name: 'placeTpSlOrder', ...callerOf(call), ...plan });
    tellPlaced(placed, call.headers);
    return [succeededView(placed.orderId)];
  },
});

/** The fields in table order; the required ones are all given. */
function protectionFields(
  fields: Fields,
  symbol: string,
): Omit<PlaceTpSlOrder, 'name' | 'account' | 'keyId' | 'channel'> {
  return {
    symbol,
    clientOrderId: clientOidField(fields, 'clientOrderId') as string,
    kind: wordOf(fields, 'planType', PROTECTIONS, KIND_MEANING) as PlaceTpSlOrder['kind'],
    triggerPrice: decimalOf(fields, 'triggerPrice') as string,
    price: decimalUnlessZero(fields, 'executePrice'),
    size: decimalOf(fields, 'size') as string,
    side: wordOf(fields, 'positionSide', POSITION_SIDES, SIDE_MEANING) as PlaceTpSlOrder['side'],
    triggerBy: triggerField(fields) ?? 'unset',
    positionId: idField(fields, 'positionId'),
  };
}

/** The fields of an order in v3, as POST order and the rows of batchOrders take them. */
import type { OrderFields, TriggerBy } from '../../../core/language/commands.ts';
import { type Execution, rulesOf } from '../../../core/language/execution.ts';
import { decimal, decimalUnlessZero, flag, id, onlyWhile, optional, type ValuesOf } from '../../call/parameter.ts';
import { type Bilingual, invalid, malformed } from '../../words/errors.ts';
import { EXECUTIONS, meaningOf } from '../words/names.ts';
import {
  clientId,
  marginType,
  positionSide,
  separatedType,
  side,
  symbol,
  presetPriceType,
  words,
} from './parameters.ts';

const KINDS = { LIMIT: 'limit', MARKET: 'market' } as const;

const limitOnly = { name: 'type', is: 'LIMIT' };

export const orderParameters = {
  symbol,
  side,
  positionSide,
  type: words(KINDS, 'LIMIT or MARKET'),
  timeInForce: optional(
    words<Execution>(EXECUTIONS, 'GTC (default), POST_ONLY, FOK or IOC; a market order has no other than IOC and FOK'),
  ),
  quantity: decimal('Size in base coin'),
  price: {
    ...onlyWhile(decimal('Limit price; not read of a market order'), limitOnly.name, [limitOnly.is]),
    requiredWhile: limitOnly,
  },
  newClientOrderId: clientId,
  tpTriggerPrice: decimalUnlessZero('Take profit made by the first fill, opening orders only'),
  slTriggerPrice: decimalUnlessZero('Stop loss made by the first fill, opening orders only'),
  TpWorkingType: optional(presetPriceType, 'last'),
  SlWorkingType: optional(presetPriceType, 'last'),
  reduceOnly: optional(flag('An opening order with true is refused; a closing one reduces anyway'), false),
  postOnly: optional(flag('The same as timeInForce POST_ONLY'), false),
  positionId: optional(id('Closing orders: only this position is closed')),
  marginType: optional(marginType),
  separatedType: optional(separatedType),
};

type OrderRead = ValuesOf<typeof orderParameters>;

/** The order that was read. @throws ApiError 40017 when its fields don't go together, 40020 for a preset by the mark */
export function orderOf(read: OrderRead): OrderFields & { readonly symbol: string } {
  const { side: of, effect } = meaningOf(read);
  if (read.reduceOnly && effect === 'open') throw opensReduceOnly(read);
  const presets = { takeProfit: read.tpTriggerPrice, stopLoss: read.slTriggerPrice };
  mustFireOnLast(presets, read);
  return {
    symbol: read.symbol,
    clientOrderId: read.newClientOrderId,
    side: of,
    effect,
    execution: executionOf(read),
    size: read.quantity,
    price: read.price,
    ...presets,
    marginMode: read.marginType,
    positionMode: read.separatedType,
    positionId: effect === 'close' ? read.positionId : null,
  };
}

/** The 40017 for an order that opens and is to reduce only. */
export function opensReduceOnly({ side: sent, positionSide: of }: Pick<OrderRead, 'side' | 'positionSide'>) {
  return malformed({
    en: `reduceOnly is true, and side ${sent} with positionSide ${of} opens a position`,
    zh: `reduceOnly为true，但side ${sent}与positionSide ${of}为开仓`,
  });
}

function executionOf({ type, timeInForce, postOnly }: OrderRead): Execution {
  if (type === 'limit') {
    if (!postOnly || timeInForce === null || timeInForce === 'normal' || timeInForce === 'postOnly')
      return postOnly ? 'postOnly' : (timeInForce ?? 'normal');
  } else if (!postOnly && (timeInForce === null || !rulesOf(timeInForce).makerOnly))
    return timeInForce === 'fok' ? 'fok' : 'normal';
  throw malformed({
    en: postOnly ? 'postOnly goes with a limit order of timeInForce GTC' : 'a market order cannot be POST_ONLY',
    zh: postOnly ? 'postOnly仅适用于timeInForce为GTC的限价单' : '市价单不能为POST_ONLY',
  });
}

/**
 * Presets fire on the last price (PLAN-009): with another price asked for, they would fire when they should not.
 * @throws ApiError 40020 for a preset that is to fire on the mark
 */
export function mustFireOnLast(
  { takeProfit, stopLoss }: Pick<OrderFields, 'takeProfit' | 'stopLoss'>,
  by: Readonly<Record<'TpWorkingType' | 'SlWorkingType', TriggerBy | null>>,
): void {
  const isByMark = { TpWorkingType: takeProfit !== null, SlWorkingType: stopLoss !== null } as const;
  for (const name of ['TpWorkingType', 'SlWorkingType'] as const)
    if (isByMark[name] && by[name] === 'mark') throw invalid(name, BY_MARK);
}

const BY_MARK: Bilingual = {
  en: 'a preset fires on the last price; for one on the mark place it with placeTpSlOrder once the position is open',
  zh: '预设止盈止损按最新价触发；如需按标记价触发，请在持仓建立后用placeTpSlOrder下单',
};

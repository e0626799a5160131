/**
 * The fields of an order, as placeOrder and the rows of batchOrders take them: stated once, read in the order of the
 * documentation's table.
 */
import type { OrderFields } from '../../core/language/commands.ts';
import { type Execution, rulesOf } from '../../core/language/execution.ts';
import { malformed } from '../words/errors.ts';
import { EXECUTION_CODES, EXECUTION_MEANING, EXECUTION_WIRE, ORDER_TYPES } from '../words/wire.ts';
import {
  code,
  decimal,
  decimalUnlessZero,
  id,
  limitPrice,
  onlyWhile,
  optional,
  type ValuesOf,
} from '../call/parameter.ts';
import { marginMode, orderType, ownClientOid, positionMode, priceKind } from './parameters.ts';

/** Fields that plan orders have too. */
export const presetParameters = {
  presetTakeProfitPrice: decimalUnlessZero('Preset take profit, opening orders only'),
  presetStopLossPrice: decimalUnlessZero('Preset stop loss, opening orders only'),
};
export const modeParameters = { marginMode: optional(marginMode), separatedMode: optional(positionMode()) };

const CLOSING = Object.entries(ORDER_TYPES).flatMap(([type, { effect }]) => (effect === 'close' ? [type] : []));
/** An opening may name any position. */
export const closedParameter = {
  positionId: onlyWhile(id('Closing orders: only this position is closed'), 'type', CLOSING),
};

export const orderParameters = {
  client_oid: ownClientOid,
  size: decimal('Size in base coin'),
  type: orderType,
  order_type: code<Execution>(EXECUTION_MEANING, EXECUTION_CODES),
  match_price: priceKind,
  price: limitPrice('Limit price; required for limit orders, ignored for market orders', 'match_price'),
  ...presetParameters,
  ...modeParameters,
  ...closedParameter,
};

/** The order that was read; 40017 when its fields don't go together. */
export function orderOf(read: ValuesOf<typeof orderParameters>): OrderFields {
  const { order_type: execution, match_price: kind } = read;
  if (kind === 'market' && rulesOf(execution).makerOnly) throw marketPostOnly(execution);
  return {
    clientOrderId: read.client_oid,
    side: read.type.side,
    effect: read.type.effect,
    execution,
    size: read.size,
    price: read.price,
    takeProfit: read.presetTakeProfitPrice,
    stopLoss: read.presetStopLossPrice,
    marginMode: read.marginMode,
    positionMode: read.separatedMode,
    positionId: read.positionId,
  };
}

/** The 40017 for a market order that is to be post-only. */
function marketPostOnly(execution: Execution) {
  const { code: sent, en, zh } = EXECUTION_WIRE[execution];
  return malformed({
    en: `a market order (match_price 1) cannot be ${en} (order_type ${sent})`,
    zh: `市价单（match_price 1）不能${zh}（order_type ${sent}）`,
  });
}

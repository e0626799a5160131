/**
 * The fields of an order besides its contract, as placeOrder and the rows of batchOrders take them: described once,
 * read in the order of the documentation's table.
 */
import { type TProperties, Type } from 'typebox';
import type { Effect, OrderFields, Side } from '../../core/language/commands.ts';
import { type Execution, rulesOf } from '../../core/language/execution.ts';
import { malformed } from '../words/errors.ts';
import { EXECUTION_CODES, EXECUTION_MEANING, EXECUTION_WIRE, type ExecutionCode } from '../words/wire.ts';
import { decimalOf, decimalUnlessZero, type Fields, idField, wordOf } from './fields.ts';
import {
  clientOidField,
  clientOidText,
  isMarketField,
  marginModeCode,
  marginModeField,
  orderTypeCode,
  positionModeCode,
  positionModeField,
  priceKindCode,
  typeField,
} from './parameters.ts';
import { code, limitPrice, text } from './schemas.ts';

/** Fields that plan orders have too. */
export const presetParameters = {
  presetTakeProfitPrice: Type.Optional(text('Preset take profit, opening orders only')),
  presetStopLossPrice: Type.Optional(text('Preset stop loss, opening orders only')),
} as const satisfies TProperties;
export const modeParameters = {
  marginMode: Type.Optional(marginModeCode),
  separatedMode: Type.Optional(positionModeCode),
} as const satisfies TProperties;
export const closedParameter = {
  positionId: Type.Optional(text('Closing orders: only this position is closed')),
} as const satisfies TProperties;

export const orderParameters = {
  client_oid: clientOidText,
  size: text('Size in base coin'),
  type: orderTypeCode,
  order_type: code(EXECUTION_MEANING.en, Object.keys(EXECUTION_CODES) as ExecutionCode[]),
  match_price: priceKindCode,
  price: limitPrice('Limit price; required for limit orders, ignored for market orders', 'match_price'),
  ...presetParameters,
  ...modeParameters,
  ...closedParameter,
} as const satisfies TProperties;

export function presetFields(fields: Fields): Pick<OrderFields, 'takeProfit' | 'stopLoss'> {
  return {
    takeProfit: decimalUnlessZero(fields, 'presetTakeProfitPrice'),
    stopLoss: decimalUnlessZero(fields, 'presetStopLossPrice'),
  };
}

export function modeFields(fields: Fields): Pick<OrderFields, 'marginMode' | 'positionMode'> {
  return { marginMode: marginModeField(fields), positionMode: positionModeField(fields) };
}

/** The position a close is for; null for an opening, whatever it names. */
export function closedField(fields: Fields, effect: Effect): OrderFields['positionId'] {
  return effect === 'close' ? idField(fields, 'positionId') : null;
}

/** Reads `type`, which is required. */
export function wantedType(fields: Fields): { readonly side: Side; readonly effect: Effect } {
  const { side, effect } = typeField(fields, 'type') as NonNullable<ReturnType<typeof typeField>>;
  return { side, effect };
}

/** Reads an order, whose required fields are all given. */
export function orderFields(fields: Fields): OrderFields {
  const clientOrderId = clientOidField(fields, 'client_oid') as string;
  const size = decimalOf(fields, 'size') as string;
  const { side, effect } = wantedType(fields);
  const execution = wordOf(fields, 'order_type', EXECUTION_CODES, EXECUTION_MEANING) as Execution;
  const isMarket = isMarketField(fields, 'match_price');
  const price = isMarket ? null : decimalOf(fields, 'price');
  const { takeProfit, stopLoss } = presetFields(fields);
  const { marginMode, positionMode } = modeFields(fields);
  const positionId = closedField(fields, effect);
  if (isMarket && rulesOf(execution).makerOnly) throw marketPostOnly(execution);
  return {
    clientOrderId,
    side,
    effect,
    execution,
    size,
    price,
    takeProfit,
    stopLoss,
    marginMode,
    positionMode,
    positionId,
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

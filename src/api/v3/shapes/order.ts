/**
 * An order in v3, at work, ended, or a plan order before and after its trigger: one view for all of them, over the same
 * figures as in v2.
 */
import type { Contract } from '../../../core/language/contract.ts';
import { averagePriceOf, type OrderFigures } from '../../../core/orders/figures.ts';
import { contractAt } from '../../../core/state/instrument.ts';
import type { State } from '../../../core/state/state.ts';
import { boolean, nullableString, number, object, string } from '../../shapes/schema.ts';
import { presetText } from '../../shapes/plan-order.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import {
  averageText,
  EXECUTION_WIRE,
  executionWord,
  moneyText,
  orderType,
  priceText,
  sizeText,
} from '../../words/wire.ts';
import { directionOf, NO_WORKING_TYPE, planTypeOf, STATUSES, symbolText, WORKING_TYPES } from '../words/names.ts';

export const orderShape = shape(
  object({
    avgPrice: string(),
    clientOrderId: string(),
    cumQuote: string(),
    executedQty: string(),
    orderId: number(),
    origQty: string(),
    price: string(),
    reduceOnly: boolean(),
    side: string('BUY or SELL'),
    positionSide: string('LONG or SHORT'),
    status: string('NEW, FILLED, CANCELED or UNTRIGGERED; NEW where a part is filled, too'),
    stopPrice: string(),
    symbol: string(),
    time: number(),
    timeInForce: string('GTC, POST_ONLY, FOK or IOC; IOC of a market order'),
    type: string('LIMIT or MARKET; of a plan order STOP, TAKE_PROFIT, STOP_MARKET or TAKE_PROFIT_MARKET'),
    updateTime: number(),
    workingType: string('CONTRACT_PRICE or MARK_PRICE; UNKNOWN_PRICE_TYPE without a trigger'),
    tpTriggerPrice: nullableString(),
    slTriggerPrice: nullableString(),
    fee: string(),
    realizedPnl: string(),
    cancelReason: nullableString(),
    cancelDetail: nullableString(),
    legacyType: string('The type as v2 words it'),
  }),
  {
    avgPrice: '90000.0',
    clientOrderId: 'demo-0001',
    cumQuote: '900.00000000',
    executedQty: '0.0100',
    orderId: 700000000000010,
    origQty: '0.0100',
    price: '0.0',
    reduceOnly: false,
    side: 'BUY',
    positionSide: 'LONG',
    status: 'FILLED',
    stopPrice: '0',
    symbol: 'BTCUSDT',
    time: 1767251700000,
    timeInForce: 'IOC',
    type: 'MARKET',
    updateTime: 1767251700000,
    workingType: NO_WORKING_TYPE,
    tpTriggerPrice: '95000.0',
    slTriggerPrice: '85000.0',
    fee: '0.54000000',
    realizedPnl: '0',
    cancelReason: null,
    cancelDetail: null,
    legacyType: 'open_long',
  },
);

/** The same shape, with a working order. */
export const openOrderShape: typeof orderShape = {
  ...orderShape,
  sample: {
    ...orderShape.sample,
    avgPrice: '0',
    clientOrderId: 'demo-0003',
    cumQuote: '0',
    executedQty: '0',
    orderId: 700000000000040,
    price: '88000.0',
    status: 'NEW',
    time: 1767256200000,
    timeInForce: 'POST_ONLY',
    type: 'LIMIT',
    updateTime: 1767256200000,
    tpTriggerPrice: null,
    slTriggerPrice: null,
    fee: '0',
  },
};

/** The same shape, with a plan order that was cancelled before it fired. */
export const finishedOrderShape: typeof orderShape = {
  ...orderShape,
  sample: {
    ...openOrderShape.sample,
    clientOrderId: 'demo-0004',
    orderId: 700000000000050,
    price: '0.0',
    side: 'SELL',
    positionSide: 'SHORT',
    status: 'CANCELED',
    stopPrice: '92000.0',
    time: 1767256500000,
    timeInForce: 'IOC',
    type: 'TAKE_PROFIT_MARKET',
    updateTime: 1767256800000,
    workingType: 'CONTRACT_PRICE',
    cancelReason: 'USER_CANCELED',
    legacyType: 'open_short',
  },
};

export type OrderView = ViewOf<typeof orderShape>;

/** An order by its figures, in the grid of the contract as it was when it was made. */
export function orderView({ bySymbol }: State, symbol: string, order: OrderFigures): OrderView {
  return viewOf(contractAt(bySymbol.get(symbol)!, order.id), order);
}

function viewOf(contract: Contract, order: OrderFigures): OrderView {
  const { plan } = order;
  return {
    avgPrice: averageText(contract, averagePriceOf(contract, order)),
    clientOrderId: order.clientOrderId,
    cumQuote: moneyText(order.value),
    executedQty: sizeText(contract, order.filled),
    orderId: order.id,
    origQty: sizeText(contract, order.size),
    price: priceText(contract, order.price),
    reduceOnly: order.effect === 'close',
    ...directionOf(order.side, order.effect),
    status: STATUSES[order.status],
    stopPrice: order.triggerPrice === 0 ? '0' : priceText(contract, order.triggerPrice),
    symbol: symbolText(contract.symbol),
    time: order.createdMs,
    timeInForce: EXECUTION_WIRE[executionWord(order)].v3,
    type: plan === null ? (order.price === 0 ? 'MARKET' : 'LIMIT') : planTypeOf({ ...order, ...plan }),
    updateTime: order.updatedMs,
    workingType: plan === null ? NO_WORKING_TYPE : WORKING_TYPES[plan.triggerBy],
    tpTriggerPrice: presetText(contract, order.takeProfit),
    slTriggerPrice: presetText(contract, order.stopLoss),
    fee: moneyText(order.fee),
    realizedPnl: moneyText(order.profit),
    cancelReason: order.cancelReason,
    cancelDetail: order.cancelDetail,
    legacyType: orderType(order.side, order.effect, order.cause).word,
  };
}

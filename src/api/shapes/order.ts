/**
 * An order in words, as current, history and detail show it. One view for the live record, the plan order it was or is
 * to become, and the stored row, so that an order looks the same before and after its end.
 */
import type { Contract } from '../../core/language/contract.ts';
import { EXECUTION_NAMES } from '../../core/language/execution.ts';
import { averagePriceOf, type OrderFigures, orderFigures } from '../../core/orders/figures.ts';
import { contractAt } from '../../core/state/instrument.ts';
import type { Instrument, Order } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { EndedOrder } from '../../store/read/endedOrders.ts';
import { nullableString, number, object, string } from './schema.ts';
import { averageText, contractsOf, executionWord, moneyText, orderType, priceText, sizeText } from '../words/wire.ts';
import { presetText } from './plan-order.ts';
import { shape, type ViewOf } from './shape.ts';
import { traceparentField } from './traced.ts';

export const orderShape = shape(
  object({
    symbol: string(),
    size: string(),
    client_oid: string(),
    createTime: string(),
    filled_qty: string(),
    fee: string(),
    order_id: string(),
    price: string(),
    price_avg: string(),
    status: string('pending, open, filled, canceling, canceled or untriggered'),
    type: string(),
    order_type: string(`${EXECUTION_NAMES.slice(0, -1).join(', ')} or ${EXECUTION_NAMES.at(-1)}`),
    totalProfits: string(),
    contracts: number(),
    filledQtyContracts: number(),
    presetTakeProfitPrice: nullableString(),
    presetStopLossPrice: nullableString(),
    cancelReason: nullableString(),
    cancelDetail: nullableString(),
    updateTime: string(),
    triggerPrice: nullableString(),
    traceparent: traceparentField,
  }),
  {
    symbol: 'cmt_btcusdt',
    size: '0.0100',
    client_oid: 'demo-0001',
    createTime: '1767251700000',
    filled_qty: '0.0100',
    fee: '0.54000000',
    order_id: '700000000000010',
    price: '0.0',
    price_avg: '90000.0',
    status: 'filled',
    type: 'open_long',
    order_type: 'ioc',
    totalProfits: '0',
    contracts: 100,
    filledQtyContracts: 100,
    presetTakeProfitPrice: '95000.0',
    presetStopLossPrice: '85000.0',
    cancelReason: null,
    cancelDetail: null,
    updateTime: '1767251700000',
    triggerPrice: null,
  },
);

/** The same shape, with an order that was filled while it rested. */
export const historyShape: typeof orderShape = {
  ...orderShape,
  sample: {
    ...orderShape.sample,
    client_oid: 'demo-0002',
    createTime: '1767252600000',
    fee: '0.17800000',
    order_id: '700000000000020',
    price: '89000.0',
    price_avg: '89000.0',
    order_type: 'normal',
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
    updateTime: '1767253500000',
  },
};

/** The same shape, with a working order. */
export const currentShape: typeof orderShape = {
  ...orderShape,
  sample: {
    ...orderShape.sample,
    client_oid: 'demo-0003',
    createTime: '1767256200000',
    filled_qty: '0',
    fee: '0',
    order_id: '700000000000040',
    price: '88000.0',
    price_avg: '0',
    status: 'open',
    order_type: 'postOnly',
    filledQtyContracts: 0,
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
    updateTime: '1767256200000',
  },
};

export type OrderView = ViewOf<typeof orderShape>;

/** An order whose record the engine has. */
export function orderView(order: Order): OrderView {
  return viewOf(contractAt(order.instrument, order.id), orderFigures(order));
}

/** An order by its figures, wherever they are from. */
export function foundOrderView({ bySymbol }: State, symbol: string, order: OrderFigures): OrderView {
  return viewOf(contractAt(bySymbol.get(symbol) as Instrument, order.id), order);
}

/** An order that ended, as stored. */
export function endedOrderView(state: State, order: EndedOrder): OrderView {
  return foundOrderView(state, order.symbol, order);
}

function viewOf(contract: Contract, order: OrderFigures): OrderView {
  return {
    symbol: contract.symbol,
    size: sizeText(contract, order.size),
    client_oid: order.clientOrderId,
    createTime: String(order.createdMs),
    filled_qty: sizeText(contract, order.filled),
    fee: moneyText(order.fee),
    order_id: String(order.id),
    price: priceText(contract, order.price),
    price_avg: averageText(contract, averagePriceOf(contract, order)),
    status: order.status,
    type: orderType(order.side, order.effect, order.cause).word,
    order_type: executionWord(order),
    totalProfits: moneyText(order.profit),
    contracts: contractsOf(contract, order.size),
    filledQtyContracts: contractsOf(contract, order.filled),
    presetTakeProfitPrice: presetText(contract, order.takeProfit),
    presetStopLossPrice: presetText(contract, order.stopLoss),
    cancelReason: order.cancelReason,
    cancelDetail: order.cancelDetail,
    updateTime: String(order.updatedMs),
    triggerPrice: order.triggerPrice === 0 ? null : priceText(contract, order.triggerPrice),
  };
}

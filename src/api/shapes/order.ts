/** An order in words, as current, history and detail show it. Reads the live record; changes nothing. */
import { EXECUTION_NAMES } from '../../core/language/execution.ts';
import { averagePriceOf } from '../../core/orders/figures.ts';
import type { Order } from '../../core/state/records.ts';
import { nullableString, number, object, string } from '../reading/schemas.ts';
import { averageText, contractsOf, executionWord, moneyText, orderType, priceText, sizeText } from '../words/wire.ts';
import { presetText } from './plan-order.ts';
import { shape, type ViewOf } from './shape.ts';

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
  }),
  {
    symbol: 'cmt_btcusdt',
    size: '0.0100',
    client_oid: 'demo-0003',
    createTime: '1767256200000',
    filled_qty: '0',
    fee: '0',
    order_id: '700000000000040',
    price: '88000.0',
    price_avg: '0',
    status: 'open',
    type: 'open_long',
    order_type: 'postOnly',
    totalProfits: '0',
    contracts: 100,
    filledQtyContracts: 0,
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
    cancelReason: null,
    cancelDetail: null,
    updateTime: '1767256200000',
    triggerPrice: null,
  },
);

export type OrderView = ViewOf<typeof orderShape>;

/** A partly filled order is `open`. */
export function orderView(order: Order): OrderView {
  const { contract } = order.instrument;
  return {
    symbol: contract.symbol,
    size: sizeText(contract, order.size),
    client_oid: order.clientOrderId,
    createTime: String(order.createdMs),
    filled_qty: sizeText(contract, order.filled),
    fee: moneyText(order.fee),
    order_id: String(order.id),
    price: priceText(contract, order.price),
    price_avg: averageText(contract, averagePriceOf(order)),
    status: order.status === 'partlyFilled' ? 'open' : order.status,
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
    triggerPrice: order.plan === null ? null : priceText(contract, order.plan.triggerPrice),
  };
}

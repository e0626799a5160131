/** An order in words, as detail, history and current show it (wire 5.10). Reads the live record; changes nothing. */
import { averagePriceOf } from '../../core/orders/figures.ts';
import type { Order } from '../../core/order.ts';
import { typeCodeOf } from '../../core/order.ts';
import { averageText, contractsOf, executionWord, moneyText, priceText, sizeText, TYPE_WORDS } from '../wire.ts';
import { presetText } from './plan-order.ts';

export interface OrderView {
  symbol: string;
  size: string;
  client_oid: string;
  createTime: string;
  filled_qty: string;
  fee: string;
  order_id: string;
  price: string;
  price_avg: string;
  status: string;
  type: string;
  order_type: string;
  totalProfits: string;
  contracts: number;
  filledQtyContracts: number;
  presetTakeProfitPrice: string | null;
  presetStopLossPrice: string | null;
  cancelReason: string | null;
  cancelDetail: string | null;
  updateTime: string;
  triggerPrice: string | null;
}

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
    type: TYPE_WORDS[Number(typeCodeOf(order.side, order.effect, order.cause)) - 1] as string,
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

/**
 * An order or plan order as the private socket sends it. One id is one order for life: a plan order that fired is its
 * order from then on.
 */
import type { Contract } from '../../core/language/contract.ts';
import { makerFeeRateOf, takerFeeRateOf } from '../../core/positions/fees.ts';
import { isBuy } from '../../core/state/order.ts';
import type { Account, Order, PlanOrder } from '../../core/state/records.ts';
import type { Money, Ticks } from '../../core/num/units.ts';
import { boolean, object, optional, string } from './schema.ts';
import {
  COIN,
  EXECUTION_WIRE,
  executionWord,
  MARGIN_MODE_WORDS,
  moneyText,
  POSITION_MODE_WORDS,
  priceText,
  rateText,
  SIDE_WORDS,
  sizeText,
  TRIGGER_WORDS,
} from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

const preset = object({ triggerPrice: string(), triggerPriceType: string(), size: string() });

/** The fields of a row. */
export const orderFields = {
  id: string(),
  coinId: string(),
  contractId: string('The symbol'),
  marginMode: string('SHARED or ISOLATED'),
  separatedMode: string('COMBINED or SEPARATED'),
  separatedOpenOrderId: string('0 when combined'),
  positionSide: string('LONG or SHORT'),
  orderSide: string('BUY or SELL'),
  price: string(),
  size: string(),
  clientOrderId: string(),
  type: string('LIMIT, MARKET, STOP_LIMIT, STOP_MARKET, TAKE_PROFIT_LIMIT or TAKE_PROFIT_MARKET'),
  timeInForce: string(
    Object.values(EXECUTION_WIRE)
      .map(({ pushed }) => pushed)
      .join(', '),
  ),
  reduceOnly: boolean(),
  triggerPrice: string('0: no plan order'),
  triggerPriceType: string(Object.values(TRIGGER_WORDS).join(', ')),
  orderSource: string('API, WEB or SYSTEM'),
  openTpslParentOrderId: string('The opening order of a preset, else 0'),
  leverage: string(),
  takerFeeRate: string(),
  makerFeeRate: string(),
  feeDiscount: string(),
  liquidateFeeRate: string(),
  status: string('PENDING, OPEN, FILLED, CANCELING, CANCELED or UNTRIGGERED'),
  triggerTime: string('0 until triggered'),
  triggerPriceTime: string('0 until triggered'),
  triggerPriceValue: string('0 until triggered'),
  cancelReason: string('UNKNOWN_ORDER_CANCEL_REASON while it is not canceled'),
  latestFillPrice: string('0 before the first fill'),
  maxFillPrice: string(),
  minFillPrice: string(),
  cumFillSize: string(),
  cumFillValue: string(),
  cumFillFee: string(),
  cumLiquidateFee: string(),
  cumRealizePnl: string('Gross: fees are not deducted'),
  createdTime: string('Epoch ms'),
  updatedTime: string('Epoch ms'),
  positionTpsl: boolean(),
  setOpenTp: boolean(),
  setOpenSl: boolean(),
  openTpParam: optional(preset),
  openSlParam: optional(preset),
};

export const pushedOrderShape = shape(object(orderFields), {
  id: '700000000000010',
  coinId: 'USDT',
  contractId: 'cmt_btcusdt',
  marginMode: 'SHARED',
  separatedMode: 'COMBINED',
  separatedOpenOrderId: '0',
  positionSide: 'LONG',
  orderSide: 'BUY',
  price: '0.0',
  size: '0.0100',
  clientOrderId: 'demo-0001',
  type: 'MARKET',
  timeInForce: 'IMMEDIATE_OR_CANCEL',
  reduceOnly: false,
  triggerPrice: '0',
  triggerPriceType: 'UNKNOWN_PRICE_TYPE',
  orderSource: 'API',
  openTpslParentOrderId: '0',
  leverage: '20',
  takerFeeRate: '0.0006',
  makerFeeRate: '0.0002',
  feeDiscount: '1',
  liquidateFeeRate: '0.01',
  status: 'FILLED',
  triggerTime: '0',
  triggerPriceTime: '0',
  triggerPriceValue: '0',
  cancelReason: 'UNKNOWN_ORDER_CANCEL_REASON',
  latestFillPrice: '90000.0',
  maxFillPrice: '90000.0',
  minFillPrice: '90000.0',
  cumFillSize: '0.0100',
  cumFillValue: '900.00000000',
  cumFillFee: '0.54000000',
  cumLiquidateFee: '0',
  cumRealizePnl: '0',
  createdTime: '1767251700000',
  updatedTime: '1767251700000',
  positionTpsl: false,
  setOpenTp: true,
  setOpenSl: true,
  openTpParam: { triggerPrice: '95000.0', triggerPriceType: 'LAST_PRICE', size: '0.0100' },
  openSlParam: { triggerPrice: '85000.0', triggerPriceType: 'LAST_PRICE', size: '0.0100' },
});

export type PushedOrder = ViewOf<typeof pushedOrderShape>;

/** The figures an order's record doesn't hold: prices of its fills, and who sent it. */
export interface OrderTrace {
  latest: Ticks;
  highest: Ticks;
  lowest: Ticks;
  liquidateFee: Money;
  isWeb: boolean;
}

const NOT_CANCELED = 'UNKNOWN_ORDER_CANCEL_REASON';

/** @param openOrderId the order that opened the separated position, 0 when combined or not known yet */
export function pushedOrder(order: Order, trace: OrderTrace | undefined, openOrderId: number): PushedOrder {
  const { contract } = order.instrument;
  const { plan } = order;
  return {
    ...common(order, openOrderId),
    price: priceText(contract, order.price),
    size: sizeText(contract, order.size),
    clientOrderId: order.clientOrderId,
    type: typeOf(plan, order.price === 0),
    timeInForce: EXECUTION_WIRE[executionWord(order)].pushed,
    reduceOnly: order.effect === 'close',
    ...triggerOf(contract, plan),
    orderSource: order.cause !== 'wanted' ? 'SYSTEM' : trace?.isWeb === true ? 'WEB' : 'API',
    openTpslParentOrderId: String(plan?.parentId ?? 0),
    leverage: String(order.leverage),
    ...ratesOf(order.account, contract),
    status: order.status === 'partlyFilled' ? 'OPEN' : STATUS_WORDS[order.status],
    ...triggeredOf(contract, plan),
    cancelReason: order.cancelReason ?? NOT_CANCELED,
    ...fillsOf(contract, order, trace),
    createdTime: String(plan?.createdMs ?? order.createdMs),
    updatedTime: String(order.updatedMs),
    positionTpsl: plan !== null && plan.parentId !== 0,
    ...presetsOf(contract, order, order.size),
  };
}

/** A plan order that has not become an order. */
export function pushedPlan(plan: PlanOrder, isWeb: boolean, openOrderId: number): PushedOrder {
  const { contract } = plan.instrument;
  const holding = plan.account.holdings[plan.instrument.index];
  const isolated = plan.side === 'long' ? holding?.isolatedLongLeverage : holding?.isolatedShortLeverage;
  const leverage = plan.marginMode === 'cross' ? holding?.crossLeverage : isolated;
  return {
    ...common(plan, openOrderId),
    price: priceText(contract, plan.price),
    size: sizeText(contract, plan.size),
    clientOrderId: plan.clientOrderId,
    type: typeOf(plan, plan.price === 0),
    timeInForce: EXECUTION_WIRE[plan.price === 0 ? 'ioc' : 'normal'].pushed,
    reduceOnly: plan.effect === 'close',
    ...triggerOf(contract, plan),
    orderSource: plan.request === null ? 'SYSTEM' : isWeb ? 'WEB' : 'API',
    openTpslParentOrderId: String(plan.parentId),
    leverage: String(leverage ?? 0),
    ...ratesOf(plan.account, contract),
    status: plan.status === 'canceled' ? 'CANCELED' : 'UNTRIGGERED',
    ...triggeredOf(contract, plan),
    cancelReason: plan.cancelReason ?? NOT_CANCELED,
    ...fillsOf(contract, NO_FILLS, undefined),
    createdTime: String(plan.createdMs),
    updatedTime: String(plan.updatedMs),
    positionTpsl: plan.parentId !== 0,
    ...presetsOf(contract, plan, plan.size),
  };
}

const STATUS_WORDS = { open: 'OPEN', filled: 'FILLED', canceled: 'CANCELED' } as const;
const NO_FILLS = { filled: 0, value: 0, fee: 0, profit: 0 } as const;

function common(order: Order | PlanOrder, openOrderId: number) {
  return {
    id: String(order.id),
    coinId: COIN,
    contractId: order.instrument.contract.symbol,
    marginMode: MARGIN_MODE_WORDS[order.marginMode],
    separatedMode: POSITION_MODE_WORDS[order.positionMode],
    separatedOpenOrderId: String(openOrderId),
    positionSide: SIDE_WORDS[order.side],
    orderSide: isBuy(order.side, order.effect) ? 'BUY' : 'SELL',
  };
}

function typeOf(plan: PlanOrder | null, isMarket: boolean): string {
  const kind = isMarket ? 'MARKET' : 'LIMIT';
  if (plan === null) return kind;
  return `${plan.kind === 'takeProfit' ? 'TAKE_PROFIT' : 'STOP'}_${kind}`;
}

function triggerOf(contract: Contract, plan: PlanOrder | null) {
  return {
    triggerPrice: plan === null ? '0' : priceText(contract, plan.triggerPrice),
    triggerPriceType: plan === null ? 'UNKNOWN_PRICE_TYPE' : TRIGGER_WORDS[plan.triggerBy],
  };
}

function triggeredOf(contract: Contract, plan: PlanOrder | null) {
  const triggeredMs = plan?.triggeredMs ?? 0;
  return {
    triggerTime: String(triggeredMs),
    triggerPriceTime: String(triggeredMs),
    triggerPriceValue: plan === null || triggeredMs === 0 ? '0' : priceText(contract, plan.triggerPrice),
  };
}

function ratesOf(account: Account, contract: Contract) {
  return {
    takerFeeRate: rateText(takerFeeRateOf(account, contract)),
    makerFeeRate: rateText(makerFeeRateOf(account, contract)),
    feeDiscount: '1',
    liquidateFeeRate: rateText(contract.liquidateFeeRateE8),
  };
}

type Filled = Pick<Order, 'filled' | 'value' | 'fee' | 'profit'>;

function fillsOf(contract: Contract, { filled, value, fee, profit }: Filled, trace: OrderTrace | undefined) {
  const shown = (price: Ticks | undefined): string =>
    price === undefined || price === 0 ? '0' : priceText(contract, price);
  return {
    latestFillPrice: shown(trace?.latest),
    maxFillPrice: shown(trace?.highest),
    minFillPrice: shown(trace?.lowest),
    cumFillSize: sizeText(contract, filled),
    cumFillValue: moneyText(value),
    cumFillFee: moneyText(fee),
    cumLiquidateFee: moneyText(trace?.liquidateFee ?? 0),
    cumRealizePnl: moneyText(profit),
  };
}

function presetsOf(
  contract: Contract,
  { takeProfit, stopLoss }: { readonly takeProfit: Ticks; readonly stopLoss: Ticks },
  size: number,
) {
  const of = (price: Ticks) => ({
    triggerPrice: priceText(contract, price),
    triggerPriceType: TRIGGER_WORDS.last,
    size: sizeText(contract, size),
  });
  return {
    setOpenTp: takeProfit !== 0,
    setOpenSl: stopLoss !== 0,
    ...(takeProfit === 0 ? {} : { openTpParam: of(takeProfit) }),
    ...(stopLoss === 0 ? {} : { openSlParam: of(stopLoss) }),
  };
}

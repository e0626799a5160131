/**
 * What an outsider sees of a record, as text in the words of the wire: the fields of the interface and those the worked
 * vectors add.
 *
 * Amounts are canonical decimal text (ARIT-006). Only reads; every derived figure is the core's own function.
 */
import type { Bill } from '../../src/core/language/bills.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import type { Money } from '../../src/core/num/units.ts';
import type { FillMade } from '../../src/core/turn/events.ts';
import type { Order, PlanOrder, Part, Position } from '../../src/core/state/records.ts';
import type { OrderStatus } from '../../src/core/language/vocabulary.ts';
import { orderType, EXECUTION_WIRE } from '../../src/api/words/wire.ts';
import { averagePriceOf } from '../../src/core/orders/figures.ts';
import { isolatedMarginOf, marginSizeOf, unrealisedProfitOf } from '../../src/core/positions/figures.ts';
import { scoreOf } from '../../src/core/liquidation/rank.ts';
import { liquidationPriceOf } from '../../src/core/risk/liquidation-price.ts';
import {
  availableOf,
  equityOf,
  initialMarginOf,
  isKnown,
  requirementE16Of,
  withdrawableOf,
} from '../../src/core/risk/margin.ts';
import { add } from '../../src/core/num/mul-div.ts';
import type { Contract } from '../../src/core/language/contract.ts';

export type Figure = string | number | boolean | null;
export type Figures = Readonly<Record<string, Figure>>;

const SYSTEM_ACCOUNTS = 5;
const STATUS: Readonly<Record<OrderStatus, string>> = { open: '0', partlyFilled: '1', filled: '2', canceled: '-1' };
const MARGIN_MODE = { cross: 'SHARED', isolated: 'ISOLATED' } as const;
const TRIGGER_BY = { unset: '', last: '1', mark: '3' } as const;
const PLAN_KIND = { normal: 'normal_plan', takeProfit: 'profit_plan', stopLoss: 'loss_plan' } as const;

export const moneyText = (amount: Money): string => canonicalText(amount, 8);

export function priceText(contract: Contract, ticks: number): string {
  return canonicalText(ticks * contract.tickUnit, contract.priceDecimals);
}

export function sizeText(contract: Contract, steps: Money): string {
  return canonicalText(BigInt(steps) * BigInt(contract.stepUnit), contract.sizeDecimals);
}

export const isSystem = (account: number): boolean => account <= SYSTEM_ACCOUNTS;
export const partName = (positionId: number): string | number => (positionId === 0 ? 'SHARED' : positionId);

/** A collateral part. Of a system account only the amount counts; SHARED parts also show what the account may use. */
export function partFigures(part: Part): Figures {
  const base = { account: part.account.id, part: partName(part.positionId), amount: moneyText(part.amount) };
  if (isSystem(part.account.id)) return base;
  const known = isKnown(part);
  const money = {
    ...base,
    legacy_amount: moneyText(add(part.amount, part.openValue)),
    equity: known ? moneyText(equityOf(part)) : null,
    requirement: known ? canonicalText(requirementE16Of(part), 16) : null,
  };
  if (part.positionId !== 0) return money;
  return {
    ...money,
    initial_margin: moneyText(initialMarginOf(part)),
    frozen: moneyText(part.account.held),
    available: moneyText(availableOf(part.account)),
    withdrawable: moneyText(withdrawableOf(part.account)),
  };
}

/** An open position: section 2.1 of the interface without marginSize, which `positionExtras` adds. */
export function positionFigures(position: Position): Figures {
  const { contract } = position.instrument;
  const profit = unrealisedProfitOf(position);
  const liquidation = liquidationPriceOf(position);
  return {
    id: position.id,
    account_id: position.account.id,
    coin_id: 2,
    contract_id: contract.id,
    symbol: contract.symbol,
    side: position.side === 'long' ? 'LONG' : 'SHORT',
    margin_mode: MARGIN_MODE[position.marginMode],
    separated_mode: position.positionMode === 'combined' ? 'COMBINED' : 'SEPARATED',
    separated_open_order_id: position.openOrderId,
    leverage: String(position.leverage),
    size: sizeText(contract, position.size),
    open_value: moneyText(position.openValue),
    open_fee: moneyText(position.openFee),
    funding_fee: moneyText(position.fundingFee),
    isolated_margin: moneyText(isolatedMarginOf(position)),
    is_auto_append_isolated_margin: position.autoAppend,
    cum_open_size: sizeText(contract, position.cumOpenSize),
    cum_open_value: moneyText(position.cumOpenValue),
    cum_open_fee: moneyText(position.cumOpenFee),
    cum_close_size: sizeText(contract, position.cumCloseSize),
    cum_close_value: moneyText(position.cumCloseValue),
    cum_close_fee: moneyText(position.cumCloseFee),
    cum_funding_fee: moneyText(position.cumFundingFee),
    cum_liquidate_fee: moneyText(position.cumLiquidateFee),
    created_match_sequence_id: position.createdSequence,
    updated_match_sequence_id: position.updatedSequence,
    created_time: position.createdMs,
    updated_time: position.updatedMs,
    contractVal: contract.spec.contractVal,
    unrealizePnl: profit === null ? null : moneyText(profit),
    liquidatePrice: liquidation === null ? null : priceText(contract, liquidation),
  };
}

/** Figures of a position the worked vectors leave out. */
export function positionExtras(position: Position): Figures {
  return {
    marginSize: moneyText(marginSizeOf(position)),
    frozen: sizeText(position.instrument.contract, position.frozen),
    realised: moneyText(position.realised),
    score: position.size === 0 ? '0' : moneyText(scoreOf(position) ?? 0),
  };
}

function averageText(order: Order): string {
  return canonicalText(averagePriceOf(order.instrument.contract, order), order.instrument.contract.priceDecimals + 2);
}

export function orderFigures(order: Order): Figures {
  const { contract } = order.instrument;
  return {
    order_id: order.id,
    account: order.account.id,
    symbol: contract.symbol,
    type: orderType(order.side, order.effect, order.cause).code,
    order_type: EXECUTION_WIRE[order.execution].code,
    match_price: order.price === 0 ? '1' : '0',
    price: priceText(contract, order.price),
    size: sizeText(contract, order.size),
    filled_qty: sizeText(contract, order.filled),
    price_avg: averageText(order),
    status: STATUS[order.status],
    cancelReason: order.cancelReason,
    cancelDetail: order.cancelDetail,
    fee: moneyText(order.fee),
    totalProfits: moneyText(order.profit),
    held: moneyText(order.held),
    client_oid: order.clientOrderId,
  };
}

const presetText = (contract: Contract, ticks: number): string | null =>
  ticks === 0 ? null : priceText(contract, ticks);

/** A plan order; what its order did since it fired shows here too (PLAN-006). */
export function planFigures(plan: PlanOrder): Figures {
  const { contract } = plan.instrument;
  const { order } = plan;
  const ended = plan.status === 'canceled' ? plan : order;
  return {
    symbol: contract.symbol,
    size: sizeText(contract, plan.size),
    client_oid: plan.clientOrderId,
    createTime: String(plan.createdMs),
    filled_qty: order === null ? '0' : sizeText(contract, order.filled),
    fee: order === null ? '0' : moneyText(order.fee),
    order_id: String(plan.id),
    price: priceText(contract, plan.price),
    price_avg: order === null ? '0' : averageText(order),
    status: plan.status === 'canceled' ? '-1' : order === null ? '0' : STATUS[order.status],
    type: orderType(plan.side, plan.effect).code,
    order_type: plan.price === 0 ? '3' : '0',
    totalProfits: order === null ? '0' : moneyText(order.profit),
    triggerPrice: priceText(contract, plan.triggerPrice),
    triggerPriceType: TRIGGER_BY[plan.triggerBy],
    triggerTime: String(plan.triggeredMs),
    presetTakeProfitPrice: presetText(contract, plan.takeProfit),
    presetStopLossPrice: presetText(contract, plan.stopLoss),
    planType: PLAN_KIND[plan.kind],
    positionSide: plan.side,
    parentOrderId: plan.parentId === 0 ? null : String(plan.parentId),
    cancelReason: ended?.cancelReason ?? null,
    cancelDetail: ended?.cancelDetail ?? null,
    account: plan.account.id,
    boundPositionId: plan.bound?.id ?? null,
    direction: plan.direction === 'up' ? 'UP' : 'DOWN',
  };
}

export function billFigures(bill: Bill): Figures {
  return {
    billId: bill.id,
    account: bill.account,
    part: partName(bill.positionId),
    coin: 'USDT',
    symbol: bill.symbol,
    amount: moneyText(bill.amount),
    businessType: bill.businessType,
    balance: moneyText(bill.balance),
    legacyBalance: moneyText(bill.legacyBalance),
    fillFee: moneyText(bill.fillFee),
    transferReason: bill.transferReason,
    cTime: bill.timeMs,
    orderId: bill.orderId === 0 ? null : bill.orderId,
    match_sequence_id: bill.matchSequence,
  };
}

/** A trade as the public sees it. */
export function tradeFigures(fill: FillMade): Figures {
  const { contract } = fill.instrument;
  return {
    id: fill.id,
    symbol: contract.symbol,
    price: priceText(contract, fill.price),
    size: sizeText(contract, fill.size),
    taker: fill.taker.order.id,
    maker: fill.maker.order.id,
    match_sequence_id: fill.matchSequence,
  };
}

/** Two positions closed against each other without the book. */
export function internalFillFigures(fill: FillMade): Figures {
  const { contract } = fill.instrument;
  return {
    id: fill.id,
    symbol: contract.symbol,
    value: moneyText(fill.value),
    size: sizeText(contract, fill.size),
    order: fill.taker.order.id,
    against: fill.maker.order.id,
    match_sequence_id: fill.matchSequence,
  };
}

/**
 * Figures of orders and fills as they are shown and stored (ORDR-012, ARIT-006, BOOK-008): what is read of the live
 * records, which move on, in one place.
 */
import type { Effect, MarginMode, PositionMode, Side } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import type { Execution } from '../language/execution.ts';
import type { CancelReason, OrderCause } from '../language/vocabulary.ts';
import { divHalfUp, mul } from '../num/mul-div.ts';
import type { Id, Money, Steps, Ticks, TimeMs } from '../num/units.ts';
import type { Order, PlanOrder } from '../state/records.ts';
import type { FillMade } from '../turn/events.ts';

/** An order at one moment, whether it waits as a plan order, works or has ended. */
export interface OrderFigures {
  readonly id: Id;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
  readonly execution: Execution;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly size: Steps;
  /** Preset prices, and the trigger of the plan order it is or was; 0 for none. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  readonly triggerPrice: Ticks;
  readonly createdMs: TimeMs;
  readonly updatedMs: TimeMs;
  /** A partly filled order is `open`. */
  readonly status: 'untriggered' | 'open' | 'filled' | 'canceled';
  /** Σ size, value, fee (cost positive) and gross realised profit of its fills. */
  readonly filled: Steps;
  readonly value: Money;
  readonly fee: Money;
  readonly profit: Money;
  readonly cancelReason: CancelReason | null;
  readonly cancelDetail: string | null;
  /** Of the plan order it is or was; null: it never was one. */
  readonly plan: Pick<PlanOrder, 'kind' | 'direction' | 'triggerBy'> | null;
}

export function orderFigures(order: Order): OrderFigures {
  return {
    id: order.id,
    clientOrderId: order.clientOrderId,
    side: order.side,
    effect: order.effect,
    cause: order.cause,
    execution: order.execution,
    price: order.price,
    size: order.size,
    takeProfit: order.takeProfit,
    stopLoss: order.stopLoss,
    triggerPrice: order.plan?.triggerPrice ?? 0,
    createdMs: createdMsOf(order),
    updatedMs: order.updatedMs,
    status: order.status === 'partlyFilled' ? 'open' : order.status,
    filled: order.filled,
    value: order.value,
    fee: order.fee,
    profit: order.profit,
    cancelReason: order.cancelReason,
    cancelDetail: order.cancelDetail,
    plan: order.plan,
  };
}

/** A plan order as the order it is to become or has become. */
export function planAsOrder(plan: PlanOrder): OrderFigures {
  if (plan.order !== null) return orderFigures(plan.order);
  return {
    id: plan.id,
    clientOrderId: plan.clientOrderId,
    side: plan.side,
    effect: plan.effect,
    cause: 'wanted',
    execution: 'normal',
    price: plan.price,
    size: plan.size,
    takeProfit: plan.takeProfit,
    stopLoss: plan.stopLoss,
    triggerPrice: plan.triggerPrice,
    createdMs: plan.createdMs,
    updatedMs: plan.updatedMs,
    status: plan.status === 'canceled' ? 'canceled' : 'untriggered',
    filled: 0,
    value: 0,
    fee: 0,
    profit: 0,
    cancelReason: plan.cancelReason,
    cancelDetail: plan.cancelDetail,
    plan,
  };
}

/** When the order came into being: one that a plan order became is as old as that, whose id it has (W-20). */
export function createdMsOf({ plan, createdMs }: Order): TimeMs {
  return plan?.createdMs ?? createdMs;
}

/** Σ value / Σ size, half up, as a count of 10^−(priceDecimals + 2); 0 while nothing is filled. */
export function averagePriceOf(contract: Contract, { filled, value }: Pick<OrderFigures, 'filled' | 'value'>): Money {
  if (filled === 0) return 0;
  // value is 1e-8 USDT, filled·stepE8 is 1e-8 base: their quotient is USDT per base.
  return divHalfUp(mul(value, 10 ** (contract.priceDecimals + 2)), mul(filled, contract.stepE8));
}

export type FillRole = 'taker' | 'maker';

/** One side of a fill. */
export interface FillFigures {
  readonly id: Id;
  readonly orderId: Id;
  readonly positionId: Id;
  readonly role: FillRole;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  /** 0 when two positions were closed against each other. */
  readonly price: Ticks;
  readonly size: Steps;
  readonly value: Money;
  /** Cost positive. */
  readonly fee: Money;
  readonly liquidateFee: Money;
  /** Gross, 0 for openings. */
  readonly realised: Money;
  readonly timeMs: TimeMs;
}

export function fillFigures(fill: FillMade, role: FillRole, timeMs: TimeMs): FillFigures {
  const { order, positionId, fee, liquidateFee, realised } = fill[role];
  return {
    id: fill.id,
    orderId: order.id,
    positionId,
    role,
    side: order.side,
    effect: order.effect,
    cause: order.cause,
    marginMode: order.marginMode,
    positionMode: order.positionMode,
    price: fill.price,
    size: fill.size,
    value: fill.value,
    fee,
    liquidateFee,
    realised,
    timeMs,
  };
}

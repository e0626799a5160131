/**
 * A plan order as currentPlan and historyPlan show it (PLAN-006): every field a string, or null where the
 * table says so. One view for the live record and for the stored row, so that a plan order looks the same before and
 * after its end.
 */
import type { Effect, Side, TriggerBy } from '../../core/language/commands.ts';
import type { Contract } from '../../core/language/contract.ts';
import type { Money } from '../../core/num/units.ts';
import { averagePriceOf } from '../../core/orders/figures.ts';
import type { CancelReason, PlanKind } from '../../core/language/vocabulary.ts';
import { isFinal } from '../../core/state/order.ts';
import type { Account, Instrument, PlanOrder } from '../../core/state/records.ts';
import { contractAt } from '../../core/state/instrument.ts';
import type { State } from '../../core/state/state.ts';
import type { EndedPlanOrder } from '../../store/read/historyPlan.ts';
import { boolean, list, nullableString, object, string } from './schema.ts';
import type { PlanStatusCode } from '../words/wire.ts';
import {
  averageText,
  moneyText,
  orderType,
  PLAN_ORDER_TYPE_WORDS,
  PLAN_STATUS_WORDS,
  PLAN_TYPES,
  planStatusCode,
  priceText,
  sizeText,
  TRIGGER_CODES,
} from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';
import { traceparentField } from './traced.ts';

export const planOrderShape = shape(
  object({
    symbol: string(),
    size: string(),
    client_oid: string(),
    createTime: string(),
    filled_qty: string(),
    fee: string(),
    order_id: string(),
    price: string('Execution limit; 0 with the tick’s decimals: market'),
    price_avg: string(),
    status: string('-1 canceled, 0 pending, 1 partly filled, 2 filled'),
    type: string('1 to 10'),
    order_type: string('0 limit execution, 3 market execution'),
    totalProfits: string(),
    triggerPrice: string(),
    triggerPriceType: string('empty or 1: last price, 3: mark price'),
    triggerTime: string('0 until triggered'),
    presetTakeProfitPrice: nullableString(),
    presetStopLossPrice: nullableString(),
    planType: string('profit_plan, loss_plan or normal_plan'),
    positionSide: string('long or short'),
    parentOrderId: nullableString('The opening order of a preset'),
    cancelReason: nullableString(),
    cancelDetail: nullableString(),
    updateTime: string(),
    traceparent: traceparentField,
  }),
  {
    symbol: 'cmt_btcusdt',
    size: '0.0100',
    client_oid: '~sl-700000000000010',
    createTime: '1767251700000',
    filled_qty: '0',
    fee: '0',
    order_id: '700000000000019',
    price: '0.0',
    price_avg: '0',
    status: '0',
    type: '3',
    order_type: '3',
    totalProfits: '0',
    triggerPrice: '85000.0',
    triggerPriceType: '',
    triggerTime: '0',
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
    planType: 'loss_plan',
    positionSide: 'long',
    parentOrderId: '700000000000010',
    cancelReason: null,
    cancelDetail: null,
    updateTime: '1767251700000',
  },
);

export type PlanOrderView = ViewOf<typeof planOrderShape>;

export const planOrderPageShape = shape(object({ list: list(planOrderShape.schema), nextPage: boolean() }), {
  list: [
    {
      ...planOrderShape.sample,
      client_oid: 'demo-0004',
      createTime: '1767256500000',
      order_id: '700000000000050',
      status: '-1',
      type: '2',
      triggerPrice: '92000.0',
      planType: 'normal_plan',
      positionSide: 'short',
      parentOrderId: null,
      cancelReason: 'USER_CANCELED',
      updateTime: '1767256800000',
    },
  ],
  nextPage: false,
});

export type PlanOrderPageView = ViewOf<typeof planOrderPageShape>;

/** Codes as the interface document has them, or words (W-18). */
export type PlanOrderStyle = 'numbers' | 'words';

/** A plan order as it is shown, wherever it comes from. */
export interface PlanFigures {
  readonly id: number;
  readonly clientOrderId: string;
  readonly kind: PlanKind;
  readonly side: Side;
  readonly effect: Effect;
  readonly takeProfit: number;
  readonly stopLoss: number;
  readonly parentId: number;
  readonly size: number;
  readonly price: number;
  readonly triggerPrice: number;
  readonly triggerBy: TriggerBy;
  readonly direction: 'up' | 'down';
  readonly triggeredMs: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly filled: number;
  readonly value: Money;
  readonly fee: Money;
  readonly profit: Money;
  readonly cancelReason: CancelReason | null;
  readonly cancelDetail: string | null;
}

/** Plan orders of an account that have not ended. */
export function currentPlans({ plans, orders }: Account): PlanOrder[] {
  const fired = [...orders.values()].filter((order) => !isFinal(order)).flatMap(({ plan }) => plan ?? []);
  return [...plans.values(), ...fired];
}

/** A plan order that has not ended. */
export function livePlanView(plan: PlanOrder, style: PlanOrderStyle): PlanOrderView {
  return planView(plan.instrument.contract, livePlanFigures(plan), planStatusCode(plan), style);
}

/** The figures of one that the engine has, with those of its order. */
export function livePlanFigures(plan: PlanOrder): PlanFigures {
  const { order } = plan;
  return {
    ...plan,
    updatedMs: order === null ? plan.updatedMs : Math.max(plan.updatedMs, order.updatedMs),
    filled: order?.filled ?? 0,
    value: order?.value ?? 0,
    fee: order?.fee ?? 0,
    profit: order?.profit ?? 0,
    cancelReason: order?.cancelReason ?? plan.cancelReason,
    cancelDetail: order?.cancelDetail ?? plan.cancelDetail,
  };
}

/** A plan order that ended, as stored. */
export function endedPlanView({ bySymbol }: State, plan: EndedPlanOrder, style: PlanOrderStyle): PlanOrderView {
  const contract = contractAt(bySymbol.get(plan.symbol) as Instrument, plan.id);
  return planView(contract, plan, plan.status === 'filled' ? '2' : '-1', style);
}

function planView(contract: Contract, plan: PlanFigures, status: PlanStatusCode, style: PlanOrderStyle): PlanOrderView {
  const type = orderType(plan.side, plan.effect);
  const executionCode = plan.price === 0 ? '3' : '0';
  const words = style === 'words';
  return {
    symbol: contract.symbol,
    size: sizeText(contract, plan.size),
    client_oid: plan.clientOrderId,
    createTime: String(plan.createdMs),
    filled_qty: sizeText(contract, plan.filled),
    fee: moneyText(plan.fee),
    order_id: String(plan.id),
    price: priceText(contract, plan.price),
    price_avg: averageText(contract, averagePriceOf(contract, plan)),
    status: words ? PLAN_STATUS_WORDS[status] : status,
    type: words ? type.word.toUpperCase() : type.code,
    order_type: words ? (PLAN_ORDER_TYPE_WORDS[executionCode] as string) : executionCode,
    totalProfits: moneyText(plan.profit),
    triggerPrice: priceText(contract, plan.triggerPrice),
    triggerPriceType: TRIGGER_CODES[plan.triggerBy],
    triggerTime: String(plan.triggeredMs),
    presetTakeProfitPrice: presetText(contract, plan.takeProfit),
    presetStopLossPrice: presetText(contract, plan.stopLoss),
    planType: PLAN_TYPES[plan.kind],
    positionSide: plan.side,
    parentOrderId: plan.parentId === 0 ? null : String(plan.parentId),
    cancelReason: plan.cancelReason,
    cancelDetail: plan.cancelDetail,
    updateTime: String(plan.updatedMs),
  };
}

/** A preset price, null when there is none. */
export function presetText(contract: Contract, ticks: number): string | null {
  return ticks === 0 ? null : priceText(contract, ticks);
}

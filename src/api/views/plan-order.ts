/**
 * A plan order as currentPlan and historyPlan show it (wire 5.2, PLAN-006): every field a string, or null where the table says so.
 * One view for the live record and for the stored row, so that a plan order looks the same before and after its end.
 */
import type { Effect, Side, TriggerBy } from '../../core/commands.ts';
import type { Contract } from '../../core/contract.ts';
import { divHalfUp, mul } from '../../core/num/mul-div.ts';
import type { Money } from '../../core/num/units.ts';
import type { CancelReason, PlanKind, PlanOrder } from '../../core/order.ts';
import { typeCodeOf } from '../../core/order.ts';
import type { EndedPlanOrder } from '../../store/queries/historyPlan.ts';
import type { PlanStatusCode } from '../wire.ts';
import {
  averageText,
  moneyText,
  PLAN_ORDER_TYPE_WORDS,
  PLAN_STATUS_WORDS,
  PLAN_TYPES,
  planStatusCode,
  priceText,
  sizeText,
  TRIGGER_CODES,
  TYPE_WORDS,
} from '../wire.ts';

export interface PlanOrderView {
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
  triggerPrice: string;
  triggerPriceType: string;
  triggerTime: string;
  presetTakeProfitPrice: string | null;
  presetStopLossPrice: string | null;
  planType: string;
  positionSide: string;
  parentOrderId: string | null;
  cancelReason: string | null;
  cancelDetail: string | null;
  updateTime: string;
}

/** Codes as the interface document has them, or words (W-18). */
export type PlanOrderStyle = 'numbers' | 'words';

/** What a plan order shows, wherever it comes from. */
interface PlanFigures {
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

/** A plan order that has not ended. */
export function livePlanView(plan: PlanOrder, style: PlanOrderStyle): PlanOrderView {
  const { order } = plan;
  const figures: PlanFigures = {
    ...plan,
    updatedMs: order === null ? plan.updatedMs : Math.max(plan.updatedMs, order.updatedMs),
    filled: order?.filled ?? 0,
    value: order?.value ?? 0,
    fee: order?.fee ?? 0,
    profit: order?.profit ?? 0,
    cancelReason: order?.cancelReason ?? plan.cancelReason,
    cancelDetail: order?.cancelDetail ?? plan.cancelDetail,
  };
  return planView(plan.instrument.contract, figures, planStatusCode(plan), style);
}

/** A plan order that ended, as stored. */
export function endedPlanView(contract: Contract, plan: EndedPlanOrder, style: PlanOrderStyle): PlanOrderView {
  return planView(contract, plan, plan.status === 'filled' ? '2' : '-1', style);
}

function planView(contract: Contract, plan: PlanFigures, status: PlanStatusCode, style: PlanOrderStyle): PlanOrderView {
  const type = typeCodeOf(plan.side, plan.effect);
  const orderType = plan.price === 0 ? '3' : '0';
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
    price_avg: averagePrice(contract, plan),
    status: words ? PLAN_STATUS_WORDS[status] : status,
    type: words ? (TYPE_WORDS[Number(type) - 1] as string).toUpperCase() : type,
    order_type: words ? (PLAN_ORDER_TYPE_WORDS[orderType] as string) : orderType,
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

function averagePrice(contract: Contract, { filled, value }: PlanFigures): string {
  if (filled === 0) return '0';
  return averageText(contract, divHalfUp(mul(value, 10 ** (contract.priceDecimals + 2)), mul(filled, contract.stepE8)));
}

/** A preset price, null when there is none. */
export function presetText(contract: Contract, ticks: number): string | null {
  return ticks === 0 ? null : priceText(contract, ticks);
}

/** An order or plan order as the private socket sends it. */
import type { Order, PlanOrder } from '../../../core/state/records.ts';
import {
  orderFields,
  type OrderTrace,
  pushedOrder as pushedOrderOfV2,
  pushedOrderShape as shapeOfV2,
  pushedPlan as pushedPlanOfV2,
} from '../../shapes/pushed-order.ts';
import { object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { EXECUTION_WIRE, executionWord } from '../../words/wire.ts';
import { NO_WORKING_TYPE, planTypeOf, STATUSES, WORKING_TYPES } from '../words/names.ts';
import { headFields, inNamesOfV3 } from './pushed-names.ts';

const { id: _, coinId: _coin, contractId: _symbol, marginMode: _mode, ...others } = orderFields;

export const pushedOrderShape = shape(
  object({
    ...headFields,
    ...others,
    type: string('LIMIT or MARKET; of a plan order STOP, TAKE_PROFIT, STOP_MARKET or TAKE_PROFIT_MARKET'),
    timeInForce: string('GTC, POST_ONLY, FOK or IOC; IOC of a market order'),
    triggerPriceType: string('CONTRACT_PRICE or MARK_PRICE; UNKNOWN_PRICE_TYPE without a trigger'),
    status: string('NEW, FILLED, CANCELED or UNTRIGGERED; NEW where a part is filled, too'),
  }),
  { ...inNamesOfV3(shapeOfV2.sample), timeInForce: 'IOC' },
);

export type PushedOrder = ViewOf<typeof pushedOrderShape>;

/** @param openOrderId the order that opened the separated position, 0 when combined or not known yet */
export function pushedOrder(order: Order, trace: OrderTrace | undefined, openOrderId: number): PushedOrder {
  const { plan, status } = order;
  return {
    ...inNamesOfV3(pushedOrderOfV2(order, trace, openOrderId)),
    type: plan === null ? (order.price === 0 ? 'MARKET' : 'LIMIT') : planTypeOf(plan),
    timeInForce: EXECUTION_WIRE[executionWord(order)].v3,
    triggerPriceType: workingTypeOf(plan),
    status: STATUSES[status === 'partlyFilled' ? 'open' : status],
  };
}

/** A plan order that has not become an order. */
export function pushedPlan(plan: PlanOrder, isWeb: boolean, openOrderId: number): PushedOrder {
  return {
    ...inNamesOfV3(pushedPlanOfV2(plan, isWeb, openOrderId)),
    type: planTypeOf(plan),
    timeInForce: EXECUTION_WIRE[plan.price === 0 ? 'ioc' : 'normal'].v3,
    triggerPriceType: workingTypeOf(plan),
    status: STATUSES[plan.status === 'canceled' ? 'canceled' : 'untriggered'],
  };
}

function workingTypeOf(plan: PlanOrder | null): string {
  return plan === null ? NO_WORKING_TYPE : WORKING_TYPES[plan.triggerBy];
}

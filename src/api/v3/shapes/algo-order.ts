/** A plan order as the lists of algo orders show it: one view for one that waits or works, and for one that ended. */
import { averagePriceOf } from '../../../core/orders/figures.ts';
import { contractAt } from '../../../core/state/instrument.ts';
import type { PlanOrder } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import type { EndedPlanOrder } from '../../../store/read/historyPlan.ts';
import { livePlanFigures, type PlanFigures, presetText } from '../../shapes/plan-order.ts';
import { boolean, nullable, nullableString, number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { averageText, moneyText, PLAN_TYPES, priceText, sizeText } from '../../words/wire.ts';
import { directionOf, planTypeOf, STATUSES, symbolText, WORKING_TYPES } from '../words/names.ts';

export const algoOrderShape = shape(
  object({
    algoId: number(),
    clientAlgoId: string(),
    algoType: string(),
    orderType: string('STOP, TAKE_PROFIT, STOP_MARKET or TAKE_PROFIT_MARKET'),
    symbol: string(),
    side: string('BUY or SELL'),
    positionSide: string('LONG or SHORT'),
    timeInForce: string('GTC of a limit execution, IOC of a market execution'),
    quantity: string(),
    algoStatus: string('UNTRIGGERED, NEW, FILLED or CANCELED'),
    actualOrderId: nullable(number(), 'Its own id once it has fired'),
    actualPrice: string(),
    triggerPrice: string(),
    price: string('Execution limit; 0 with the tick’s decimals: market'),
    tpTriggerPrice: nullableString(),
    tpPrice: nullableString(),
    slTriggerPrice: nullableString(),
    slPrice: nullableString(),
    tpOrderType: nullableString('CONTRACT_PRICE with a preset'),
    workingType: string('CONTRACT_PRICE or MARK_PRICE'),
    closePosition: boolean(),
    reduceOnly: boolean(),
    createTime: number(),
    updateTime: number(),
    triggerTime: number('0 until it has fired'),
    planType: string('profit_plan, loss_plan or normal_plan'),
    parentOrderId: nullable(number(), 'The opening order of a preset'),
    executedQty: string(),
    avgPrice: string(),
    fee: string(),
    realizedPnl: string(),
    cancelReason: nullableString(),
    cancelDetail: nullableString(),
  }),
  {
    algoId: 700000000000019,
    clientAlgoId: '~sl-700000000000010',
    algoType: 'CONDITIONAL',
    orderType: 'STOP_MARKET',
    symbol: 'BTCUSDT',
    side: 'SELL',
    positionSide: 'LONG',
    timeInForce: 'IOC',
    quantity: '0.0100',
    algoStatus: STATUSES.untriggered,
    actualOrderId: null,
    actualPrice: '0',
    triggerPrice: '85000.0',
    price: '0.0',
    tpTriggerPrice: null,
    tpPrice: null,
    slTriggerPrice: null,
    slPrice: null,
    tpOrderType: null,
    workingType: 'CONTRACT_PRICE',
    closePosition: false,
    reduceOnly: true,
    createTime: 1767251700000,
    updateTime: 1767251700000,
    triggerTime: 0,
    planType: 'loss_plan',
    parentOrderId: 700000000000010,
    executedQty: '0',
    avgPrice: '0',
    fee: '0',
    realizedPnl: '0',
    cancelReason: null,
    cancelDetail: null,
  },
);

type AlgoOrderView = ViewOf<typeof algoOrderShape>;

export const endedAlgoOrderSample: AlgoOrderView = {
  ...algoOrderShape.sample,
  algoId: 700000000000050,
  clientAlgoId: 'demo-0004',
  orderType: 'TAKE_PROFIT_MARKET',
  positionSide: 'SHORT',
  algoStatus: STATUSES.canceled,
  triggerPrice: '92000.0',
  reduceOnly: false,
  createTime: 1767256500000,
  updateTime: 1767256800000,
  planType: 'normal_plan',
  parentOrderId: null,
  cancelReason: 'USER_CANCELED',
};

/** One that has not ended. */
export function liveAlgoView(state: State, plan: PlanOrder): AlgoOrderView {
  const { symbol } = plan.instrument.contract;
  return viewOf(state, symbol, livePlanFigures(plan), plan.order === null ? STATUSES.untriggered : STATUSES.open);
}

/** One that ended, as stored. */
export function endedAlgoView(state: State, plan: EndedPlanOrder): AlgoOrderView {
  return viewOf(state, plan.symbol, plan, STATUSES[plan.status]);
}

function viewOf({ bySymbol }: State, symbol: string, plan: PlanFigures, algoStatus: string): AlgoOrderView {
  const contract = contractAt(bySymbol.get(symbol)!, plan.id);
  const average = averageText(contract, averagePriceOf(contract, plan));
  const hasPreset = plan.takeProfit !== 0 || plan.stopLoss !== 0;
  return {
    algoId: plan.id,
    clientAlgoId: plan.clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: planTypeOf(plan),
    symbol: symbolText(symbol),
    ...directionOf(plan.side, plan.effect),
    timeInForce: plan.price === 0 ? 'IOC' : 'GTC',
    quantity: sizeText(contract, plan.size),
    algoStatus,
    actualOrderId: plan.triggeredMs === 0 ? null : plan.id,
    actualPrice: average,
    triggerPrice: priceText(contract, plan.triggerPrice),
    price: priceText(contract, plan.price),
    tpTriggerPrice: presetText(contract, plan.takeProfit),
    tpPrice: null,
    slTriggerPrice: presetText(contract, plan.stopLoss),
    slPrice: null,
    tpOrderType: hasPreset ? WORKING_TYPES.last : null,
    workingType: WORKING_TYPES[plan.triggerBy],
    closePosition: false,
    reduceOnly: plan.effect === 'close',
    createTime: plan.createdMs,
    updateTime: plan.updatedMs,
    triggerTime: plan.triggeredMs,
    planType: PLAN_TYPES[plan.kind],
    parentOrderId: plan.parentId === 0 ? null : plan.parentId,
    executedQty: sizeText(contract, plan.filled),
    avgPrice: average,
    fee: moneyText(plan.fee),
    realizedPnl: moneyText(plan.profit),
    cancelReason: plan.cancelReason,
    cancelDetail: plan.cancelDetail,
  };
}

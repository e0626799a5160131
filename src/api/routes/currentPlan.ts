/**
 * GET /order/currentPlan (wire 5.4, PLAN-005): untriggered plan orders and triggered ones still working, newest created first. Reads the
 * engine's state.
 */
import { Type } from 'typebox';
import { isFinal, type PlanOrder } from '../../core/order.ts';
import type { Account } from '../../core/state.ts';
import type { PageRequest } from '../../store/paging.ts';
import { accountOf } from '../call.ts';
import type { Fields } from '../fields.ts';
import { checkTimeRange, timeRange } from '../fields.ts';
import { pageOfRecords, pageRequest, sendCursor } from '../paging.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { idOf, isIntegerText } from '../scalars.ts';
import {
  cursorField,
  endTimeField,
  list,
  nullableString,
  pageField,
  startTimeField,
  string,
  symbolField,
  text,
  whole,
} from '../schemas.ts';
import { livePlanView, type PlanOrderView } from '../views/plan-order.ts';

/** The schema of a plan order, for both lists. */
export const planOrderSchema = Type.Object({
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
});

interface Parameters extends PageRequest {
  readonly symbol: string | null;
  /** Null: not asked for. 0: an id no order has. */
  readonly orderId: number | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
}

export type CurrentPlanAnswer = PlanOrderView[];

export const currentPlan = defineRoute<Parameters, CurrentPlanAnswer>({
  operation: 'currentPlan',
  summary: 'List plan orders that have not ended',
  method: 'GET',
  path: '/capi/v2/order/currentPlan',
  access: 'private',
  permission: 'read',
  weight: { ip: 3, uid: 3 },
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    orderId: Type.Optional(text('Only this order; ignored when it is no integer')),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
    limit: Type.Optional(whole('Rows', 1, 100, 100)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  answer: list(planOrderSchema),
  sample: {
    request: '',
    answer: [
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
    ],
  },
  errors: ['40020', '40017'],
  parse: (fields, call) => {
    const symbol = optionalInstrument(fields, call.deps.engine.state)?.contract.symbol ?? null;
    const orderId = orderIdFilter(fields);
    const range = timeRange(fields);
    const page = pageRequest(fields, 'limit', 100);
    checkTimeRange(range);
    return { symbol, orderId, ...range, ...page };
  },
  handle: (parameters, call) => {
    const account = call.deps.engine.state.accounts.get(accountOf(call));
    const plans = account === undefined ? [] : currentPlans(account).filter((plan) => matches(plan, parameters));
    const page = pageOfRecords(plans, parameters);
    sendCursor(call, page.nextCursor);
    return page.items.map((plan) => livePlanView(plan, call.deps.config.compat.planOrderEnums));
  },
});

/** `orderId` as a filter: what is no integer is ignored (W-29). */
export function orderIdFilter(fields: Fields): number | null {
  const node = fields.get('orderId');
  const value = node?.kind === 'string' ? node.value : node?.kind === 'number' ? node.literal : '';
  return isIntegerText(value) ? (idOf(value) ?? 0) : null;
}

/** Plan orders of an account that have not ended, newest first. */
function currentPlans(account: Account): PlanOrder[] {
  const plans = [...account.plans.values()];
  for (const order of account.orders.values()) if (order.plan !== null && !isFinal(order)) plans.push(order.plan);
  return plans.sort((a, b) => b.id - a.id);
}

function matches(plan: PlanOrder, { symbol, orderId, startTime, endTime }: Parameters): boolean {
  if (symbol !== null && plan.instrument.contract.symbol !== symbol) return false;
  if (orderId !== null && plan.id !== orderId) return false;
  return (startTime === null || plan.createdMs >= startTime) && (endTime === null || plan.createdMs <= endTime);
}

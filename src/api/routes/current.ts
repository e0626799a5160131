/** GET /order/current (wire 5.10): working orders, those of triggered plan orders among them, newest created first. Reads the engine's state. */
import { Type } from 'typebox';
import type { Order } from '../../core/order.ts';
import type { PageRequest } from '../../store/paging.ts';
import { accountOf } from '../call.ts';
import { checkTimeRange, timeRange } from '../fields.ts';
import { pageOfRecords, pageRequest, sendCursor } from '../paging.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import {
  cursorField,
  endTimeField,
  list,
  nullableString,
  number,
  pageField,
  startTimeField,
  string,
  symbolField,
  text,
  whole,
} from '../schemas.ts';
import { type OrderView, orderView } from '../views/order.ts';
import { orderIdFilter } from './currentPlan.ts';

/** The schema of an order in words. */
export const orderSchema = Type.Object({
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
  order_type: string('normal, postOnly, fok or ioc'),
  totalProfits: string(),
  contracts: number(),
  filledQtyContracts: number(),
  presetTakeProfitPrice: nullableString(),
  presetStopLossPrice: nullableString(),
  cancelReason: nullableString(),
  cancelDetail: nullableString(),
  updateTime: string(),
  triggerPrice: nullableString(),
});

interface Parameters extends PageRequest {
  readonly symbol: string | null;
  readonly orderId: number | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
}

export const current = defineRoute<Parameters, OrderView[]>({
  operation: 'current',
  summary: 'List working orders',
  method: 'GET',
  path: '/capi/v2/order/current',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 2 },
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    orderId: Type.Optional(text('Only this order; ignored when it is no integer')),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
    limit: Type.Optional(whole('Rows', 1, 100, 100)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  answer: list(orderSchema),
  sample: {
    request: '',
    answer: [
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
    const orders = [...(account?.orders.values() ?? [])]
      .filter((order) => matches(order, parameters))
      .sort((a, b) => b.id - a.id);
    const page = pageOfRecords(orders, parameters);
    sendCursor(call, page.nextCursor);
    return page.items.map(orderView);
  },
});

function matches(order: Order, { symbol, orderId, startTime, endTime }: Parameters): boolean {
  if (symbol !== null && order.instrument.contract.symbol !== symbol) return false;
  if (orderId !== null && order.id !== orderId) return false;
  return (startTime === null || order.createdMs >= startTime) && (endTime === null || order.createdMs <= endTime);
}

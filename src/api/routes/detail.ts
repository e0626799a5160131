/**
 * GET /order/detail (ORDR-012): one order or plan order, at work or ended. Orders that the engine has are read there;
 * older ones are in the store.
 */
import type { Account } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { EndedOrderArgs } from '../../store/read/endedOrders.ts';
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { orderNameParameters, orderNames } from '../reading/parameters.ts';
import { endedOrderView, orderShape, type OrderView, orderView, planAsOrderView } from '../shapes/order.ts';
import { ApiError } from '../words/errors.ts';

type OrderNames = Pick<EndedOrderArgs, 'orderId' | 'clientOrderId'>;

export const detail = defineRoute({
  operation: 'detail',
  summary: 'One order or plan order',
  ...OWN_READ,
  path: '/capi/v2/order/detail',
  weight: { ip: 2, uid: 2 },
  parameters: orderNameParameters,
  sample: 'orderId=700000000000010',
  answer: orderShape,
  errors: ['40017', '40020', '50005'],
  parse: orderNames,
  handle: async (names, call): Promise<OrderView> => {
    const { engine, store, sequencer } = call.deps;
    const uid = accountOf(call);
    const account = engine.state.accounts.get(uid);
    const found = account === undefined ? names : inEngine(engine.state, account, names);
    if ('order_id' in found) return found;
    const ended = await store.ask('endedOrder', { uid, ...found }, sequencer.sequence);
    if (ended === null) throw new ApiError(50005, { token: 'ORDER_NOT_FOUND' });
    return endedOrderView(engine.state, ended);
  },
});

/** The order, if the engine has all of it; else what to ask the store for. */
function inEngine(state: State, account: Account, { orderId, clientOrderId }: OrderNames): OrderView | OrderNames {
  const record = orderId === null ? state.orders.named(account, clientOrderId ?? '') : state.orders.get(orderId);
  if (record === undefined || record.account !== account) return { orderId, clientOrderId };
  if (record.record === 'plan') return planAsOrderView(record);
  if (record.record === 'order') return orderView(record);
  return { orderId: record.id, clientOrderId: null };
}

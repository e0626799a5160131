/** orders: orders and plan orders that changed. */
import { openOrderOf } from '../../../push/account/open-order.ts';
import { orders as ordersOfV2, workingOrders } from '../../../push/account/orders.ts';
import type { AccountView } from '../../../push/account/channel.ts';
import { type PushedOrder, pushedOrder, pushedOrderShape, pushedPlan } from '../../shapes/pushed-order.ts';
import type { Order, PlanOrder } from '../../../../core/state/records.ts';
import { defineAccountChannelV3 } from './channel.ts';

export const orders = defineAccountChannelV3({
  name: 'orders',
  aliases: ['order'],
  shape: pushedOrderShape,
  concerns: ordersOfV2.concerns,
  changed: ({ touched }, view) => ordersOf(touched.orders, touched.plans, view),
  snapshot(account, view) {
    if (account === undefined) return [];
    const { orders: working, plans } = workingOrders(account);
    return ordersOf(working, plans, view);
  },
});

function ordersOf(all: readonly Order[], plans: readonly PlanOrder[], { traces }: AccountView): PushedOrder[] {
  return [
    ...all.map((order) => pushedOrder(order, traces.find(order.id), openOrderOf(order))),
    ...plans.map((plan) => pushedPlan(plan, traces.find(plan.id)?.isWeb === true, openOrderOf(plan))),
  ];
}

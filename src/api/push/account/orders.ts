/** orders: orders and plan orders that changed. */
import type { Order, PlanOrder } from '../../../core/state/records.ts';
import { type PushedOrder, pushedOrder, pushedOrderShape, pushedPlan } from '../../shapes/pushed-order.ts';
import { type AccountView, defineAccountChannel, isCommon } from './channel.ts';
import { openOrderOf } from './open-order.ts';

export const orders = defineAccountChannel({
  name: 'orders',
  aliases: [],
  arrays: { order: { shape: pushedOrderShape } },
  concerns: ({ event, touched }) => isCommon(event) && (touched.orders.length > 0 || touched.plans.length > 0),
  changed: ({ touched }, view) => ({ order: ordersOf(touched.orders, touched.plans, view) }),
  snapshot(account, view) {
    const working = account.orders.values().toSorted((a, b) => b.id - a.id);
    const plans = account.plans.values().toSorted((a, b) => b.id - a.id);
    return { order: ordersOf(working, plans, view) };
  },
});

function ordersOf(all: readonly Order[], plans: readonly PlanOrder[], { traces }: AccountView): PushedOrder[] {
  return [
    ...all.map((order) => pushedOrder(order, traces.find(order.id), openOrderOf(order))),
    ...plans.map((plan) => pushedPlan(plan, traces.find(plan.id)?.isWeb === true, openOrderOf(plan))),
  ];
}

/** orders: orders and plan orders that changed. */
import type { Account, Order, PlanOrder } from '../../../core/state/records.ts';
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
    const working = workingOrders(account);
    return { order: ordersOf(working.orders, working.plans, view) };
  },
});

/** An account's orders and plan orders at work, newest first. */
export function workingOrders(account: Account): { readonly orders: Order[]; readonly plans: PlanOrder[] } {
  return {
    orders: account.orders.values().toSorted((a, b) => b.id - a.id),
    plans: account.plans.values().toSorted((a, b) => b.id - a.id),
  };
}

function ordersOf(all: readonly Order[], plans: readonly PlanOrder[], { traces }: AccountView): PushedOrder[] {
  return [
    ...all.map((order) => pushedOrder(order, traces.find(order.id), openOrderOf(order))),
    ...plans.map((plan) => pushedPlan(plan, traces.find(plan.id)?.isWeb === true, openOrderOf(plan))),
  ];
}

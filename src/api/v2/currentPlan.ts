/** GET /order/currentPlan (PLAN-005): plan orders that wait, and triggered ones still working, newest created first. */
import { liveList, ofOneOrder } from '../reading/lists.ts';
import { currentPlans, livePlanView, planOrderShape } from '../shapes/plan-order.ts';

export const currentPlan = liveList({
  operation: 'currentPlan',
  summary: 'List plan orders that have not ended',
  path: '/capi/v2/order/currentPlan',
  weight: { ip: 3, uid: 3 },
  ...ofOneOrder,
  shape: planOrderShape,
  of: currentPlans,
  view: (plan, { deps }) => livePlanView(plan, deps.config.compat.planOrderEnums),
});

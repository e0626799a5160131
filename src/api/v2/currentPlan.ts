/** GET /order/currentPlan (PLAN-005): plan orders that wait, and triggered ones still working, newest created first. */
import { liveList, ofOneOrder } from '../reading/lists.ts';
import { currentPlans, livePlanView, planOrderShape } from '../shapes/plan-order.ts';
import { traced } from '../shapes/traced.ts';

export const currentPlan = liveList({
  operation: 'currentPlan',
  summary: 'List plan orders that have not ended',
  path: '/capi/v2/order/currentPlan',
  weight: { ip: 3, uid: 3 },
  ...ofOneOrder,
  shape: planOrderShape,
  of: currentPlans,
  view: (plan, { deps: { config, traces } }) =>
    traced(livePlanView(plan, config.compat.planOrderEnums), traces.ofOrder(plan.id)),
});

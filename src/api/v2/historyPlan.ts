/** GET /order/historyPlan (PLAN-005): plan orders that ended, newest created first. */
import { storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional } from '../call/parameter.ts';
import { orderType, symbol } from '../reading/parameters.ts';
import { rangeParameters } from '../reading/times.ts';
import { endedPlanView, planOrderPageShape } from '../shapes/plan-order.ts';
import { traced } from '../shapes/traced.ts';

export const historyPlan = storedList({
  operation: 'historyPlan',
  summary: 'List plan orders that ended',
  method: 'GET',
  path: '/capi/v2/order/historyPlan',
  weight: { ip: 5, uid: 10 },
  question: 'historyPlan',
  parameters: {
    symbol,
    ...rangeParameters,
    delegateType: optional(orderType),
    pageSize: rowsParameter(100),
    ...placeParameters,
  },
  narrowed: ({ symbol: of, delegateType: type, pageSize: limit }) => ({ symbol: of, type, limit }),
  sample: 'symbol=cmt_btcusdt',
  answer: planOrderPageShape,
  errors: ['40019', '40020', '40017'],
  view: ({ items, nextCursor }, { deps: { engine, config, traces } }) => ({
    list: items.map((plan) =>
      traced(endedPlanView(engine.state, plan, config.compat.planOrderEnums), traces.ofOrder(plan.id)),
    ),
    nextPage: nextCursor !== null,
  }),
});

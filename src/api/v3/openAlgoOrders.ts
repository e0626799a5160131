/** GET /openAlgoOrders: plan orders that wait, and fired ones still working, newest created first. */
import { optional, refined, whole } from '../call/parameter.ts';
import { MAX_PAGE } from '../front/limits/http-limits.ts';
import { liveList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { rangeParameters } from '../reading/times.ts';
import { currentPlans } from '../shapes/plan-order.ts';
import { symbol } from './reading/parameters.ts';
import { algoOrderShape, liveAlgoView } from './shapes/algo-order.ts';

export const openAlgoOrders = liveList({
  operation: 'v3.openAlgoOrders',
  summary: 'List plan orders that have not ended',
  path: '/capi/v3/openAlgoOrders',
  weight: { ip: 3, uid: 3 },
  parameters: {
    symbol: optional(symbol),
    ...rangeParameters,
    ...placeParameters,
    page: optional(
      refined(whole('Page from 1; 0 is the first too', 0, MAX_PAGE, { default: 1 }), (page) => Math.max(0, page - 1)),
      0,
    ),
    limit: rowsParameter(100),
  },
  shape: algoOrderShape,
  of: currentPlans,
  view: (plan, { deps }) => liveAlgoView(deps.engine.state, plan),
});

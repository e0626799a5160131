/** GET /order/historyPlan (PLAN-005): plan orders that ended, newest created first. */
import { Type } from 'typebox';
import { storedList } from '../reading/lists.ts';
import { instrumentField, orderTypeCode, typeField } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
import { endedPlanView, planOrderPageShape } from '../shapes/plan-order.ts';

export const historyPlan = storedList({
  operation: 'historyPlan',
  summary: 'List plan orders that ended',
  method: 'GET',
  path: '/capi/v2/order/historyPlan',
  weight: { ip: 5, uid: 10 },
  question: 'historyPlan',
  filter: {
    fields: { symbol: symbolField },
    read: (fields, call) => ({ symbol: instrumentField(fields, call).contract.symbol }),
  },
  lateFilter: {
    fields: {
      delegateType: Type.Optional(orderTypeCode),
    },
    read: (fields) => ({ type: typeField(fields, 'delegateType') }),
  },
  rows: { name: 'pageSize', usual: 100 },
  sample: 'symbol=cmt_btcusdt',
  answer: planOrderPageShape,
  errors: ['40019', '40020', '40017'],
  view: ({ items, nextCursor }, { deps }) => ({
    list: items.map((plan) => endedPlanView(deps.engine.state, plan, deps.config.compat.planOrderEnums)),
    nextPage: nextCursor !== null,
  }),
});

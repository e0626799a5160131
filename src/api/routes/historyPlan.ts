/**
 * GET /order/historyPlan (wire 5.3, PLAN-005): plan orders that ended, newest created first. Reads SQL after the projector has reached the
 * caller's last write (W-30).
 */
import { Type } from 'typebox';
import { contractAt } from '../../core/instrument.ts';
import type { Instrument } from '../../core/state.ts';
import { accountOf } from '../call.ts';
import { checkTimeRange, require, timeRange } from '../fields.ts';
import { answerPage, pageRequest } from '../paging.ts';
import { instrumentField, typeField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import {
  answer,
  boolean,
  code,
  cursorField,
  endTimeField,
  list,
  pageField,
  startTimeField,
  symbolField,
  whole,
} from '../schemas.ts';
import type { HistoryPlanArgs } from '../../store/queries/historyPlan.ts';
import { endedPlanView, type PlanOrderView } from '../views/plan-order.ts';
import { planOrderSchema } from './currentPlan.ts';

export interface HistoryPlanAnswer {
  list: PlanOrderView[];
  nextPage: boolean;
}

interface Parameters extends Omit<HistoryPlanArgs, 'uid' | 'symbol'> {
  readonly instrument: Instrument;
}

export const historyPlan = defineRoute<Parameters, HistoryPlanAnswer>({
  operation: 'historyPlan',
  summary: 'List plan orders that ended',
  method: 'GET',
  path: '/capi/v2/order/historyPlan',
  access: 'private',
  permission: 'read',
  weight: { ip: 5, uid: 10 },
  parameters: Type.Object({
    symbol: symbolField,
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
    delegateType: Type.Optional(code('1 open long, 2 open short, 3 close long, 4 close short', ['1', '2', '3', '4'])),
    pageSize: Type.Optional(whole('Rows', 1, 100, 100)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  answer: answer({ list: list(planOrderSchema), nextPage: boolean() }),
  sample: {
    request: 'symbol=cmt_btcusdt',
    answer: {
      list: [
        {
          symbol: 'cmt_btcusdt',
          size: '0.0100',
          client_oid: 'demo-0004',
          createTime: '1767256500000',
          filled_qty: '0',
          fee: '0',
          order_id: '700000000000050',
          price: '0.0',
          price_avg: '0',
          status: '-1',
          type: '2',
          order_type: '3',
          totalProfits: '0',
          triggerPrice: '92000.0',
          triggerPriceType: '',
          triggerTime: '0',
          presetTakeProfitPrice: null,
          presetStopLossPrice: null,
          planType: 'normal_plan',
          positionSide: 'short',
          parentOrderId: null,
          cancelReason: 'USER_CANCELED',
          cancelDetail: null,
          updateTime: '1767256800000',
        },
      ],
      nextPage: false,
    },
  },
  errors: ['40019', '40020', '40017'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    const instrument = instrumentField(fields, call.deps.engine.state);
    const range = timeRange(fields);
    const type = typeField(fields, 'delegateType');
    const page = pageRequest(fields, 'pageSize', 100);
    checkTimeRange(range);
    return { instrument, startMs: range.startTime, endMs: range.endTime, type, ...page };
  },
  handle: async ({ instrument, ...args }, call) => {
    const { sequencer, store, config } = call.deps;
    const asked = store.ask(
      'historyPlan',
      { uid: accountOf(call), symbol: instrument.contract.symbol, ...args },
      sequencer.sequence,
    );
    const { items, nextCursor } = await answerPage(call, asked);
    return {
      list: items.map((plan) => endedPlanView(contractAt(instrument, plan.id), plan, config.compat.planOrderEnums)),
      nextPage: nextCursor !== null,
    };
  },
});

/**
 * GET /order/history (ORDR-012): orders that ended, last ended first, including plan orders that had fired.
 * `createDate` and `endCreateDate` are about creation, and don't change that order.
 */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { answerPage, placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional, refined } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { time } from '../reading/times.ts';
import { endedOrderView, historyShape } from '../shapes/order.ts';
import { listOf } from '../shapes/shape.ts';
import { traced } from '../shapes/traced.ts';
import { malformed } from '../words/errors.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 90;
const DAYS = { most: MOST_DAYS, meaning: { en: `1 to ${MOST_DAYS} days back`, zh: `1到${MOST_DAYS}天前` } };

export const history = defineRoute({
  operation: 'history',
  summary: 'List orders that ended',
  ...OWN_READ,
  path: '/capi/v2/order/history',
  weight: { ip: 10, uid: 10 },
  parameters: {
    symbol: optional(symbol),
    pageSize: rowsParameter(100),
    createDate: optional(
      refined(
        time(`Created since: 1 to ${MOST_DAYS} days ago, or epoch ms, inclusive; 0: however long ago`, DAYS),
        (value, _, { deps }) => {
          if (value === 0) return null;
          return value <= MOST_DAYS ? deps.clock.nowMs() - value * DAY_MS : value;
        },
      ),
    ),
    endCreateDate: optional(time('Created until: epoch ms, inclusive')),
    ...placeParameters,
  },
  answer: listOf(historyShape),
  errors: ['40020', '40017'],
  parse: ({ pageSize: limit, createDate: startMs, endCreateDate: endMs, ...values }) => {
    if (startMs !== null && endMs !== null && startMs > endMs)
      throw malformed(
        { en: 'createDate is after endCreateDate', zh: 'createDate晚于endCreateDate' },
        undefined,
        'times',
      );
    return { ...values, startMs, endMs, limit };
  },
  handle: async (args, call) => {
    const { store, sequencer, engine, traces } = call.deps;
    const asked = store.ask('orderHistory', { ...args, uid: accountOf(call) }, sequencer.sequence);
    const { items } = await answerPage(call, asked);
    return items.map((order) => traced(endedOrderView(engine.state, order), traces.ofOrder(order.id)));
  },
});

/**
 * GET /order/history (ORDR-012): orders that ended, last ended first, including plan orders that had fired.
 * `createDate` and `endCreateDate` are about creation, and don't change that order.
 */
import { Type } from 'typebox';
import type { OrderHistoryArgs } from '../../store/queries/endedOrders.ts';
import { accountOf, type Call } from '../front/call.ts';
import { defineRoute } from '../front/route.ts';
import { type Fields, wholeOf } from '../reading/fields.ts';
import { answerPage, pageRequest } from '../reading/paging.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { timeOf } from '../reading/times.ts';
import { cursorField, pageField, symbolField, text, whole } from '../reading/schemas.ts';
import { endedOrderView, historyShape } from '../shapes/order.ts';
import { listOf } from '../shapes/shape.ts';
import { malformed } from '../words/errors.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 90;
const MOST_ROWS = 100;
const DAYS = { most: MOST_DAYS, meaning: { en: `1 to ${MOST_DAYS} days back`, zh: `1到${MOST_DAYS}天前` } };

export const history = defineRoute({
  operation: 'history',
  summary: 'List orders that ended',
  method: 'GET',
  path: '/capi/v2/order/history',
  access: 'private',
  permission: 'read',
  weight: { ip: 10, uid: 10 },
  parameters: Type.Object({
    symbol: Type.Optional(symbolField),
    pageSize: Type.Optional(whole('Rows', 1, MOST_ROWS, MOST_ROWS)),
    createDate: Type.Optional(
      text(`Created since: 1 to ${MOST_DAYS} days ago, or epoch ms, inclusive; 0: however long ago`),
    ),
    endCreateDate: Type.Optional(text('Created until: epoch ms, inclusive')),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  sample: '',
  answer: listOf(historyShape),
  errors: ['40020', '40017'],
  parse: (fields, call): Omit<OrderHistoryArgs, 'uid'> => {
    const symbol = optionalSymbol(fields, call);
    wholeOf(fields, 'pageSize', 1, MOST_ROWS, MOST_ROWS);
    const startMs = createdSince(fields, call);
    const endMs = timeOf(fields, 'endCreateDate');
    const page = pageRequest(fields, 'pageSize', MOST_ROWS);
    if (startMs !== null && endMs !== null && startMs > endMs)
      throw malformed({ en: 'createDate is after endCreateDate', zh: 'createDate晚于endCreateDate' });
    return { symbol, startMs, endMs, ...page };
  },
  handle: async (args, call) => {
    const { store, sequencer, engine } = call.deps;
    const asked = store.ask('orderHistory', { ...args, uid: accountOf(call) }, sequencer.sequence);
    const { items } = await answerPage(call, asked);
    return items.map((order) => endedOrderView(engine.state, order));
  },
});

/** `createDate`: a number of days back from now, or a time; null when there is no bound. */
function createdSince(fields: Fields, { deps }: Call): number | null {
  const value = timeOf(fields, 'createDate', DAYS);
  if (value === null || value === 0) return null;
  return value <= MOST_DAYS ? deps.clock.nowMs() - value * DAY_MS : value;
}

/** GET /ai/logs: the caller's own AI logs without their bodies, newest first. */
import { orderIdText, storedList } from '../reading/lists.ts';
import { placeParameters, rowsParameter } from '../reading/paging.ts';
import { optional } from '../call/parameter.ts';
import { rangeParameters } from '../reading/times.ts';
import { aiLogPageShape, aiLogView } from '../shapes/ai-log.ts';

export const aiLogs = storedList({
  operation: 'aiLogs',
  summary: 'List your AI logs',
  method: 'GET',
  path: '/capi/v2/ai/logs',
  weight: { ip: 2, uid: 5 },
  isAddition: true,
  question: 'aiLogs',
  parameters: {
    orderId: optional(orderIdText('Logs that carry or are linked to this order')),
    ...rangeParameters,
    limit: rowsParameter(20),
    ...placeParameters,
  },
  narrowed: ({ orderId, limit }) => ({ orderId, limit }),
  sample: 'limit=1',
  answer: aiLogPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor }, { deps: { traces } }) => ({
    list: items.map((item) => ({ ...aiLogView(item), traceparent: traces.ofLog(item.index) })),
    nextPage: nextCursor !== null,
  }),
});

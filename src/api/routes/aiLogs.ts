/** GET /ai/logs: the caller's own AI logs without their bodies, newest first. */
import { Type } from 'typebox';
import { orderIdText, storedList } from '../reading/lists.ts';
import { text } from '../reading/schemas.ts';
import { aiLogPageShape, aiLogView } from '../shapes/ai-log.ts';

export const aiLogs = storedList({
  operation: 'aiLogs',
  summary: 'List your AI logs',
  method: 'GET',
  path: '/capi/v2/ai/logs',
  weight: { ip: 2, uid: 5 },
  isAddition: true,
  question: 'aiLogs',
  filter: {
    fields: { orderId: Type.Optional(text('Logs that carry or are linked to this order')) },
    read: (fields) => ({ orderId: orderIdText(fields) }),
  },
  rows: { name: 'limit', usual: 20 },
  sample: 'limit=1',
  answer: aiLogPageShape,
  errors: ['40020', '40017'],
  view: ({ items, nextCursor }) => ({ list: items.map(aiLogView), nextPage: nextCursor !== null }),
});

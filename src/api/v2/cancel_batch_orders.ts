/**
 * POST /order/cancel_batch_orders (ORDR-015): cancels the orders and plan orders named, ids first, each as cancel_order
 * would. One that is unknown or has ended is a failed row and doesn't stop the others.
 */
import { execute, withNames } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { missingHint } from '../call/fields.ts';
import { optional, textItem, texts } from '../call/parameter.ts';
import { orderIds } from '../reading/parameters.ts';
import { canceledBatchShape, canceledBatchView } from '../shapes/canceled-batch.ts';
import { malformed } from '../words/errors.ts';
import { rejectLine } from '../words/rejects.ts';

const MOST_NAMES = 50;

export const cancel_batch_orders = defineRoute({
  operation: 'cancel_batch_orders',
  summary: 'Cancel several orders',
  ...OWN_COMMAND,
  path: '/capi/v2/order/cancel_batch_orders',
  weight: { ip: 5, uid: 10 },
  isCancel: true,
  parameters: {
    ids: orderIds(`Orders by id; with cids 1 to ${MOST_NAMES} in all`),
    cids: optional(texts(textItem('Your id of an order or plan order'), 'Orders by your id, after those by id'), []),
  },
  sample: '{"ids":["700000000000040"]}',
  answer: canceledBatchShape,
  errors: ['40017', '40020', '50004'],
  parse: ({ ids, cids: clientOrderIds }, _, fields) => {
    const count = ids.orderIds.length + clientOrderIds.length;
    if (count === 0 || count > MOST_NAMES)
      throw malformed(
        {
          en: `ids and cids together name 1 to ${MOST_NAMES} orders, found ${count}`,
          zh: `ids与cids合计须为1到${MOST_NAMES}个，收到${count}个`,
        },
        missingHint(fields, 'ids') ?? missingHint(fields, 'cids'),
      );
    return { ...ids, clientOrderIds };
  },
  handle: async ({ sentIds, ...named }, call) => {
    const rows = await execute(call, 'cancelBatchOrders', named);
    const { state } = call.deps.engine;
    return canceledBatchView(sentIds, named.clientOrderIds, await withNames(call, rows), (reject) =>
      rejectLine(reject, state, call.locale),
    );
  },
});

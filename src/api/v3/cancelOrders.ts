/** DELETE /batchOrders: cancels the orders and plan orders named, ids first, each as DELETE /order would. */
import { execute, withNames } from '../front/answer/execute.ts';
import { missingHint } from '../call/fields.ts';
import { optional, textItem, texts } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { orderIds } from '../reading/parameters.ts';
import { listOf } from '../shapes/shape.ts';
import { malformed, same } from '../words/errors.ts';
import { someRows } from './reading/parameters.ts';
import { canceledRowOf, canceledRowShape } from './shapes/canceled.ts';

export const cancelOrders = defineRoute({
  operation: 'v3.cancelOrders',
  summary: 'Cancel several orders',
  ...OWN_COMMAND,
  method: 'DELETE',
  fieldsIn: 'body',
  path: '/capi/v3/batchOrders',
  weight: { ip: 5, uid: 10 },
  isCancel: true,
  parameters: {
    orderIdList: orderIds('Orders by id; with origClientOrderIdList 1 to 10 in all'),
    origClientOrderIdList: optional(
      texts(textItem('Your id of an order or plan order'), 'Orders by your id, after those by id'),
      [],
    ),
  },
  sample: '{"orderIdList":[700000000000040]}',
  answer: listOf(canceledRowShape),
  parse: ({ orderIdList, origClientOrderIdList: clientOrderIds }, _, fields) => {
    const count = orderIdList.orderIds.length + clientOrderIds.length;
    if (count === 0)
      throw malformed(
        same(''),
        missingHint(fields, 'orderIdList') ?? missingHint(fields, 'origClientOrderIdList'),
        'names',
      );
    someRows(count, 'orderIdList');
    return { ...orderIdList, clientOrderIds };
  },
  handle: async ({ sentIds, ...named }, call) => {
    const rows = await withNames(call, await execute(call, 'cancelBatchOrders', named));
    const asked = [
      ...sentIds.map((orderId) => ({ orderId, origClientOrderId: '' })),
      ...named.clientOrderIds.map((origClientOrderId) => ({ orderId: '', origClientOrderId })),
    ];
    return rows.map((row, at) => canceledRowOf(row, asked[at]!, call));
  },
});

/**
 * POST /order/cancel_order (ORDR-011): cancels an order or plan order by id or client id. One that has ended isn't an
 * error but `result` false.
 */
import { Type } from 'typebox';
import { callerOf } from '../front/call.ts';
import { canceled, submitOnce } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { type Fields, idField, missingHint, textOf } from '../reading/fields.ts';
import { text } from '../reading/schemas.ts';
import { canceledShape } from '../shapes/canceled.ts';
import { malformed } from '../words/errors.ts';

export const cancel_order = defineRoute({
  operation: 'cancel_order',
  summary: 'Cancel an order or plan order',
  method: 'POST',
  path: '/capi/v2/order/cancel_order',
  access: 'private',
  permission: 'trade',
  weight: { ip: 2, uid: 3 },
  orderRate: { creates: 0 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    orderId: Type.Optional(text('Id of the order; wins over clientOid')),
    clientOid: Type.Optional(text('Your id of the order')),
  }),
  sample: '{"orderId":"700000000000040"}',
  answer: canceledShape,
  errors: ['40017', '40020', '50005'],
  parse: (fields) => {
    const orderId = idField(fields, 'orderId');
    const clientOrderId = textOf(fields, 'clientOid');
    if (orderId === null && clientOrderId === null) throw neither(fields);
    return { orderId, clientOrderId };
  },
  handle: async (which, call) =>
    canceled(call, await submitOnce<'cancelOrder'>(call, { name: 'cancelOrder', ...callerOf(call), ...which })),
});

/** 40017, with the names that were probably meant. */
function neither(fields: Fields) {
  return malformed(
    { en: 'orderId or clientOid is required', zh: 'orderId与clientOid至少需要一个' },
    missingHint(fields, 'orderId') ?? missingHint(fields, 'clientOid'),
  );
}

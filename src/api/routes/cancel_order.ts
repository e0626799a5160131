/**
 * POST /order/cancel_order (wire 5.10, ORDR-011): cancels an order or plan order by id or client id. One that has ended is no error but
 * `result` false.
 */
import { Type } from 'typebox';
import { callerOf } from '../call.ts';
import type { Call } from '../call.ts';
import { malformed } from '../errors.ts';
import { submit } from '../execute.ts';
import type { Fields } from '../fields.ts';
import { idField, missingHint, textOf } from '../fields.ts';
import { rejectError, rejectLine } from '../rejects.ts';
import { defineRoute } from '../route.ts';
import { answer, boolean, nullableString, string, text } from '../schemas.ts';
import type { Outcome, OrderCanceled } from '../../core/outcome.ts';

export interface CancelAnswer {
  order_id: string;
  client_oid: string;
  result: boolean;
  err_msg: string | null;
}

export const cancelSchema = answer({ order_id: string(), client_oid: string(), result: boolean(), err_msg: nullableString() });

interface Parameters {
  readonly orderId: number | null;
  readonly clientOrderId: string | null;
}

export const cancel_order = defineRoute<Parameters, CancelAnswer>({
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
  answer: cancelSchema,
  sample: {
    request: '{"orderId":"700000000000040"}',
    answer: { order_id: '700000000000040', client_oid: 'demo-0003', result: true, err_msg: null },
  },
  errors: ['40017', '40020', '50005'],
  parse: (fields) => {
    const orderId = idField(fields, 'orderId');
    const clientOrderId = textOf(fields, 'clientOid');
    if (orderId === null && clientOrderId === null) throw neither(fields);
    return { orderId, clientOrderId };
  },
  handle: async (parameters, call) =>
    cancelAnswer(call, await submit<'cancelOrder'>(call, { name: 'cancelOrder', ...callerOf(call), ...parameters })),
});

/** 40017, with the names that were probably meant. */
export function neither(fields: Fields) {
  return malformed(
    { en: 'orderId or clientOid is required', zh: 'orderId与clientOid至少需要一个' },
    missingHint(fields, 'orderId') ?? missingHint(fields, 'clientOid'),
  );
}

/** What a cancel answers: done, ended already (E31), or 50005. */
export function cancelAnswer(call: Call, outcome: Outcome<OrderCanceled>): CancelAnswer {
  if (outcome.ok) {
    const { orderId, clientOrderId } = outcome.result;
    return { order_id: String(orderId), client_oid: clientOrderId, result: true, err_msg: null };
  }
  const { reject } = outcome;
  const { state } = call.deps.engine;
  if (reject.reason !== 'ORDER_NOT_CANCELABLE') throw rejectError(reject, state);
  return {
    order_id: String(reject.orderId),
    client_oid: reject.clientOrderId,
    result: false,
    err_msg: rejectLine(reject, state, call.locale),
  };
}

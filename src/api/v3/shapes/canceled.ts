/** A cancelled order in v3: done, or that it has ended, which isn't an error. */
import type { Decision, OrderCanceled } from '../../../core/turn/outcome.ts';
import type { Call } from '../../call/call.ts';
import { nameOfEnded } from '../../front/answer/execute.ts';
import { object, optional, number, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { orderNameParameters, orderNames } from '../reading/parameters.ts';
import { DONE, failedRow, outcomeFields, refusalIn, refusalOf, refusedTop } from './placed.ts';

/** One of several. */
export const canceledRowShape = shape(object({ orderId: string(), origClientOrderId: string(), ...outcomeFields }), {
  orderId: '700000000000040',
  origClientOrderId: 'demo-0003',
  success: true,
  errorCode: '',
  errorMessage: '',
});

export const canceledShape = shape(
  object({
    orderId: string(),
    origClientOrderId: string(),
    ...outcomeFields,
    code: optional(number()),
    msg: optional(string()),
    token: optional(string()),
    hint: optional(string()),
  }),
  { orderId: '700000000000040', origClientOrderId: 'demo-0003', success: true, errorCode: '', errorMessage: '' },
);

export type CanceledView = ViewOf<typeof canceledShape>;

/** Parameters of a cancel of one order. */
export const cancelFields = {
  parameters: orderNameParameters,
  sample: 'orderId=700000000000040',
  parse: orderNames,
} as const;

/** The answer to the cancel of one order. @throws ApiError for one that is unknown */
export async function cancelRow(decision: Decision<OrderCanceled>, call: Call): Promise<CanceledView> {
  if (decision.ok) return canceledRow(decision.result);
  const { reject } = decision;
  if (reject.reason !== 'ORDER_NOT_CANCELABLE') throw refusalOf(reject, call, 'cancelOrder');
  const error = refusalIn(decision, call, 'cancelOrder')!;
  const origClientOrderId = reject.clientOrderId ?? (await nameOfEnded(call, reject.orderId));
  return {
    orderId: String(reject.orderId),
    origClientOrderId,
    ...failedRow(error, call),
    ...refusedTop(error, call),
  };
}

function canceledRow({ orderId, clientOrderId }: OrderCanceled): CanceledView {
  return { orderId: String(orderId), origClientOrderId: clientOrderId, ...DONE };
}

/** The outcome of one of several; `asked` is what it was named by, as it was sent. */
export function canceledRowOf(
  decision: Decision<OrderCanceled>,
  asked: Pick<CanceledView, 'orderId' | 'origClientOrderId'>,
  call: Call,
): ViewOf<typeof canceledRowShape> {
  if (decision.ok) return canceledRow(decision.result);
  const { reject } = decision;
  const names =
    reject.reason === 'ORDER_NOT_CANCELABLE'
      ? { orderId: String(reject.orderId), origClientOrderId: reject.clientOrderId ?? '' }
      : asked;
  return { ...names, ...failedRow(refusalOf(reject, call, 'cancelOrder'), call) };
}

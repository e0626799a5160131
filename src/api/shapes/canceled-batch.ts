/**
 * The answer to cancel_batch_orders: a row for each order named, in the order sent, and the ones that failed once more.
 * `orderIds` and `clientOids` hold what was cancelled, each under the name it was asked by.
 */
import type { Reject } from '../../core/language/rejects.ts';
import type { Decision, OrderCanceled } from '../../core/turn/outcome.ts';
import { boolean, list, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

const row = object({
  err_msg: string('Why it was not cancelled; empty when it was'),
  order_id: string(),
  client_oid: string(),
  result: boolean(),
});

export const canceledBatchShape = shape(
  object({
    result: boolean(),
    orderIds: list(string()),
    clientOids: list(string()),
    cancelOrderResultList: list(row),
    failInfos: list(row),
  }),
  {
    result: true,
    orderIds: ['700000000000040'],
    clientOids: [],
    cancelOrderResultList: [{ err_msg: '', order_id: '700000000000040', client_oid: 'demo-0003', result: true }],
    failInfos: [],
  },
);

export type CanceledBatchView = ViewOf<typeof canceledBatchShape>;
type Row = CanceledBatchView['cancelOrderResultList'][number];

/**
 * @param sentIds the orders named by id, as they were sent
 * @param decisions of the orders named by id, then of those named by client id
 * @param line the sentence of a reject, in the caller's language
 */
export function canceledBatchView(
  sentIds: readonly string[],
  clientOrderIds: readonly string[],
  decisions: readonly Decision<OrderCanceled>[],
  line: (reject: Reject) => string,
): CanceledBatchView {
  const asked = [
    ...sentIds.map((order_id) => ({ order_id, client_oid: '' })),
    ...clientOrderIds.map((client_oid) => ({ order_id: '', client_oid })),
  ];
  const rows = decisions.map((decision, at) => rowOf(decision, asked[at] as (typeof asked)[number], line));
  const done = (from: readonly Row[]): readonly Row[] => from.filter(({ result }) => result);
  const failInfos = rows.filter(({ result }) => !result);
  return {
    result: failInfos.length === 0,
    orderIds: done(rows.slice(0, sentIds.length)).map(({ order_id }) => order_id),
    clientOids: done(rows.slice(sentIds.length)).map(({ client_oid }) => client_oid),
    cancelOrderResultList: rows,
    failInfos,
  };
}

/** One order: its names as far as they are known, and what became of it. */
function rowOf(
  decision: Decision<OrderCanceled>,
  asked: Pick<Row, 'order_id' | 'client_oid'>,
  line: (reject: Reject) => string,
): Row {
  const found = decision.ok ? decision.result : decision.reject;
  const names = 'orderId' in found ? { order_id: String(found.orderId), client_oid: nameOf(found) } : asked;
  return { err_msg: decision.ok ? '' : line(decision.reject), ...names, result: decision.ok };
}

function nameOf(found: object): string {
  return 'clientOrderId' in found ? String(found.clientOrderId) : '';
}

/**
 * POST /order/batchOrders (ORDR-014): up to 20 orders of one contract in one command, in the order sent, each as its
 * own placeOrder. A row that fails, through its parameters or by the rules, doesn't stop the others.
 */
import { Type } from 'typebox';
import type { OrderFields } from '../../core/language/commands.ts';
import type { Decision, OrderPlaced } from '../../core/turn/outcome.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import { type Fields, rowsOf, scalarOf } from '../reading/fields.ts';
import { modeFields, modeParameters, orderFields, orderParameters } from '../reading/order-fields.ts';
import { instrumentField } from '../reading/parameters.ts';
import { checkGiven, requirementsOf } from '../reading/required.ts';
import { list, symbolField } from '../reading/schemas.ts';
import { placedBatchShape, placedBatchView, type RowPlaced } from '../shapes/placed-batch.ts';
import { ApiError, malformed } from '../words/errors.ts';
import { rejectError } from '../words/rejects.ts';

const MOST_ROWS = 20;

const row = Type.Object(orderParameters);
const ROW_REQUIREMENTS = requirementsOf(row);

/** A row as it was read: the order it asks for, or what is wrong with it. */
type RowRead =
  | { readonly order: OrderFields }
  | { readonly order: null; readonly clientOrderId: string; readonly error: ApiError };

export const batchOrders = defineRoute({
  operation: 'batchOrders',
  summary: 'Place several orders',
  method: 'POST',
  path: '/capi/v2/order/batchOrders',
  access: 'private',
  permission: 'trade',
  weight: { ip: 5, uid: 10 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    symbol: symbolField,
    ...modeParameters,
    orderDataList: list(row, `1 to ${MOST_ROWS} rows of placeOrder's fields without symbol; a mode in a row wins`),
  }),
  sample:
    '{"symbol":"cmt_btcusdt","orderDataList":[{"client_oid":"demo-0007","size":"0.01","type":"1","order_type":"0","match_price":"1"},{"client_oid":"demo-0008","size":"0.01","type":"4","order_type":"0","match_price":"1"}]}',
  answer: placedBatchShape,
  errors: ['40019', '40020', '40017', '50004'],
  parse: (fields, call) => {
    const { symbol } = instrumentField(fields, call).contract;
    const modes = modeFields(fields);
    const rows = wantedRows(fields).map((one) => readRow(one, modes));
    return { symbol, rows, orders: rows.flatMap(({ order }) => order ?? []) };
  },
  creates: ({ orders }) => orders.length,
  handle: async ({ symbol, rows, orders }, call) => {
    const decisions =
      orders.length === 0
        ? []
        : await execute<'batchOrders'>(call, { name: 'batchOrders', ...callerOf(call), symbol, orders });
    const { state } = call.deps.engine;
    let next = 0;
    const placed = rows.map((read): RowPlaced => {
      if (read.order === null) return read;
      const decision = decisions[next++] as Decision<OrderPlaced>;
      if (decision.ok) return decision.result;
      return { clientOrderId: read.order.clientOrderId, error: rejectError(decision.reject, state, 'batchOrders') };
    });
    return placedBatchView(placed, call.locale, call.headers);
  },
});

/** The rows, a required field; 40017 for too few or too many. */
function wantedRows(fields: Fields): readonly Fields[] {
  const rows = rowsOf(fields, 'orderDataList') ?? [];
  if (rows.length >= 1 && rows.length <= MOST_ROWS) return rows;
  throw malformed({
    en: `orderDataList holds 1 to ${MOST_ROWS} rows, found ${rows.length}`,
    zh: `orderDataList须为1到${MOST_ROWS}行，收到${rows.length}行`,
  });
}

/** Checked like a placeOrder; a mode that is not given is taken from the batch. */
function readRow(fields: Fields, modes: Pick<OrderFields, 'marginMode' | 'positionMode'>): RowRead {
  try {
    checkGiven(fields, ROW_REQUIREMENTS);
    const order = orderFields(fields);
    const marginMode = order.marginMode ?? modes.marginMode;
    return { order: { ...order, marginMode, positionMode: order.positionMode ?? modes.positionMode } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { order: null, clientOrderId: scalarOf(fields, 'client_oid') ?? '', error };
  }
}

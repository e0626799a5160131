/**
 * POST /order/batchOrders (ORDR-014): up to 20 orders of one contract in one command, in the order sent, each as its
 * own placeOrder. A row that fails, through its parameters or by the rules, doesn't stop the others.
 */
import type { OrderFields } from '../../core/language/commands.ts';
import type { Decision, OrderPlaced } from '../../core/turn/outcome.ts';
import type { Call } from '../call/call.ts';
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { type Fields, scalarOf } from '../call/fields.ts';
import { modeParameters, orderOf, orderParameters } from '../reading/order-fields.ts';
import { objectOf, readerOf, refined, rows, type ValuesOf } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { placedBatchShape, placedBatchView, type RowPlaced } from '../shapes/placed-batch.ts';
import { ApiError, malformed } from '../words/errors.ts';
import { rejectError } from '../words/rejects.ts';

const MOST_ROWS = 20;

const orderIn = readerOf(orderParameters);

/** A row as it was read: the order it asks for, or what is wrong with it. */
type RowRead =
  | { readonly order: OrderFields }
  | { readonly order: null; readonly clientOrderId: string; readonly error: ApiError };

export const batchOrders = defineRoute({
  operation: 'batchOrders',
  summary: 'Place several orders',
  ...OWN_COMMAND,
  path: '/capi/v2/order/batchOrders',
  weight: { ip: 5, uid: 10 },
  parameters: {
    symbol,
    ...modeParameters,
    orderDataList: refined(
      rows(
        objectOf(orderParameters),
        `1 to ${MOST_ROWS} rows of placeOrder's fields without symbol; a mode in a row wins`,
      ),
      someRows,
    ),
  },
  sample:
    '{"symbol":"cmt_btcusdt","orderDataList":[{"client_oid":"demo-0007","size":"0.01","type":"1","order_type":"0","match_price":"1"},{"client_oid":"demo-0008","size":"0.01","type":"4","order_type":"0","match_price":"1"}]}',
  answer: placedBatchShape,
  errors: ['40019', '40020', '40017', '50004'],
  parse: ({ symbol: of, orderDataList, ...modes }, call) => {
    const read = orderDataList.map((row) => readRow(row, modes, call));
    return { symbol: of, rows: read, orders: read.flatMap(({ order }) => order ?? []) };
  },
  creates: ({ orders }) => orders.length,
  handle: async ({ rows: sent, orders, ...of }, call) => {
    const decisions = orders.length === 0 ? [] : await execute(call, 'batchOrders', { ...of, orders });
    const { state } = call.deps.engine;
    let next = 0;
    const placed = sent.map((read): RowPlaced => {
      if (read.order === null) return read;
      const decision = decisions[next++] as Decision<OrderPlaced>;
      if (decision.ok) return decision.result;
      return { clientOrderId: read.order.clientOrderId, error: rejectError(decision.reject, state, 'batchOrders') };
    });
    return placedBatchView(placed, call.locale, call.headers);
  },
});

/** 40017 for too few or too many. */
function someRows(sent: readonly Fields[]): readonly Fields[] {
  if (sent.length >= 1 && sent.length <= MOST_ROWS) return sent;
  throw malformed({
    en: `orderDataList holds 1 to ${MOST_ROWS} rows, found ${sent.length}`,
    zh: `orderDataList须为1到${MOST_ROWS}行，收到${sent.length}行`,
  });
}

/** Checked like a placeOrder; a mode that is not given is taken from the batch. */
function readRow(fields: Fields, modes: ValuesOf<typeof modeParameters>, call: Call): RowRead {
  try {
    const order = orderOf(orderIn(fields, call));
    const marginMode = order.marginMode ?? modes.marginMode;
    return { order: { ...order, marginMode, positionMode: order.positionMode ?? modes.separatedMode } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { order: null, clientOrderId: scalarOf(fields, 'client_oid') ?? '', error };
  }
}

/**
 * POST /batchOrders: up to 10 orders, each with its own contract, in the order sent, each as its own POST /order. A row
 * that fails, through its parameters or by the rules, doesn't stop the others. Neighbours in one contract are one
 * command (ORDR-014).
 */
import type { Decision, OrderPlaced } from '../../core/turn/outcome.ts';
import type { Call } from '../call/call.ts';
import { type Fields, scalarOf } from '../call/fields.ts';
import { objectOf, readerOf, refined, rows } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { decide } from '../front/answer/execute.ts';
import { asApiError } from '../front/front.ts';
import { tellBatch } from '../shapes/placed-batch.ts';
import { listOf } from '../shapes/shape.ts';
import { ApiError } from '../words/errors.ts';
import { orderOf, orderParameters } from './reading/order-fields.ts';
import { someRows } from './reading/parameters.ts';
import { placedRowOf, placedRowShape, refusalIn } from './shapes/placed.ts';

type Order = ReturnType<typeof orderOf>;

/** A row as it was read: the order it asks for, or what is wrong with it. */
type RowRead =
  | { readonly order: Order }
  | { readonly order: null; readonly clientOrderId: string; readonly error: ApiError };

type Outcome = Decision<OrderPlaced> | ApiError;

const orderIn = readerOf(orderParameters);

export const placeOrders = defineRoute({
  operation: 'v3.placeOrders',
  summary: 'Place several orders',
  ...OWN_COMMAND,
  path: '/capi/v3/batchOrders',
  weight: { ip: 5, uid: 10 },
  parameters: {
    batchOrders: refined(rows(objectOf(orderParameters), '1 to 10 rows of the fields of POST /order'), (sent, name) => {
      someRows(sent.length, name);
      return sent;
    }),
  },
  sample:
    '{"batchOrders":[{"symbol":"BTCUSDT","side":"BUY","positionSide":"LONG","type":"MARKET","quantity":"0.01","newClientOrderId":"demo-0007"},{"symbol":"BTCUSDT","side":"BUY","positionSide":"SHORT","type":"MARKET","quantity":"0.01","newClientOrderId":"demo-0008"}]}',
  answer: listOf(placedRowShape),
  parse: ({ batchOrders }, call) => {
    const read = batchOrders.map((row) => readRow(row, call));
    return { rows: read, orders: read.flatMap(({ order }) => order ?? []) };
  },
  creates: ({ orders }) => orders.length,
  handle: async ({ rows: sent, orders }, call) => {
    const outcomes = await decideAll(call, orders);
    tellBatch(
      outcomes.flatMap((one) => ('ok' in one && one.ok ? [one.result] : [])),
      call.headers,
    );
    let next = 0;
    return sent.map((row) =>
      row.order === null
        ? placedRowOf(row.clientOrderId, row.error, call)
        : placedRowOf(row.order.clientOrderId, outcomes[next++]!, call),
    );
  },
});

function readRow(fields: Fields, call: Call): RowRead {
  try {
    return { order: orderOf(orderIn(fields, call)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { order: null, clientOrderId: scalarOf(fields, 'newClientOrderId') ?? '', error };
  }
}

/** The outcome of each order. All commands are handed over at once: one queue takes them in this order. */
async function decideAll(call: Call, orders: readonly Order[]): Promise<readonly Outcome[]> {
  const runs = runsOf(orders);
  const outcomes = await Promise.allSettled(
    runs.map((run, nth) =>
      decide(call, 'batchOrders', { symbol: run[0]!.symbol, orders: run.map(withoutSymbol) }, nth),
    ),
  );
  // If nothing was taken up the request is refused as a whole, and may be sent again.
  if (outcomes.every((one) => one.status === 'rejected' || !one.value.ok))
    for (const one of outcomes) {
      if (one.status === 'rejected') throw one.reason;
      refusalIn(one.value, call, 'batchOrders');
    }
  return outcomes.flatMap((one, at): readonly Outcome[] => {
    if (one.status === 'rejected') return runs[at]!.map(() => asApiError(call, one.reason));
    const decision = one.value;
    return decision.ok ? decision.result : runs[at]!.map(() => decision);
  });
}

function withoutSymbol({ symbol: _symbol, ...order }: Order) {
  return order;
}

/** The orders in groups of neighbours in one contract. */
function runsOf(orders: readonly Order[]): Order[][] {
  const runs: Order[][] = [];
  for (const order of orders) {
    const last = runs.at(-1);
    if (last?.[0]?.symbol === order.symbol) last.push(order);
    else runs.push([order]);
  }
  return runs;
}

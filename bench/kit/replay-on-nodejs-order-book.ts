/**
 * Runs a workload on the npm package `nodejs-order-book`, as its documentation says: `limit` (GTC, IOC), `market`,
 * `cancel`, and `modify` for a move. Journaling, self-trade prevention and conditional orders stay off.
 *
 * In its favour: ids and option objects are made before the clock starts, ids are no numerals (which make it slower),
 * and while it is timed nothing looks at its answers; what they amount to is counted in a pass of its own.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import { HEADER_INTS, OP, RECORD_INTS, type Workload, type WorkloadExpected } from './workload.ts';

type LimitOptions = Parameters<OrderBook['limit']>[0];
type Answer = ReturnType<OrderBook['limit']>;

/** One command, ready to be handed over. */
type Prepared =
  | { readonly op: 'limit'; readonly options: LimitOptions }
  | { readonly op: 'market'; readonly options: { side: Side; size: number } }
  | { readonly op: 'cancel'; readonly id: string }
  | { readonly op: 'move'; readonly id: string; readonly update: { price: number } };

interface Counts {
  fills: number;
  volume: number;
  notional: number;
  cancelHits: number;
  cancelMisses: number;
}

/**
 * Turns the records into the package's inputs once; `prefilled` then gives any number of fresh books to run them on.
 */
export function prepareForPackage(workload: Workload) {
  const inputs = prepareInputs(workload);
  const prefill = inputs.slice(0, workload.prefill);
  const commands = inputs.slice(workload.prefill);
  const prefilled = (): OrderBook => {
    const book = new OrderBook();
    runOnPackage(book, prefill);
    return book;
  };
  return { commands, prefilled };
}

/** The timed loop: hands every command over and drops the answers. */
export function runOnPackage(book: OrderBook, inputs: readonly Prepared[]): void {
  for (const input of inputs) {
    if (input.op === 'limit') book.limit(input.options);
    else if (input.op === 'cancel') book.cancel(input.id);
    else if (input.op === 'move') book.modify(input.id, input.update);
    else book.market(input.options);
  }
}

/** The same commands again, with every answer read: what the package made of them. */
export function countOnPackage(book: OrderBook, inputs: readonly Prepared[]): WorkloadExpected {
  const counts: Counts = { fills: 0, volume: 0, notional: 0, cancelHits: 0, cancelMisses: 0 };
  for (const input of inputs) {
    if (input.op === 'limit') countFills(counts, book.limit(input.options), true);
    else if (input.op === 'market') countFills(counts, book.market(input.options), false);
    else if (input.op === 'move') countFills(counts, book.modify(input.id, input.update), true);
    else if (book.cancel(input.id) === undefined) counts.cancelMisses++;
    else counts.cancelHits++;
  }
  return { ...counts, notional: String(counts.notional), ...restingOnPackage(book) };
}

/** Number and size of the orders that rest. */
export function restingOnPackage(book: OrderBook): { restingOrders: number; restingSize: number } {
  const { bids, asks } = book.snapshot();
  const orders = [...bids, ...asks].flatMap((level) => level.orders);
  return { restingOrders: orders.length, restingSize: orders.reduce((sum, order) => sum + order.size, 0) };
}

/**
 * `done` lists the makers that were filled up and, behind them, a limit taker that was filled up itself; `partial` is
 * the maker that was hit last and survived, or else a limit taker that rests with the remainder.
 */
function countFills(counts: Counts, answer: Answer, limit: boolean): void {
  if (answer.err !== null) throw new Error(`nodejs-order-book refused a command: ${answer.err.message}`);
  const takerIsDone = limit && answer.quantityLeft === 0;
  const makers = takerIsDone ? answer.done.slice(0, -1) : answer.done;
  for (const maker of makers) {
    if (!('price' in maker)) throw new Error('nodejs-order-book answered with an order that has no price');
    countFill(counts, maker.price, maker.size);
  }
  if (answer.partial !== null && answer.quantityLeft === 0) {
    countFill(counts, answer.partial.price, answer.partialQuantityProcessed);
  }
}

function countFill(counts: Counts, price: number, size: number): void {
  counts.fills++;
  counts.volume += size;
  counts.notional += price * size;
}

function prepareInputs(workload: Workload): Prepared[] {
  const { words } = workload;
  const inputs: Prepared[] = [];
  for (let base = HEADER_INTS; base < words.length; base += RECORD_INTS) {
    const [op = 0, side = 0, orderId = 0, , price = 0, size = 0] = words.subarray(base, base + RECORD_INTS);
    inputs.push(prepareInput(op, side === 0 ? Side.BUY : Side.SELL, `o${orderId}`, price, size));
  }
  return inputs;
}

function prepareInput(op: number, side: Side, id: string, price: number, size: number): Prepared {
  if (op === OP.limit) return { op: 'limit', options: { side, id, size, price } };
  if (op === OP.ioc)
    return {
      op: 'limit',
      options: { side, id, size, price, timeInForce: 'IOC' as NonNullable<LimitOptions['timeInForce']> },
    };
  if (op === OP.market) return { op: 'market', options: { side, size } };
  if (op === OP.cancel) return { op: 'cancel', id };
  return { op: 'move', id, update: { price } };
}

/**
 * Runs the oracle's flow as full commands through `engine.apply`: five hundred accounts that buy and five hundred that
 * sell, funded, with margin, ledger, events and invariants on. Every report is read from an outcome and its events.
 *
 * The share becomes a contract of the same tick with bands that no order of the flow meets. A modify is a cancel and,
 * if there was something to cancel, a new order. Command objects are made in the timed part, as for W1.
 */
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { Order } from '../../src/core/state/records.ts';
import type { OrderPlaced, Outcome } from '../../src/core/turn/outcome.ts';
import { cancelCommand, decimal, next, placeCommand, sha256, SYMBOL } from './commands.ts';
import { FIRST_ACCOUNT, START_MS } from './crowd.ts';
import { ASK, type Flow, ORDERS, WIDTH } from './flash1-flow.ts';
import { REPORT, type Reports } from './flash1-reports.ts';

const ACCOUNTS_A_SIDE = 500;
const SIZE_DECIMALS = 2;
const PRICE_DECIMALS = 3;
/** A tick of 0.005 in its last decimal. */
const TICK = 5;
/** Above every price of the flow and less than half of what a buy may be above it. */
const INDEX = '1000';

const CONTRACT = {
  ...DEFAULT_CONTRACTS[0]!,
  tick: '0.005',
  step: '0.01',
  minPrice: '0.1',
  minSize: '0.01',
  maxSizeLimit: '1000',
  maxSizeMarket: '1000',
  maxPositionSize: '10000000',
  contractVal: '0.01',
  buyLimitRatio: '0.9999',
  sellLimitRatio: '0.9999',
  marketProtectRatio: '0.9999',
  tiers: [{ bound: '1000000000', maxLeverage: 20, ratePercent: '1' }],
  markSource: 'index' as const,
};

interface Run {
  readonly engine: Engine;
  readonly reports: Reports;
  /** The engine's id by the flow's, of the order that took the place of it last. */
  readonly orderIds: Float64Array;
}

/** A fresh engine with the accounts funded; `commands` sends it the whole flow. */
export function prepareOnEngine({ messages, count }: Flow, reports: Reports): { engine: Engine; commands: () => void } {
  const engine = createEngine(sha256);
  for (const command of setUp()) accepted(engine.apply(next(engine, command), true));
  const run: Run = { engine, reports, orderIds: new Float64Array(ORDERS + 1) };
  const commands = (): void => {
    for (let sequence = 0; sequence < count; sequence++) {
      const base = WIDTH * sequence;
      const side = messages[base + 1]!;
      const id = messages[base + 2]!;
      const price = messages[base + 3]!;
      const quantity = messages[base + 4]!;
      const asked = messages[base]!;
      if (asked === ASK.cancel) cancel(run, sequence, side, id);
      else if (asked === ASK.modify) modify(run, sequence, side, id, price, quantity);
      else place(run, sequence, side, id, price, quantity, asked === ASK.immediate);
    }
    reports.flush();
  };
  return { engine, commands };
}

function setUp(): Command[] {
  const exchange = { maxOpenOrders: 1_000, maxEndedOrders: ORDERS };
  const commands: Command[] = [{ name: 'setParameters', contracts: [CONTRACT], exchange }];
  for (let account = 0; account < 2 * ACCOUNTS_A_SIDE; account++)
    commands.push({ name: 'deposit', account: FIRST_ACCOUNT + account, amount: '5000000' });
  commands.push({ name: 'setIndexPrice', symbol: SYMBOL, price: INDEX, sourceTimeMs: START_MS });
  return commands;
}

/** Buyers and sellers are others, so nobody meets an order of their own. */
function accountOf(side: number, id: number): number {
  return FIRST_ACCOUNT + side * ACCOUNTS_A_SIDE + (id % ACCOUNTS_A_SIDE);
}

function place(
  run: Run,
  sequence: number,
  side: number,
  id: number,
  price: number,
  quantity: number,
  isImmediate: boolean,
): void {
  run.reports.put(REPORT.orderAck, sequence, side, id, price, quantity);
  const outcome = enter(run, side, id, price, quantity, isImmediate, `${id}`);
  reportFills(run, sequence, outcome);
  if (!isImmediate) return;
  for (const event of outcome.events)
    if (event.name === 'orderChanged' && event.order.status === 'canceled') reportCanceled(run, sequence, event.order);
}

/** Gives the order of the flow to the engine, which must take it. */
function enter(
  { engine, orderIds }: Run,
  side: number,
  id: number,
  price: number,
  quantity: number,
  isImmediate: boolean,
  name: string,
): Outcome {
  const text = decimal(price * TICK, PRICE_DECIMALS);
  const size = decimal(quantity, SIZE_DECIMALS);
  const command = placeCommand(accountOf(side, id), side === 0, isImmediate ? 'ioc' : 'normal', size, text, name);
  const outcome = engine.apply(next(engine, command), true);
  orderIds[id] = (accepted(outcome) as OrderPlaced).orderId;
  return outcome;
}

function cancel(run: Run, sequence: number, side: number, id: number): void {
  const { engine, orderIds, reports } = run;
  const outcome = engine.apply(next(engine, cancelCommand(accountOf(side, id), orderIds[id]!)), true);
  if (!outcome.ok) reports.put(REPORT.cancelReject, sequence, id);
  else
    for (const event of outcome.events) if (event.name === 'orderChanged') reportCanceled(run, sequence, event.order);
}

function modify(run: Run, sequence: number, side: number, id: number, price: number, quantity: number): void {
  const { engine, orderIds, reports } = run;
  const outcome = engine.apply(next(engine, cancelCommand(accountOf(side, id), orderIds[id]!)), true);
  if (!outcome.ok) {
    reports.put(REPORT.modifyReject, sequence, id);
    return;
  }
  // An order is modified once at most.
  reportFills(run, sequence, enter(run, side, id, price, quantity, false, `${id}.`));
  reports.put(REPORT.modifyAck, sequence, side, id, price, quantity);
}

function reportFills({ reports }: Run, sequence: number, { events }: Outcome): void {
  for (const event of events)
    if (event.name === 'fillMade')
      reports.put(
        REPORT.trade,
        sequence,
        event.price,
        event.size,
        flowId(event.maker.order),
        flowId(event.taker.order),
      );
}

function reportCanceled({ reports }: Run, sequence: number, order: Order): void {
  reports.put(REPORT.cancelAck, sequence, order.side === 'long' ? 0 : 1, flowId(order), order.price);
}

/** The id in the name, up to the point that follows that of a modified order. */
function flowId({ clientOrderId }: Order): number {
  return Number.parseInt(clientOrderId, 10);
}

/** @throws Error when it was refused */
function accepted(outcome: Outcome): unknown {
  if (!outcome.ok) throw new Error(`the engine refused a command of the flow: ${JSON.stringify(outcome.reject)}`);
  return outcome.result;
}

/**
 * An engine for tests: it stamps commands, applies them, and remembers every record, bill and fill it ever announced.
 *
 * It decides nothing. After each command it asks `auditRules` for broken invariants and fails on the first, so a
 * scenario that only looks at one figure still holds all of section 19 of the rules.
 */
import { createHash } from 'node:crypto';
import { auditRules } from '../../src/core/audit.ts';
import type { Command, CommandName, ExchangeParameters, Sequenced } from '../../src/core/language/commands.ts';
import type { ContractSpec } from '../../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { ClosedAtMark, CopySkipped, FillMade, LossShared } from '../../src/core/turn/events.ts';
import type { Bill } from '../../src/core/language/bills.ts';
import type { Order, PlanOrder, Position } from '../../src/core/state/records.ts';
import type { Outcome, ResultOf } from '../../src/core/turn/outcome.ts';
import type { State } from '../../src/core/state/state.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

export interface Exchange {
  readonly engine: Engine;
  readonly state: State;
  /** Everything that was asked. */
  readonly commands: Sequenced[];
  /** Every order, plan order and position ever announced, by id: live records. */
  readonly orders: Map<number, Order>;
  readonly plans: Map<number, PlanOrder>;
  readonly positions: Map<number, Position>;
  /** All bills and fills so far, and how many there were before the latest command. */
  readonly bills: Bill[];
  readonly fills: FillMade[];
  billsBefore: number;
  fillsBefore: number;
  /** What the latest command did that should not happen. */
  alarms: (ClosedAtMark | LossShared)[];
  /** Orders of the risk engine that the latest command made, in the order of their making. */
  engineOrders: Order[];
  /** Kinds of the leaves of the latest command. */
  leaves: string[];
  /** Of the latest leaf. */
  lastEntry: string;
  /** Copies skipped by the latest command. */
  skipped: CopySkipped[];
}

/**
 * The default contracts with some fields replaced, by symbol, and the mark price equal to the index unless it says
 * otherwise.
 */
export function contractsWith(overrides: Readonly<Record<string, Partial<ContractSpec>>>): ContractSpec[] {
  return DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const, ...overrides[spec.symbol] }));
}

/** An exchange with contracts and settings, and nothing else. */
export function openExchange(
  contracts: readonly ContractSpec[],
  settings: Partial<ExchangeParameters>,
  timeMs: number,
): Exchange {
  const engine = createEngine(sha256);
  const exchange: Exchange = {
    engine,
    state: engine.state,
    commands: [],
    orders: new Map(),
    plans: new Map(),
    positions: new Map(),
    bills: [],
    fills: [],
    billsBefore: 0,
    fillsBefore: 0,
    alarms: [],
    engineOrders: [],
    leaves: [],
    lastEntry: '',
    skipped: [],
  };
  const outcome = run(exchange, { name: 'setParameters', contracts, exchange: settings }, timeMs);
  if (!outcome.ok) throw new Error(`setParameters was rejected: ${outcome.reject.reason}`);
  return exchange;
}

/**
 * Applies one command as the next in order and remembers what it announced. Fails when an invariant is broken after it.
 */
export function run<C extends Command>(exchange: Exchange, command: C, timeMs: number): Outcome<ResultOf<C['name']>> {
  const { engine, state } = exchange;
  const sequenced: Sequenced = { sequence: state.sequence + 1, timeMs, command };
  const outcome = engine.apply(sequenced);
  exchange.commands.push(sequenced);
  exchange.billsBefore = exchange.bills.length;
  exchange.fillsBefore = exchange.fills.length;
  exchange.alarms = [];
  exchange.engineOrders = [];
  exchange.skipped = outcome.events.filter((event) => event.name === 'copySkipped');
  const leaves = outcome.events.filter((event) => event.name === 'leafAppended');
  exchange.leaves = leaves.map(({ kind }) => kind);
  exchange.lastEntry = leaves.at(-1)?.entry ?? exchange.lastEntry;
  for (const event of outcome.events) {
    if (event.name === 'billPosted') exchange.bills.push(event.bill);
    else if (event.name === 'fillMade') exchange.fills.push(event);
    else if (event.name === 'orderChanged') rememberOrder(exchange, event.order);
    else if (event.name === 'planOrderChanged') exchange.plans.set(event.plan.id, event.plan);
    else if (event.name === 'positionChanged') exchange.positions.set(event.position.id, event.position);
    else if (event.name === 'closedAtMark' || event.name === 'lossShared') exchange.alarms.push(event);
  }
  const broken = auditRules(state);
  if (broken.length > 0) throw new Error(`after ${describe(command)}:\n${broken.join('\n')}`);
  return outcome as Outcome<ResultOf<C['name']>>;
}

function rememberOrder(exchange: Exchange, order: Order): void {
  exchange.orders.set(order.id, order);
  if (order.cause !== 'wanted') exchange.engineOrders.push(order);
}

function describe(command: { readonly name: CommandName }): string {
  return JSON.stringify(command);
}

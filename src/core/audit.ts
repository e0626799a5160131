/**
 * The full sweep of the invariants over a state (section 19 of the rules): recounts everything that is kept as a sum
 * and compares. Names every broken promise; changes nothing. For tests, the simulator and operators; `engine.ts` checks
 * the cheap part of it after every command.
 *
 * Invariants of a whole history (INV-011, INV-017, INV-018) are property tests.
 */
import { auditContracts } from './contracts/audit-contracts.ts';
import { auditCopies } from './copy/audit-copies.ts';
import { rulesOf } from './language/execution.ts';
import { FIRST_USER, COMMISSION, INSURANCE, MARKETING } from './language/accounts.ts';
import { BUY, firstOrder, NONE, nextOrder, priceOf, SELL, sideOf, sizeOf } from './matching/book.ts';
import { checkBook } from './matching/check-book.ts';
import type { Report } from './num/invariant.ts';
import { add, sub } from './num/mul-div.ts';
import { finished } from './text/steps.ts';
import type { Money } from './num/units.ts';
import { fieldFaults } from './state/codec.ts';
import type { Order, PlanOrder, Account, Holding, Instrument, Part, Position } from './state/records.ts';
import { isBuy, isFinal } from './state/order.ts';
import { coveredSize } from './orders/bound-plans.ts';
import { isInViolation, needsRelief } from './risk/risk.ts';
import { guardsHold } from './risk/guards.ts';
import { equityOf, spendableOf } from './risk/margin.ts';
import type { State } from './state/state.ts';
import { isShared } from './state/parts.ts';

/** A step is a fraction of a millisecond. */
const RECORDS_PER_STEP = 100;

/**
 * Everything that is broken, empty when all is well: promises of the rules, and fields that are not what the table
 * says.
 */
export function audit(state: State): string[] {
  return finished(auditSteps(state));
}

/** The same in small steps, each of which gives how many records were looked at. */
export function* auditSteps(state: State): Generator<number, string[], undefined> {
  const broken = yield* ruleSteps(state);
  let looked = 0;
  for (const fault of fieldFaults(state)) {
    if (fault !== null) broken.push(`INV-017: not what the field table says: ${fault}`);
    looked++;
    if (looked % RECORDS_PER_STEP === 0) yield looked;
  }
  return broken;
}

/** The promises of the rules alone: for checks after every command. */
export function auditRules(state: State): string[] {
  return finished(ruleSteps(state));
}

function* ruleSteps(state: State): Generator<number, string[], undefined> {
  const broken: string[] = [];
  const report: Report = (rule, holds, found) => {
    if (!holds) broken.push(`${rule}: ${found()}`);
  };
  // Walked once: ids are many and positions few.
  const positions = [...state.positions.values()];
  const parts = partsOf(state, positions);
  let looked = 0;
  const each = function* <T>(records: Iterable<T>, look: (record: T) => void): Generator<number, void, undefined> {
    for (const record of records) {
      look(record);
      looked++;
      if (looked % RECORDS_PER_STEP === 0) yield looked;
    }
  };
  auditLedger(state, parts, report);
  auditOrderOfIds(state, report);
  yield* each(state.orders.live(), (record) => auditNamed(state, record, report));
  yield* each(state.orders.allWorking(), (order) => auditName(state, order, report));
  yield* each(state.plans.values(), (plan) => auditName(state, plan, report));
  yield* each(state.instruments, (instrument) => auditInstrument(instrument, positions, report));
  yield* each(state.accounts.values(), (account) => auditAccount(account, report));
  yield* each(positions, (position) => auditPosition(position, report));
  yield* each(workingOrders(state), (order) => auditOrder(order, report));
  yield* each(state.plans.values(), (plan) => auditPlan(plan, report));
  yield* each(parts, (part) => auditRisk(state, part, report));
  auditCopies(state, report);
  auditContracts(state, report);
  return broken;
}

function* workingOrders(state: State): Generator<Order> {
  for (const account of state.accounts.values()) yield* account.orders.values();
}

function partsOf(state: State, positions: readonly Position[]): Part[] {
  const parts: Part[] = [];
  for (const account of state.accounts.values()) parts.push(account.shared);
  for (const position of positions) if (position.marginMode === 'isolated') parts.push(position.part);
  return parts;
}

/** Records are walked in the order of their ids (FUND-006, LIQD-005), which is that in which they came (FLOW-005). */
function auditOrderOfIds({ plans, positions, relations }: State, report: Report): void {
  for (const ids of [plans.keys(), positions.keys(), relations.keys()]) {
    let last = 0;
    for (const id of ids) {
      report('FLOW-005', id > last, () => `the record ${id} stands after ${last}`);
      last = id;
    }
  }
}

/** INV-005, and that accounts that are not looked at need not be. */
function auditRisk(state: State, part: Part, report: Report): void {
  const name = () => `part ${part.account.id}/${part.positionId}`;
  report('INV-005', !isInViolation(part), () => `${name()} is in violation`);
  report('MARK-004', guardsHold(state, part), () => `${name()} is guarded and has ${part.slack} to spare at worst`);
}

/** Checks that amounts sum to 0, with three system accounts not below it (INV-001), and equities to 0 (INV-002). */
function auditLedger(state: State, parts: readonly Part[], report: Report): void {
  let sum: Money = 0;
  let equity: Money = 0;
  for (const part of parts) {
    sum = add(sum, part.amount);
    equity = add(equity, equityOf(part));
  }
  report('INV-001', sum === 0 && state.ledgerSum === 0, () => `parts sum to ${sum} e8, kept ${state.ledgerSum}`);
  report('INV-002', equity === 0, () => `equities sum to ${equity} e8`);
  for (const id of [INSURANCE, COMMISSION, MARKETING]) {
    const amount = state.accounts.get(id)?.shared.amount ?? 0;
    report('INV-001', amount >= 0, () => `system account ${id} is at ${amount} e8`);
  }
}

/** INV-016: what works or waits answers for its client order id, and nothing that has ended does for the same one. */
function auditNamed(state: State, record: Order | PlanOrder, report: Report): void {
  const { id, account, clientOrderId } = record;
  const isLive =
    state.orders.get(id) === record && (record.record === 'order' ? record.slot >= 0 : state.plans.get(id) === record);
  const isAlone = state.orders.endedNamed(account, clientOrderId) === undefined;
  report(
    'INV-016',
    isLive && isAlone,
    () => `client order id ${clientOrderId} of account ${account.id} is answered for by ${id}, or by another too`,
  );
}

/** INV-016: each that works or waits has a client order id that leads to it. */
function auditName(state: State, record: Order | PlanOrder, report: Report): void {
  const { account, clientOrderId, id } = record;
  report(
    'INV-016',
    state.orders.named(account, clientOrderId) === record,
    () => `${id} is not answered for by client order id ${clientOrderId}`,
  );
}

/** Checks that longs equal shorts (INV-002) and that the book is in order (INV-009). */
function auditInstrument(instrument: Instrument, positions: readonly Position[], report: Report): void {
  const { symbol } = instrument.contract;
  let long = 0;
  let short = 0;
  let open = 0;
  for (const position of positions) {
    if (position.instrument !== instrument) continue;
    const isListed = instrument.positions.get(position.id) === position;
    report('INV-002', isListed, () => `${symbol} does not list position ${position.id}`);
    open++;
    if (position.side === 'long') long += position.size;
    else short += position.size;
  }
  const listed = instrument.positions.size;
  report('INV-002', listed === open, () => `${symbol} lists ${listed} positions, ${open} are open`);
  report(
    'INV-002',
    long === short && long === instrument.longSize && short === instrument.shortSize,
    () => `${symbol}: ${long} long, ${short} short`,
  );
  for (const fault of checkBook(instrument.book)) report('INV-009', false, () => `${symbol}: ${fault}`);
  for (const side of [BUY, SELL] as const)
    for (let slot = firstOrder(instrument.book, side); slot !== NONE; slot = nextOrder(instrument.book, slot))
      auditResting(instrument, slot, report);
}

/** INV-009, INV-010: what rests is a working order's remaining size at its price on its side. */
function auditResting(instrument: Instrument, slot: number, report: Report): void {
  const order = instrument.resting[slot] ?? null;
  if (order === null)
    return report('INV-009', false, () => `slot ${slot} of ${instrument.contract.symbol} has no order`);
  const { book } = instrument;
  report(
    'INV-009',
    order.slot === slot && sizeOf(book, slot) === order.remaining,
    () => `order ${order.id} rests with ${sizeOf(book, slot)} of ${order.remaining}`,
  );
  const side = isBuy(order.side, order.effect) ? BUY : SELL;
  report(
    'INV-009',
    priceOf(book, slot) === order.price && sideOf(book, slot) === side,
    () => `order ${order.id} rests at ${priceOf(book, slot)}`,
  );
  report(
    'INV-010',
    order.price > 0 && rulesOf(order.execution).rests,
    () => `${order.execution} order ${order.id} rests`,
  );
}

/** Checks that the account covers its reserves (INV-005) and that its orders add up (INV-006). */
function auditAccount(account: Account, report: Report): void {
  report(
    'INV-006',
    account.workingOrders === account.orders.size,
    () => `account ${account.id} counts ${account.workingOrders} of ${account.orders.size} working orders`,
  );
  const own = account.plans.values().filter(({ parentId }) => parentId === 0).length;
  report(
    'INV-006',
    account.ownPlans === own,
    () => `account ${account.id} counts ${account.ownPlans} of ${own} plan orders of its own`,
  );
  let held: Money = 0;
  for (const order of account.orders.values()) held = add(held, order.held);
  report(
    'INV-006',
    held === account.held && held >= 0,
    () => `account ${account.id} holds ${account.held} e8, its orders ${held}`,
  );
  const { spendable } = account;
  report(
    'MARG-001',
    spendable === null || account.spendableAt !== account.markChanges.count || spendable === spendableOf(account),
    () => `account ${account.id} keeps ${spendable} e8 as spendable, it is ${spendableOf(account)}`,
  );
  report('INV-005', !needsRelief(account), () => `account ${account.id} needs order relief`);
  if (account.id >= FIRST_USER && account.shared.positions.length === 0)
    report(
      'INV-005',
      account.shared.amount >= held,
      () => `account ${account.id} has ${account.shared.amount} e8 and ${held} held`,
    );
  auditPart(account.shared, report);
  for (const holding of account.holdings) if (holding !== undefined) auditHolding(holding, report);
}

function auditPart(part: Part, report: Report): void {
  let openValue: Money = 0;
  for (const position of part.positions)
    openValue = position.sign === 1 ? add(openValue, position.openValue) : sub(openValue, position.openValue);
  const holdings = new Set(isShared(part) ? part.positions.map((position) => position.holding) : []);
  report(
    'LEDG-001',
    holdings.size === part.holdings.length && part.holdings.every((one) => holdings.has(one)),
    () => `part ${part.account.id}/${part.positionId} lists ${part.holdings.length} holdings of ${holdings.size}`,
  );
  report(
    'LEDG-003',
    openValue === part.openValue,
    () => `part ${part.account.id}/${part.positionId} open value ${part.openValue}, positions ${openValue}`,
  );
}

function auditHolding(holding: Holding, report: Report): void {
  const where = () => `account ${holding.account.id} in ${holding.instrument.contract.symbol}`;
  const orders = [...holding.account.orders.values()].filter((order) => order.instrument === holding.instrument);
  const plans = [...holding.account.plans.values()].filter((plan) => plan.instrument === holding.instrument);
  const openings = orders.filter((order) => order.effect === 'open');
  const opening = (side: string): number =>
    openings.reduce((sum, order) => sum + (order.side === side ? order.remaining : 0), 0);
  const size = (side: string): number => holding.positions.reduce((sum, p) => sum + (p.side === side ? p.size : 0), 0);
  report(
    'MARG-005',
    holding.workingOrders === orders.length && holding.workingOpenings === openings.length,
    () => `${where()}: ${orders.length} working orders`,
  );
  report(
    'MARG-005',
    holding.openingLong === opening('long') && holding.openingShort === opening('short'),
    () => `${where()}: opening sizes`,
  );
  report(
    'MARG-005',
    holding.longSize === size('long') && holding.shortSize === size('short'),
    () => `${where()}: position sizes`,
  );
  const openingPlans = plans.filter((plan) => plan.effect === 'open').length;
  report(
    'MODE-002',
    holding.plans === plans.length && holding.openingPlans === openingPlans,
    () => `${where()}: ${plans.length} plan orders`,
  );
}

/** Checks the position's size (INV-003), part (INV-004), frozen size (INV-007) and cover (INV-012). */
function auditPosition(position: Position, report: Report): void {
  const name = () => `position ${position.id}`;
  const size = sub(position.cumOpenSize, position.cumCloseSize);
  report(
    'INV-003',
    size === position.size && position.size > 0 && position.openValue > 0,
    () => `${name()} has size ${position.size}, openings less closings ${size}`,
  );
  report(
    'INV-004',
    (position.part.positionId === position.id) === (position.marginMode === 'isolated'),
    () => `${name()} is in part ${position.part.positionId}`,
  );
  if (position.marginMode === 'isolated') auditPart(position.part, report);
  else if (position.positionMode === 'combined')
    report(
      'MODE-006',
      position.leverage === position.holding.crossLeverage,
      () => `${name()} is at ${position.leverage}x, its holding at ${position.holding.crossLeverage}x`,
    );
  let frozen = 0;
  for (const order of position.closing)
    for (const piece of order.pieces) if (piece.position === position) frozen += piece.size;
  report(
    'INV-007',
    frozen === position.frozen && frozen <= position.size,
    () => `${name()} has ${position.frozen} frozen, orders ${frozen}, size ${position.size}`,
  );
  for (const kind of ['takeProfit', 'stopLoss'] as const)
    report(
      'INV-012',
      coveredSize(position, kind) <= position.size,
      () => `${name()} is covered beyond its size by ${kind}`,
    );
}

/** Checks what the order holds (INV-006), freezes (INV-007) and has filled (INV-008, INV-010). */
function auditOrder(order: Order, report: Report): void {
  const name = () => `order ${order.id}`;
  report(
    'INV-008',
    order.filled + order.remaining === order.size,
    () => `${name()}: ${order.filled} + ${order.remaining} of ${order.size}`,
  );
  report('INV-008', !isFinal(order) && order.slot >= 0, () => `${name()} is ${order.status} in slot ${order.slot}`);
  if (rulesOf(order.execution).allOrNothing)
    report(
      'INV-010',
      order.filled === 0 || order.filled === order.size,
      () => `${name()} is ${order.execution} and filled ${order.filled}`,
    );
  if (isFinal(order) || order.effect === 'close')
    report('INV-006', order.held === 0, () => `${name()} still holds ${order.held} e8`);
  const pieces = order.pieces.reduce((sum, piece) => sum + piece.size, 0);
  const frozen = order.effect === 'close' && !isFinal(order) ? order.remaining : 0;
  report('INV-007', pieces === frozen, () => `${name()} has ${pieces} frozen of ${frozen}`);
}

/** Checks that a waiting plan order isn't bound to an ended position or due by the mark (INV-012). */
function auditPlan(plan: PlanOrder, report: Report): void {
  const name = () => `plan order ${plan.id}`;
  if (plan.status !== 'untriggered')
    return report('PLAN-004', plan.status === 'canceled' || plan.order?.id === plan.id, () => `${name()} has no order`);
  report(
    'INV-012',
    plan.bound === null || (plan.bound.size > 0 && plan.bound.bound.includes(plan)),
    () => `${name()} is bound to an ended position`,
  );
  const { lastPrice, mark, markValid } = plan.instrument;
  const price = plan.triggerBy === 'mark' ? (markValid ? mark : 0) : lastPrice;
  const due = price > 0 && (plan.direction === 'up' ? price >= plan.triggerPrice : price <= plan.triggerPrice);
  report('INV-012', !due || plan.triggerBy !== 'mark', () => `${name()} is due at ${price} and waits`);
  report(
    'PLAN-005',
    plan.account.plans.values()[plan.place] === plan && plan.size > 0,
    () => `${name()} is not among its account's`,
  );
}

/**
 * The life of an order record: from acceptance to the book to its end (ORDR-003, -004, -009, -011, MARG-004, CLOS-001).
 *
 * Here orders come to rest, leave the book, give their reserve and frozen sizes back, and are remembered until their
 * client order id is free again. Why an order ends is its caller's decision.
 */
import { invariant } from '../num/invariant.ts';
import { BUY, bestPrice, removeOrder, SELL, sizeOf } from '../matching/book.ts';
import { add, neg, sub } from '../num/mul-div.ts';
import type { Id, Money } from '../num/units.ts';
import { byId } from '../state/ids.ts';
import type { AnyOrder } from '../state/order.ts';
import type { CancelReason } from '../language/vocabulary.ts';
import type { Order, Account, Holding, Instrument, PlanOrder, Position } from '../state/records.ts';
import { putOnBook } from '../state/resting.ts';
import { NO_SLOT } from '../state/working-orders.ts';
import type { State } from '../state/state.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { noteHeld, noteOrder } from '../turn/turn.ts';

/** Default where the journal has none (ORDR-004). */
export const MAX_ENDED_ORDERS = 1_000_000;

/** The account's working orders that are wanted, oldest first. */
export function workingOrders(account: Account, isWanted: (order: Order) => boolean): Order[] {
  return [...account.orders.values()].filter(isWanted).sort(byId);
}

/** For `workingOrders`. */
export function opens(order: Order): boolean {
  return order.effect === 'open';
}

/** Freezes a close order's size on positions, oldest first (CLOS-001, CLOS-005). */
export function freeze(order: Order, positions: readonly Position[]): void {
  let left = order.size;
  invariant(order.pieces.length === 0, 'CLOS-001: an order freezes once', order);
  for (const position of positions) {
    invariant(
      position.account === order.account,
      'CLOS-001: a close freezes on positions of its account',
      order,
      position,
    );
    invariant(position.side === order.side, 'CLOS-001: a close freezes on positions of its side', order, position);
    const size = Math.min(left, position.size - position.frozen);
    if (size <= 0) continue;
    order.pieces.push({ position, size });
    position.frozen += size;
    invariant(position.frozen <= position.size, 'INV-007: no more is frozen than is open', position, position.frozen);
    position.closing.push(order);
    left -= size;
  }
  invariant(left === 0, 'CLOS-001: a close freezes all of its size', order, left);
}

/**
 * Puts the order's rest on the book; an opening order's reserve `held` is taken now (MARG-004). It was accepted only
 * because it leaves the account above its requirement (MARG-003), so resting alone never calls for order relief.
 */
export function restOrder(turn: Turn, order: Order, held: Money): void {
  const { account, instrument } = order;
  const holding = holdingOf(turn.state, account, instrument);
  invariant(
    held > 0 === (order.effect === 'open'),
    'MARG-004: an opening order reserves, a close does not',
    order,
    held,
  );
  invariant(order.slot === -1 && order.held === 0, 'ORDR-006: an order rests and reserves once', order, order.slot);
  putOnBook(order, holding);
  assertUncrossed(instrument);
  account.workingOrders++;
  holding.workingOrders++;
  if (order.effect === 'open') {
    order.held = held;
    account.held = add(account.held, order.held);
    noteHeld(turn, account, order.held);
    holding.workingOpenings++;
    if (order.side === 'long') holding.openingLong += order.remaining;
    else holding.openingShort += order.remaining;
  }
  invariant(
    holding.workingOrders <= account.workingOrders,
    'INV-006: an account counts what each contract does',
    account,
  );
  noteOrder(turn, order);
}

function assertUncrossed({ book, contract }: Instrument): void {
  const ask = bestPrice(book, SELL);
  invariant(
    ask === 0 || bestPrice(book, BUY) < ask,
    'INV-009: the best bid is below the best ask',
    contract.symbol,
    ask,
  );
}

/** Takes the order off the lists of working orders; its slot must be free already. */
function leaveBook(turn: Turn, order: Order): void {
  const { account, instrument } = order;
  const holding = holdingOf(turn.state, account, instrument);
  invariant(instrument.resting[order.slot] === order, 'INV-009: an order is found in its slot', order, order.slot);
  invariant(sizeOf(instrument.book, order.slot) === 0, 'INV-009: the slot of who leaves is free', order, order.slot);
  account.orders.delete(holding, order.slot);
  instrument.resting[order.slot] = null;
  order.slot = -1;
  account.workingOrders--;
  holding.workingOrders--;
  const isListed = holding.firstSlot !== NO_SLOT;
  invariant(
    holding.workingOrders > 0 === isListed,
    'INV-006: orders are counted while they are listed',
    account,
    order,
  );
  if (order.effect === 'open') {
    holding.workingOpenings--;
    if (order.side === 'long') holding.openingLong -= order.remaining;
    else holding.openingShort -= order.remaining;
    account.held = sub(account.held, order.held);
    noteHeld(turn, account, neg(order.held));
    order.held = 0;
    assertLeft(account, holding);
  }
}

/** An account's opening orders once one of them has gone. */
function assertLeft(account: Account, holding: Holding): void {
  const { workingOpenings, openingLong, openingShort } = holding;
  const { held } = account;
  invariant(openingLong >= 0 && openingShort >= 0, 'MARG-005: no more leaves than was to be opened', account);
  invariant(
    workingOpenings > 0 === openingLong + openingShort > 0,
    'MARG-005: openings have a size, and no one else has',
    account,
  );
  invariant(
    held >= 0 && (held === 0 || account.workingOrders > 0),
    'INV-006: who has no order holds nothing',
    account,
    held,
  );
}

function unfreezeRest(order: Order): void {
  if (order.pieces.length === 0) return;
  let frozen = 0;
  for (const { position, size } of order.pieces) {
    const at = position.closing.indexOf(order);
    invariant(at >= 0, 'INV-007: a position knows who closes it', position, order);
    position.frozen -= size;
    invariant(position.frozen >= 0, 'INV-007: no more thaws than was frozen', position, position.frozen);
    position.closing.splice(at, 1);
    frozen += size;
  }
  invariant(frozen === order.remaining, 'INV-007: the pieces of a close are what is left of it', order, frozen);
  order.pieces = [];
}

/** Ends a resting order that has just been filled; the book has dropped it with its last step. */
export function finishFilled(turn: Turn, order: Order): void {
  const { remaining, pieces } = order;
  invariant(remaining === 0 && pieces.length === 0, 'INV-008: what is filled has no rest', order, remaining);
  invariant(order.held === 0, 'MARG-004: the last fill frees all of a reserve', order, order.held);
  if (order.slot >= 0) leaveBook(turn, order);
  noteEnd(turn, order);
}

/** Cancels the rest of an order, working or incoming (ORDR-009). */
export function cancelRest(turn: Turn, order: Order, reason: CancelReason, detail: string | null): void {
  invariant(order.remaining > 0, 'INV-008: what is cancelled has a rest', order, order.remaining);
  invariant(order.status !== 'canceled', 'INV-008: an order ends once', order);
  if (order.slot >= 0) {
    const rested = removeOrder(order.instrument.book, order.slot);
    invariant(rested === order.remaining, 'INV-009: what rests is what is left of the order', order, rested);
    leaveBook(turn, order);
  }
  unfreezeRest(order);
  order.status = 'canceled';
  order.cancelReason = reason;
  order.cancelDetail = detail;
  noteOrder(turn, order);
  noteEnd(turn, order);
}

/** From now on only its row is kept; a fired plan order answers for its order, and ends with it. */
function noteEnd(turn: Turn, order: Order): void {
  order.endPlace = turn.ended++;
  if (order.plan === null) rememberEnd(turn, order);
  else rememberEnd(turn, order.plan);
}

/** Keeps an ended record as a row until its client order id is free again; the oldest give way (ORDR-004). */
export function rememberEnd({ state, timeMs }: Turn, record: Order | PlanOrder): void {
  const most = state.parameters.maxEndedOrders ?? MAX_ENDED_ORDERS;
  if (record.record === 'order') state.orders.end(record, timeMs, most);
  else {
    invariant(state.plans.get(record.id) === record, 'PLAN-005: a plan order ends once', record);
    invariant(record.place === -1, 'PLAN-005: what has ended waits no more', record, record.place);
    state.plans.delete(record.id);
    state.orders.endPlan(record, timeMs, most);
  }
}

/** Forgets what ended 24 h ago, whose client order id is free again (ORDR-004). Called as time moves on. */
export function forgetEnded(state: State, timeMs: number): void {
  state.orders.forgetUntil(timeMs - state.parameters.clientOrderIdRetentionMs);
}

/** The record that answers to this id for the account, or null. */
export function findRecord(state: State, account: Account, id: Id): AnyOrder | null {
  const record = state.orders.get(id);
  return record !== undefined && record.account === account ? record : null;
}

/**
 * The life of an order record: from acceptance to the book to its end (ORDR-003, -004, -009, -011, MARG-004, CLOS-001).
 *
 * Here orders come to rest, leave the book, give their reserve and frozen sizes back, and are remembered until their
 * client order id is free again. Why an order ends is its caller's decision.
 */
import { Fault } from '../num/invariant.ts';
import { BUY, bestPrice, removeOrder, SELL } from '../matching/book.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Id, Money } from '../num/units.ts';
import { byId } from '../state/ids.ts';
import type { AnyOrder } from '../state/order.ts';
import type { CancelReason } from '../language/vocabulary.ts';
import type { Order, Account, Instrument, PlanOrder, Position } from '../state/records.ts';
import { putOnBook } from '../state/resting.ts';
import type { State } from '../state/state.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { loosenGuards, noteOrder } from '../turn/turn.ts';

/** Where the journal doesn't say (ORDR-004). */
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
  for (const position of positions) {
    const size = Math.min(left, position.size - position.frozen);
    if (size <= 0) continue;
    order.pieces.push({ position, size });
    position.frozen += size;
    position.closing.push(order);
    left -= size;
  }
  if (left !== 0) throw new Fault(`CLOS-001: order ${order.id} could not freeze ${left} of its ${order.size} steps`);
}

/**
 * Puts the order's rest on the book; an opening order's reserve `held` is taken now (MARG-004). It was accepted only
 * because it leaves the account above its requirement (MARG-003), so resting alone never calls for order relief.
 */
export function restOrder(turn: Turn, order: Order, held: Money): void {
  const { account, instrument } = order;
  const holding = holdingOf(turn.state, account, instrument);
  putOnBook(order, holding);
  assertUncrossed(instrument);
  account.workingOrders++;
  holding.workingOrders++;
  if (order.effect === 'open') {
    order.held = held;
    account.held = add(account.held, order.held);
    if (account.shared.positions.length > 0) loosenGuards(turn.state, account.shared);
    holding.workingOpenings++;
    if (order.side === 'long') holding.openingLong += order.remaining;
    else holding.openingShort += order.remaining;
  }
  noteOrder(turn, order);
}

/** INV-009: the best bid is below the best ask. */
function assertUncrossed({ book, contract }: Instrument): void {
  const ask = bestPrice(book, SELL);
  if (ask !== 0 && bestPrice(book, BUY) >= ask)
    throw new Fault(`INV-009: the book of ${contract.symbol} is crossed at ${ask}`);
}

/** Takes the order off the lists of working orders; its slot must be free already. */
function leaveBook(turn: Turn, order: Order): void {
  const { account, instrument } = order;
  const holding = holdingOf(turn.state, account, instrument);
  account.orders.delete(holding, order.slot);
  instrument.resting[order.slot] = null;
  order.slot = -1;
  account.workingOrders--;
  holding.workingOrders--;
  if (order.effect === 'open') {
    holding.workingOpenings--;
    if (order.side === 'long') holding.openingLong -= order.remaining;
    else holding.openingShort -= order.remaining;
    account.held = sub(account.held, order.held);
    order.held = 0;
  }
}

function unfreezeRest(order: Order): void {
  if (order.pieces.length === 0) return;
  for (const { position, size } of order.pieces) {
    position.frozen -= size;
    position.closing.splice(position.closing.indexOf(order), 1);
  }
  order.pieces = [];
}

/** Ends a resting order that has just been filled; the book has dropped it with its last step. */
export function finishFilled(turn: Turn, order: Order): void {
  if (order.slot >= 0) leaveBook(turn, order);
  noteEnd(turn, order);
}

/** Cancels the rest of an order, working or incoming (ORDR-009). */
export function cancelRest(turn: Turn, order: Order, reason: CancelReason, detail: string | null): void {
  if (order.slot >= 0) {
    removeOrder(order.instrument.book, order.slot);
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

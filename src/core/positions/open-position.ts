/**
 * Finds or begins the position an opening fill is booked on, by its key (MODE-003, POSN-001), and ends positions.
 */
import { dropGuards } from '../state/guard-book.ts';
import { invariant } from '../num/invariant.ts';
import type { Order, Holding, Part, Position } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { openPart } from '../state/records.ts';
import { delistPosition, enlistPosition } from '../state/position-lists.ts';
import type { Turn } from '../turn/turn.ts';
import { giveId } from '../turn/turn.ts';
import { isShared } from '../state/parts.ts';

/** The open position the order's fills add to, if there is one. */
export function positionOf(holding: Holding, order: Order): Position | null {
  for (const position of holding.positions) {
    if (position.side !== order.side) continue;
    if (order.positionMode === 'combined' || position.openOrderId === order.id) return position;
  }
  return null;
}

/** Starts the position of an opening order, empty; its first fill follows immediately. */
export function beginPosition(turn: Turn, holding: Holding, order: Order, matchSequence: number): Position {
  const id = giveId(turn);
  invariant(holding.instrument === order.instrument, 'POSN-001: a position is of the contract of its order', order);
  invariant(holding.marginMode === order.marginMode, 'MODE-002: what opens is in the margin mode in force', order);
  invariant(
    holding.positionMode === order.positionMode,
    'MODE-002: what opens is in the position mode in force',
    order,
  );
  const part: Part = order.marginMode === 'isolated' ? openPart(order.account, id, turn.timeMs) : order.account.shared;
  const position: Position = {
    id,
    account: order.account,
    instrument: order.instrument,
    holding,
    side: order.side,
    sign: order.side === 'long' ? 1 : -1,
    marginMode: order.marginMode,
    positionMode: order.positionMode,
    openOrderId: order.positionMode === 'separated' ? order.id : 0,
    part,
    createdSequence: matchSequence,
    createdMs: turn.timeMs,
    leverage: order.leverage,
    size: 0,
    frozen: 0,
    openValue: 0,
    openFee: 0,
    fundingFee: 0,
    cumOpenSize: 0,
    cumOpenValue: 0,
    cumOpenFee: 0,
    cumCloseSize: 0,
    cumCloseValue: 0,
    cumCloseFee: 0,
    cumFundingFee: 0,
    cumLiquidateFee: 0,
    realised: 0,
    autoAppend: false,
    updatedSequence: matchSequence,
    updatedMs: turn.timeMs,
    bound: [],
    closing: [],
    touched: 0,
  };
  enlistPosition(turn.state, position);
  return position;
}

/** The isolated part of an ended position must be empty (LEDG-001, INV-004). */
export function assertPartSpent({ id, marginMode, part }: Position): void {
  invariant(
    marginMode === 'cross' || part.amount === 0,
    'LEDG-001: an ended position leaves no money',
    id,
    part.amount,
  );
}

/** Takes a position of size 0 out of the state. */
export function endPosition(state: State, position: Position): void {
  invariant(position.size === 0, 'POSN-005: only what is closed whole ends', position, position.size);
  invariant(
    position.frozen === 0 && position.closing.length === 0,
    'INV-007: what has ended freezes nothing',
    position,
  );
  invariant(position.openValue === 0, 'INV-003: what has ended has no cost', position, position.openValue);
  if (!isShared(position.part)) dropGuards(position.part);
  delistPosition(state, position);
}

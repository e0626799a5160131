/**
 * Where an opening fill lands: the position of its key, found or begun (MODE-003, POSN-001), and how a position ends.
 */
import { dropGuards } from '../guard-book.ts';
import { invariant } from '../invariant.ts';
import type { Order } from '../order.ts';
import type { Holding, Part, Position, State } from '../state.ts';
import { openPart } from '../state.ts';
import type { Turn } from '../turn.ts';
import { giveId } from '../turn.ts';

/** The open position the order's fills add to, if there is one. */
export function positionOf(holding: Holding, order: Order): Position | null {
  for (const position of holding.positions) {
    if (position.side !== order.side) continue;
    if (order.positionMode === 'combined' || position.openOrderId === order.id) return position;
  }
  return null;
}

/** In list order: contract id, long before short, id (`wire.md` 1.6). */
function comesBefore(a: Position, b: Position): boolean {
  if (a.instrument !== b.instrument) return a.instrument.contract.id < b.instrument.contract.id;
  if (a.side !== b.side) return a.side === 'long';
  return a.id < b.id;
}

function insert(list: Position[], position: Position): void {
  let at = list.length;
  while (at > 0 && comesBefore(position, list[at - 1]!)) at--;
  list.splice(at, 0, position);
}

/** The SHARED part has positions in one contract more. */
function enlist(part: Part, holding: Holding): void {
  let at = part.holdings.length;
  while (at > 0 && holding.instrument.contract.id < part.holdings[at - 1]!.instrument.contract.id) at--;
  part.holdings.splice(at, 0, holding);
}

/** Begins the position of an opening order, empty; its first fill follows at once. */
export function beginPosition(turn: Turn, holding: Holding, order: Order, matchSequence: number): Position {
  const id = giveId(turn);
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
  if (part === order.account.shared && holding.positions.length === 0) enlist(part, holding);
  insert(holding.positions, position);
  insert(part.positions, position);
  turn.state.positions.set(id, position);
  position.instrument.holders.set(position.account.id, holding);
  return position;
}

/** The isolated part of an ended position must be empty (LEDG-001, INV-004). */
export function assertPartSpent({ id, marginMode, part }: Position): void {
  invariant(marginMode === 'cross' || part.amount === 0, `LEDG-001: part of ended position ${id} keeps ${part.amount} e8`);
}

/** Takes a position of size 0 out of the state. */
export function endPosition(state: State, position: Position): void {
  invariant(position.frozen === 0 && position.closing.length === 0, `INV-007: position ${position.id} ended with frozen size`);
  const { holding, part } = position;
  if (part.positionId !== 0) dropGuards(part);
  holding.positions.splice(holding.positions.indexOf(position), 1);
  part.positions.splice(part.positions.indexOf(position), 1);
  state.positions.delete(position.id);
  if (holding.positions.length > 0) return;
  position.instrument.holders.delete(position.account.id);
  const at = part.holdings.indexOf(holding);
  if (at >= 0) part.holdings.splice(at, 1);
}

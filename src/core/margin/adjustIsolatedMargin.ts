/**
 * adjustIsolatedMargin and setAutoAppend (MARG-008, MARG-009): money into and out of an isolated position, and whether
 * the exchange may add some before it liquidates.
 */
import type { AdjustIsolatedMargin, SetAutoAppend } from '../language/commands.ts';
import { closeBooking } from '../ledger/ledger.ts';
import { scaledInteger } from '../num/decimal.ts';
import { invariant } from '../num/invariant.ts';
import { add, max, min, mulDivCeil, neg, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { isolatedMarginOf, unrealisedProfitOf } from '../positions/figures.ts';
import { moveMargin } from '../positions/move-margin.ts';
import { invalidField, type Reject } from '../language/rejects.ts';
import { availableOf, markValueOf } from '../risk/margin.ts';
import { isShared } from '../state/parts.ts';
import type { Account, Position } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { giveMatchSequence, noteAccount, touchPosition } from '../turn/turn.ts';
import { checkCaller } from '../orders/caller.ts';
import { checkMark } from '../orders/check-order.ts';
import { spareOf } from '../risk/risk.ts';

/** The position, checked to be the account's (E24) and isolated (E25). */
function isolatedPosition(state: State, account: Account, id: number): Decision<Position> {
  const position = state.positions.get(id);
  if (position === undefined || position.account !== account) return refuse({ reason: 'POSITION_NOT_FOUND', id });
  if (position.marginMode !== 'isolated')
    return refuse({ reason: 'POSITION_NOT_ISOLATED', id, mode: position.marginMode });
  return accept(position);
}

export function adjustIsolatedMargin(turn: Turn, command: AdjustIsolatedMargin): Decision<null> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  const amount = scaledInteger(command.amount, 8);
  if (amount === null || amount === 0) return refuse(invalidField('amount', command.amount));
  const found = isolatedPosition(state, account, command.positionId);
  // E03 comes before E24; a removal needs the mark of the position it names.
  const noMark = amount < 0 && found.ok ? checkMark(state, found.result.instrument) : null;
  if (noMark !== null) return refuse(noMark);
  if (!found.ok) return found;
  const position = found.result;
  const reject = checkAmount(account, position, amount);
  if (reject !== null) return refuse(reject);

  // From here on it must succeed.
  const matchSequence = giveMatchSequence(turn);
  moveMargin(turn, matchSequence, position, amount, 0);
  closeBooking(turn);
  const margin = isolatedMarginOf(position);
  invariant(amount > 0 || spareOf(position.part) >= 0, 'MARG-008: a removal leaves the part safe', position, amount);
  invariant(amount > 0 || margin > 0, 'MARG-008: a removal leaves a margin', position, margin);
  touchPosition(turn, position, matchSequence);
  return accept(null);
}

/** Checks the amount of a removal (E37) or an addition (E38). */
function checkAmount(account: Account, position: Position, amount: Money): Reject | null {
  if (amount > 0) {
    const available = availableOf(account);
    return amount <= available ? null : { reason: 'INSUFFICIENT_MARGIN', need: amount, available };
  }
  const most = removableOf(position);
  return neg(amount) <= most ? null : { reason: 'MARGIN_REMOVAL_TOO_LARGE', max: most, asked: neg(amount) };
}

/**
 * The most that may leave: the excess over the margin at the mark, profit not counted, and leaves the part above its
 * requirement.
 */
function removableOf(position: Position): Money {
  const profit = min(0, unrealisedProfitOf(position) ?? 0);
  const spare = sub(add(isolatedMarginOf(position), profit), mulDivCeil(markValueOf(position), 1, position.leverage));
  return max(0, min(spare, spareOf(position.part)));
}

export function setAutoAppend(turn: Turn, command: SetAutoAppend): Decision<null> {
  const account = accountOf(turn.state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  const found = isolatedPosition(turn.state, account, command.positionId);
  if (!found.ok) return found;

  // From here on it must succeed.
  const position = found.result;
  invariant(!isShared(position.part), 'MARG-009: only what is isolated is appended to', position);
  position.autoAppend = command.on;
  touchPosition(turn, position, giveMatchSequence(turn));
  noteAccount(turn, account);
  return accept(null);
}

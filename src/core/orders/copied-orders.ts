/**
 * Carries a copy-trading follow-up out (COPY-002 to -004, FLOW-003 d): the lead's fills become ordinary orders of its
 * followers.
 *
 * Market orders with every check. One that is rejected is skipped and announced, never retried. An opening makes a
 * separated position, bound to the lead's; a closing shrinks the bound positions in the proportion in which the lead's
 * position shrank.
 */
import { invariant } from '../num/invariant.ts';
import { mulDivFloor } from '../num/mul-div.ts';
import type { Steps } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { isBuy } from '../state/order.ts';
import { checkPermitted } from '../permission/permission.ts';
import { checkCaller } from './caller.ts';
import { AT_MARKET, closingDraft, leverageOf } from './draft.ts';
import { enterOrder } from './enter-order.ts';
import type { RejectReason } from '../language/rejects.ts';
import type { Position, CopyBinding, CopyRelation } from '../state/records.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn, CopyClosing, CopyFollowUp, CopyOpening } from '../turn/turn.ts';
import { announce, noteRelation } from '../turn/turn.ts';
import { bind } from '../copy/bindings.ts';

export function carryOutCopy(turn: Turn, followUp: CopyFollowUp): void {
  if (followUp.effect === 'open') for (const relation of followUp.lead.relations) copyOpening(turn, relation, followUp);
  else copyClosing(turn, followUp);
}

/** COPY-003. The follower's leverage and all checks; cut to what a market order may have. */
function copyOpening(turn: Turn, relation: CopyRelation, { order, size, position }: CopyOpening): void {
  const { follower, marginMode, copyRatioE8 } = relation;
  const { instrument, side } = order;
  invariant(turn.copier === null, 'COPY-002: copies are not copied on', relation, turn.copier);
  const frozen = checkCaller(follower);
  if (frozen !== null) return skip(turn, relation, position, 'open', frozen.reason);
  const holding = holdingOf(turn.state, follower, instrument);
  const leverage = leverageOf(holding, marginMode, side);
  const symbol = instrument.contract.symbol;
  const closed = checkPermitted(follower, { symbol, effect: 'open', channel: 'system', leverage: () => leverage });
  if (closed !== null) return skip(turn, relation, position, 'open', closed.reason);
  turn.copier = follower;
  const entered = enterOrder(turn, {
    ...AT_MARKET,
    account: follower,
    instrument,
    holding,
    side,
    effect: 'open',
    buy: isBuy(side, 'open'),
    size: Math.min(Number(mulDivFloor(size, copyRatioE8, E8)), instrument.contract.maxSizeMarket),
    marginMode,
    positionMode: 'separated',
    leverage,
    positionId: 0,
    bound: null,
    sizeLimited: true,
  });
  turn.copier = null;
  if (!entered.ok) return skip(turn, relation, position, 'open', entered.reject.reason);
  const copy = holding.positions.find((one) => one.openOrderId === entered.result.orderId);
  if (copy === undefined) return;
  invariant(copy.side === side, 'COPY-003: a copy opens on the side of its lead', copy, position);
  bind(relation, copy, position.id);
  noteRelation(turn, relation);
}

/**
 * COPY-004, first in, first out. Those of ended relations too: they stay bound. The lead's size is read once, because
 * the close of one copy may trade with the lead, and the next is to close the same way.
 */
function copyClosing(turn: Turn, { lead, position, sizeBefore }: CopyClosing): void {
  const leadSize = position.size;
  for (const binding of lead.copies.get(position.id)?.slice() ?? []) {
    const wanted = sizeToClose(binding, leadSize, sizeBefore);
    invariant(
      wanted <= binding.position.size,
      'COPY-004: no more of a copy is closed than is open',
      binding.position,
      wanted,
    );
    if (wanted > 0) closeCopy(turn, binding, position, wanted);
  }
}

/** All when the lead has nothing left, else as much of it as the lead closed of theirs. */
function sizeToClose({ position }: CopyBinding, leadSize: Steps, sizeBefore: Steps): Steps {
  if (leadSize === 0) return position.size;
  return leadSize >= sizeBefore ? 0 : Number(mulDivFloor(position.size, sizeBefore - leadSize, sizeBefore));
}

function closeCopy(turn: Turn, { relation, position }: CopyBinding, leadPosition: Position, wanted: Steps): void {
  const size = Math.min(wanted, position.size - position.frozen);
  if (size === 0) return skip(turn, relation, leadPosition, 'close', 'CLOSE_SIZE_EXCEEDS_POSITION');
  const entered = enterOrder(turn, closingDraft(position, size));
  if (!entered.ok) skip(turn, relation, leadPosition, 'close', entered.reject.reason);
}

/** COPY-002: a fill that can't be copied is announced, and that is all. */
function skip(
  turn: Turn,
  relation: CopyRelation,
  leadPosition: Position,
  effect: 'open' | 'close',
  reason: RejectReason,
): void {
  announce(turn, { name: 'copySkipped', relation, leadPosition, effect, reason });
}

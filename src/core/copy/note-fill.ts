/**
 * The effects of a fill on copy trading (COPY-003 to -005, FLOW-004), asked only for accounts that lead or follow.
 *
 * A lead's fill queues a follow-up for the end of the turn; nothing is copied here. A follower's closing fill is
 * counted, and of a profit the lead's share is deducted at once, if the follower can spare it: never so much that the
 * rest of the same plan, which was made before the deduction, could take the account below zero.
 */
import { valueOf } from '../language/contract.ts';
import { closeBooking, openBooking, post, sharedPart } from '../ledger/ledger.ts';
import { COMMISSION } from '../language/accounts.ts';
import { invariant } from '../num/invariant.ts';
import { add, max, mulDivCeil, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Position, CopyBinding, CopyLead, CopyRelation } from '../state/records.ts';
import { takerFeeRateOf } from '../positions/fees.ts';
import { availableOf, equityOf } from '../risk/margin.ts';
import type { Turn } from '../turn/turn.ts';
import { noteRelation } from '../turn/turn.ts';
import { unbind } from './bindings.ts';
import { netProfitOf } from './relation.ts';

/**
 * After one fill of `size` by `order` on `position`, its booking done. The account has a role.
 * @param worstAhead the worst price at which the rest of the same plan may still close positions of this account; 0
 * when the plan ends with this fill
 */
export function noteCopyFill(turn: Turn, order: Order, position: Position, size: Steps, worstAhead: Ticks): void {
  const { lead, bound } = order.account.copyRole!;
  const binding = bound.get(position.id);
  if (binding !== undefined) countClose(turn, order, binding, worstAhead);
  else if (lead !== null && turn.copier !== order.account) queue(turn, lead, order, position, size);
}

/** COPY-003, COPY-004: one follow-up for an order's openings, one for a position's closings. */
function queue(turn: Turn, lead: CopyLead, order: Order, position: Position, size: Steps): void {
  if (lead.relations.length === 0 && lead.copies.size === 0) return;
  const { copies } = turn;
  invariant(lead.account === order.account, 'COPY-003: a lead is copied by its own fills', order, lead.account);
  if (order.effect === 'close') {
    if (!copies.some((one) => one.effect === 'close' && one.position === position))
      copies.push({ effect: 'close', lead, position, sizeBefore: position.size + size });
    return;
  }
  for (const one of copies) {
    if (one.effect !== 'open' || one.order !== order) continue;
    one.size += size;
    one.position = position;
    return;
  }
  copies.push({ effect: 'open', lead, order, size, position });
}

/** Adds what the close brought to the period, and deducts the share of a profit beforehand (COPY-005). */
function countClose(turn: Turn, order: Order, binding: CopyBinding, worstAhead: Ticks): void {
  const { relation, position } = binding;
  invariant(order.effect === 'close', 'COPY-005: a copy that is bound only shrinks', order, position);
  const net = netProfitOf(position);
  const gain = sub(net, binding.counted);
  binding.counted = net;
  if (position.size === 0) unbind(binding);
  // The profit of closes by a liquidation isn't shared (types 9 and 10).
  if (order.cause === 'liquidation') return noteRelation(turn, relation);
  relation.net = add(relation.net, gain);
  noteRelation(turn, relation);
  const pay = gain > 0 ? mulDivFloor(gain, relation.lead.shareRatioE8, E8) : 0;
  if (pay > 0 && canSpare(order, position, pay, worstAhead)) preDeduct(turn, relation, position, pay);
}

/**
 * Whether the follower has `pay` available, and would still owe nothing if all it has left on this side were closed at
 * the worst price the plan still holds, with the fees of that (CLOS-003 judged it before the deduction).
 */
function canSpare(order: Order, position: Position, pay: Money, worstAhead: Ticks): boolean {
  const { account, holding, instrument, sign, part } = position;
  if (availableOf(account) < pay) return false;
  const left = sign === 1 ? holding.longSize : holding.shortSize;
  if (worstAhead === 0 || left === 0 || part !== account.shared) return true;
  const { contract, mark } = instrument;
  const value = valueOf(contract, worstAhead, left);
  const loss = max(
    0,
    sign === 1 ? sub(valueOf(contract, mark, left), value) : sub(value, valueOf(contract, mark, left)),
  );
  const liquidateFeeRateE8 = order.cause === 'reduce' ? contract.liquidateFeeRateE8 : 0;
  const fee = mulDivCeil(value, takerFeeRateOf(account, contract) + liquidateFeeRateE8, E8);
  return sub(equityOf(part), account.held) >= add(add(pay, loss), fee);
}

function preDeduct(turn: Turn, relation: CopyRelation, position: Position, pay: Money): void {
  const matchSequence = openBooking(turn);
  const { symbol } = position.instrument.contract;
  relation.prepaid = add(relation.prepaid, pay);
  post(turn, matchSequence, relation.follower.shared, {
    amount: neg(pay),
    businessType: 'tracking_follow_pay',
    symbol,
  });
  const commission = sharedPart(turn.state, COMMISSION);
  post(turn, matchSequence, commission, { amount: pay, businessType: 'tracking_system_pre_receive', symbol });
  closeBooking(turn);
  const { prepaid } = relation;
  invariant(
    prepaid > 0 && commission.amount >= prepaid,
    'INV-013: COMMISSION holds what was deducted',
    relation,
    prepaid,
  );
}

/**
 * settleCopyTrading (COPY-006): what was deducted beforehand goes to the lead as far as the period's net profit bears
 * it, the rest back to the follower, and a part of the lead's income to the third party. Once a UTC day, and whenever
 * an operator asks.
 */
import { closeBooking, openBooking, post, sharedPart } from '../ledger/ledger.ts';
import { COMMISSION } from '../language/accounts.ts';
import { invariant } from '../num/invariant.ts';
import { max, min, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept } from '../turn/outcome.ts';
import type { Part, CopyRelation } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { noteRelation } from '../turn/turn.ts';

export function settleCopyTrading(turn: Turn): Decision<null> {
  settlePeriod(turn);
  return accept(null);
}

/** Settles every relation, ascending id, and forgets those that have ended and hold nothing any more. */
export function settlePeriod(turn: Turn): void {
  const { relations } = turn.state;
  for (const relation of relations.values()) {
    settle(turn, relation);
    if (relation.endedMs !== 0 && relation.open === 0) relations.delete(relation.id);
  }
}

function settle(turn: Turn, relation: CopyRelation): void {
  const { lead, follower, net, prepaid } = relation;
  if (net === 0 && prepaid === 0) return;
  relation.net = 0;
  relation.prepaid = 0;
  noteRelation(turn, relation);
  if (prepaid === 0) return;
  const owed = min(prepaid, mulDivFloor(max(0, net), lead.shareRatioE8, E8));
  const shared = lead.thirdParty === null ? 0 : mulDivFloor(owed, lead.thirdParty.ratioE8, E8);
  const matchSequence = openBooking(turn);
  const pay = (from: Part, to: Part, amount: Money, businessType: PaymentType): void => {
    post(turn, matchSequence, from, { amount: neg(amount), businessType, symbol: '' });
    post(turn, matchSequence, to, { amount, businessType, symbol: '' });
  };
  const commission = sharedPart(turn.state, COMMISSION);
  invariant(owed >= 0 && owed <= prepaid, 'COPY-006: a lead gets no more than was deducted', relation, owed);
  invariant(shared <= owed, 'COPY-006: a third party gets a part of what the lead does', relation, shared);
  invariant(commission.amount >= prepaid, 'INV-013: COMMISSION holds what was deducted', relation, commission.amount);
  pay(commission, lead.account.shared, owed, 'tracking_trader_income');
  pay(commission, follower.shared, sub(prepaid, owed), 'tracking_follow_back');
  if (lead.thirdParty !== null)
    pay(lead.account.shared, lead.thirdParty.account.shared, shared, 'tracking_third_party_share');
  closeBooking(turn);
}

type PaymentType = 'tracking_trader_income' | 'tracking_follow_back' | 'tracking_third_party_share';

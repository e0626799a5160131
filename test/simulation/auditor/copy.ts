/**
 * Copy trading as the auditor follows it: which positions copy is told by how they were opened (separated, by a market
 * order nobody named), what their closes bring is counted by relation, and every deduction and settlement is held
 * against that (COPY-005, COPY-006).
 */
import { type Big, floorMoney, larger, smaller, ZERO } from './decimal.ts';
import type { Booking } from './booking.ts';
import { type Lead, type Model, object, partOf, type Position, type Relation, same } from './model.ts';
import type { OrderSeen } from './seen.ts';

const COMMISSION = 4;
const DAY_MS = 86_400_000;

/** Remembers orders nobody named: a follower's copies. */
export function noteCopies(model: Model, orders: readonly OrderSeen[]): void {
  for (const order of orders) {
    const unnamed = order.client_order_id.startsWith('~') && order.from_plan === 0 && order.cause === 'wanted';
    if (unnamed && order.effect === 'open' && order.position_mode === 'separated') model.copiedOrders.add(order.id);
  }
}

/** A position has been opened by an order. */
export function noteOpening(model: Model, position: Position): void {
  if (!model.copiedOrders.has(position.openOrderId)) return;
  const relation = model.relations.find(({ follower, ended }) => follower === position.uid && !ended);
  if (relation === undefined) object(model, `position ${position.id} of ${position.uid} copies nobody`);
  else model.bound.set(position.id, relation);
}

/** Σ (realised − fee − the open fee and funding that went with the size) of a position's closes. */
export function netOf(position: Position): Big {
  const { realised, cumCloseFee, cumOpenFee, openFee, cumFundingFee, fundingFee } = position;
  return realised.minus(cumCloseFee).minus(cumOpenFee.minus(openFee)).minus(cumFundingFee.minus(fundingFee));
}

/** A close brought `gain`; those of a liquidation are nobody's profit to share. */
export function noteClosing(model: Model, position: Position, gain: Big, cause: string): void {
  const relation = model.bound.get(position.id);
  if (relation === undefined || cause === 'liquidation') return;
  relation.net = relation.net?.plus(gain) ?? null;
  if (model.settling) relation.net = null;
  model.gains.push({ relation, gain });
}

/** The share of the gain of the fill right before, from the follower into COMMISSION. */
export function takePreDeduction(model: Model, booking: Booking, follower: number): void {
  const at = model.gains.findIndex(({ relation, gain }) => relation.follower === follower && gain.gt(0));
  const [last] = at < 0 ? [] : model.gains.splice(at, 1);
  if (last === undefined) return object(model, `${follower} pays for a copy without a gain before`);
  const { relation, gain } = last;
  const pay = floorMoney(gain.times(termsOf(model, relation).shareRatio));
  relation.prepaid = relation.prepaid.plus(pay);
  const symbol = booking.next?.symbol ?? '';
  booking.take({ type: 'tracking_follow_pay', uid: follower, part: 0, amount: pay.times(-1), symbol });
  booking.take({ type: 'tracking_system_pre_receive', uid: COMMISSION, part: 0, amount: pay, symbol });
}

/** One relation's settlement: the oldest that has something set aside. */
export function takeSettlement(model: Model, booking: Booking): void {
  const relation = model.relations.find(({ prepaid }) => prepaid.gt(0));
  if (relation === undefined) return object(model, `booking ${booking.sequence} settles what nobody paid`);
  const { lead, follower, prepaid, net } = relation;
  const { shareRatio, thirdParty } = termsOf(model, relation);
  const due = net === null ? null : smaller(prepaid, floorMoney(larger(ZERO, net).times(shareRatio)));
  const owed = takeMove(booking, 'tracking_trader_income', COMMISSION, lead, due);
  if (owed.gt(prepaid)) object(model, `lead ${lead} gets ${owed} of ${prepaid} set aside by ${follower}`);
  takeMove(booking, 'tracking_follow_back', COMMISSION, follower, prepaid.minus(owed));
  if (thirdParty !== null)
    takeMove(booking, 'tracking_third_party_share', lead, thirdParty.uid, floorMoney(owed.times(thirdParty.ratio)));
  relation.prepaid = ZERO;
  endPeriod(model);
}

/** An amount from one shared part to another by two bills of one type; returns it. Null: whatever it is. */
function takeMove(booking: Booking, type: string, from: number, to: number, amount: Big | null): Big {
  if (amount === null && !booking.nextIs(type, from, 0)) return ZERO;
  const given = booking.take({ type, uid: from, part: 0, amount: amount?.times(-1) ?? null }) ?? ZERO;
  booking.take({ type, uid: to, part: 0, amount: given.times(-1) });
  return given.times(-1);
}

/** Nets begin again at 0 with the first settlement of a pass. */
function endPeriod(model: Model): void {
  if (!model.settling) return;
  // Relations that are still to be settled in this pass keep theirs until then.
  for (const relation of model.relations) if (relation.prepaid.eq(0)) relation.net = ZERO;
}

/** Everything of the pass has been seen. */
export function finishSettling(model: Model): void {
  if (!model.settling) return;
  model.settling = false;
  for (const relation of model.relations) {
    if (relation.prepaid.gt(0))
      object(model, `${relation.follower} was not settled, ${relation.prepaid} are set aside`);
    relation.net = relation.net === null ? null : ZERO;
  }
}

/** A tick: the first of a UTC day settles. */
export function noteTick(model: Model, timeMs: number): void {
  const day = Math.floor(timeMs / DAY_MS);
  if (model.lastTickDay !== null && day !== model.lastTickDay) model.settling = true;
  model.lastTickDay = day;
}

/** INV-013: what is set aside is in COMMISSION, to the last unit. */
export function checkCommission(model: Model): void {
  let prepaid = ZERO;
  for (const relation of model.relations) prepaid = prepaid.plus(relation.prepaid);
  same(model, 'COMMISSION', partOf(model, COMMISSION, 0).amount, prepaid);
}

/** The terms of a lead are those in force when money moves. */
function termsOf(model: Model, { lead }: Relation): Lead {
  return model.leads.get(lead) ?? { shareRatio: ZERO, thirdParty: null };
}

export function follow(model: Model, id: number, follower: number, lead: number): void {
  model.relations.push({ id, follower, lead, ended: false, net: ZERO, prepaid: ZERO });
}

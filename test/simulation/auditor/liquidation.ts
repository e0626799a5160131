/**
 * Liquidation as the auditor follows it from marker to marker: it may begin only for a part that is in violation by the
 * auditor's own sums, every piece is closed for its share of the bankruptcy value, and at the end nothing is owed and
 * nothing is in violation (LIQD-004 to
 * -013, ADL-001).
 */
import { Big, floorMoney, larger, share, storedMoney, sum, ZERO } from './decimal.ts';
import type { Booking } from './booking.ts';
import { requirementOf } from './contracts.ts';
import {
  contractIn,
  markOf,
  type Model,
  object,
  type Part,
  partKey,
  partOf,
  positionsIn,
  type Stage,
} from './model.ts';
import { checkIsWorst, checkTurn, rankingAgainst } from './ranking.ts';
import { equityAt, isKnown, isViolated, marksOf, requirementAt } from './risk.ts';
import type { BillSeen, FillSeen } from './seen.ts';

const SMALLEST = new Big('1e-8');

function nameOf({ uid, positionId }: Part): string {
  return positionId === 0 ? `${uid}` : `${uid}/${positionId}`;
}

/** The first bill of the booking is a marker. */
export function takeMarker(model: Model, booking: Booking, bill: BillSeen): void {
  const part = partOf(model, bill.uid, bill.position_id);
  if (bill.business_type === 'start_liquidate') begin(model, part, appendedBefore(model, booking, part));
  booking.take({ type: bill.business_type, uid: bill.uid, part: bill.position_id, amount: ZERO });
  if (bill.business_type === 'finish_liquidate') finish(model, part);
}

/** What automatic margin moved into the part in the booking before this one, at the same time. */
function appendedBefore({ appended }: Model, { sequence, timeMs }: Booking, part: Part): Big {
  const isItsOwn = appended !== null && appended.sequence === sequence - 1 && appended.timeMs === timeMs;
  return isItsOwn && appended.uid === part.uid && appended.positionId === part.positionId ? appended.amount : ZERO;
}

/** Nobody is liquidated who has more than must be held. */
function begin(model: Model, part: Part, appended: Big): void {
  const prices = marksOf(model);
  if (!isKnown(model, part)) object(model, `${nameOf(part)} is liquidated while its value is unknown`);
  if (!isViolated(model, part)) {
    const [equity, requirement] = [equityAt(model, part, prices), requirementAt(model, part, prices)];
    object(model, `${nameOf(part)} is liquidated with ${equity} of ${requirement}`);
  }
  checkIsWorst(model, part, appended);
  model.liquidating.set(partKey(part), null);
}

function finish(model: Model, part: Part): void {
  const name = nameOf(part);
  if (!model.liquidating.delete(partKey(part))) object(model, `the liquidation of ${name} ends and never began`);
  const holds = positionsIn(model, part).length > 0;
  if (holds && isViolated(model, part)) object(model, `${name} is in violation after its liquidation`);
  if (!holds && part.amount.lt(0)) object(model, `${name} is left owing ${part.amount}`);
  if (holds || part.positionId === 0) return;
  if (!part.amount.eq(0)) object(model, `${name} ended and left ${part.amount} in its part`);
  model.parts.delete(partKey(part));
}

/** The part that a fill of the risk engine closes for. */
function partOfFill(model: Model, row: FillSeen): Part {
  const position = model.positions.get(row.position_id);
  return partOf(model, row.uid, position?.isolated === true ? row.position_id : 0);
}

/** What a piece carries of the bankruptcy value; a new stage begins with that of all that is left (LIQD-007). */
export function carriedFor(model: Model, row: FillSeen, key: string, size: Big): { stage: Stage; carried: Big } {
  const part = partOfFill(model, row);
  const current = model.liquidating.get(partKey(part));
  if (current === undefined) object(model, `${nameOf(part)} is closed by the risk engine outside of a liquidation`);
  const stage = current?.key === key ? current : newStage(model, row, part, key);
  model.liquidating.set(partKey(part), stage);
  const carried = size.eq(stage.size) ? stage.value : share(floorMoney, stage.value, size, stage.size);
  return { stage, carried };
}

export function carryOff(stage: Stage, size: Big, carried: Big): void {
  stage.size = stage.size.minus(size);
  stage.value = stage.value.minus(carried);
}

function newStage(model: Model, row: FillSeen, part: Part, key: string): Stage {
  const contract = contractIn(model, row.symbol);
  const open = positionsIn(model, part).filter((one) => one.contract === contract);
  const net = sum(open.map(({ size, sign }) => size.times(sign)));
  const size = net.abs();
  const atMark = size.times(markOf(model, row.symbol));
  const equity = equityAt(model, part, marksOf(model));
  const own = requirementOf(contract, atMark);
  const whole = requirementAt(model, part, marksOf(model));
  const portion = part.positionId !== 0 ? equity : share(floorMoney, equity, own, whole);
  const sign = net.lt(0) ? -1 : 1;
  const ranking = row.price === 0 ? rankingAgainst(model, row.symbol, sign, part.uid) : [];
  return { key, size, positions: open.length, value: atMark.minus(portion.times(sign)), ranking, current: 0 };
}

/**
 * An offset inside an account and a delisting are made at the mark (LIQD-006, CONT-005), a deleveraging at the
 * bankruptcy value, else at the mark (LIQD-012).
 */
export function checkInternalValue(model: Model, row: FillSeen, opposite: FillSeen, value: Big): void {
  const size = contractIn(model, row.symbol).step.times(row.size);
  const atMark = size.times(markOf(model, row.symbol));
  const name = `fill ${row.id} of ${row.uid} (${row.cause})`;
  if (row.cause === 'reduce' || row.cause === 'settlement') {
    if (!value.eq(atMark)) object(model, `${name} is worth ${value}, at the mark it is ${atMark}`);
    return;
  }
  const { stage, carried } = carriedFor(model, row, `deleveraging in ${row.symbol}`, size);
  const against = model.positions.get(opposite.position_id);
  const carriedBy = (piece: Big): Big =>
    piece.eq(stage.size) ? stage.value : share(floorMoney, stage.value, piece, stage.size);
  const isTurn = against !== undefined && checkTurn(model, stage, against, carriedBy);
  carryOff(stage, size, value);
  // Where several separated positions share one opposite, the pieces are rounded among themselves: each down, the last
  // takes the rest.
  const rounding = stage.positions > 1 ? SMALLEST.times(stage.positions) : ZERO;
  const exact = value.minus(carried).abs().lte(rounding);
  if (exact && isTurn) return;
  if (value.eq(atMark)) model.closedAtMark += 1;
  else
    object(
      model,
      `${name} is worth ${value}, its share of the bankruptcy value is ${carried}, among ${stage.positions} positions`,
    );
}

/** LIQD-013: a part without positions that owes is brought to exactly 0, by others who have it. */
export function takeMakingGood(model: Model, booking: Booking, bill: BillSeen): void {
  const part = partOf(model, bill.uid, bill.position_id);
  const owed = part.amount.times(-1);
  if (positionsIn(model, part).length > 0) object(model, `${nameOf(part)} is made good while it has positions`);
  if (!model.liquidating.has(partKey(part)) && !model.delisted.has(bill.symbol))
    object(model, `${nameOf(part)} is made good outside of a liquidation`);
  const fund = larger(ZERO, partOf(model, 3, 0).amount);
  booking.take({ type: 'order_fix_margin_amount', uid: bill.uid, part: bill.position_id, amount: owed });
  const insured = owed.lt(fund) ? owed : fund;
  booking.take({ type: 'order_fix_margin_amount', uid: 3, part: 0, amount: insured.times(-1) });
  // What the fund had not: winners by what they had won, and the exchange for the rest.
  while (booking.next?.business_type === 'order_fix_margin_amount') {
    const { uid, position_id } = booking.next;
    if (uid === part.uid || storedMoney(booking.next.amount).gt(0))
      object(model, `${uid}/${position_id} gains by what ${nameOf(part)} owes`);
    booking.any();
    const payer = partOf(model, uid, position_id);
    if (uid !== 2 && equityAt(model, payer, marksOf(model)).lt(0))
      object(model, `${nameOf(payer)} pays for another more than it has`);
  }
}

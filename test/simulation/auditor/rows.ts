/**
 * New rows of the read store, booking by booking in the order in which they were made: fills with their bills,
 * everything else by its type. Ended orders are compared with the sums over their fills (INV-008, INV-010).
 */
import { storedMoney, ZERO } from './decimal.ts';
import { Booking } from './booking.ts';
import { finishSettling, noteCopies, takePreDeduction, takeSettlement } from './copy.ts';
import { takeFill } from './fills.ts';
import { takeFunding } from './funding.ts';
import { takeMakingGood, takeMarker } from './liquidation.ts';
import { contractIn, type Model, object, same, sumsOf } from './model.ts';
import { takeNumbers } from './numbers.ts';
import type { BillSeen, FillSeen, FundingSeen, OrderSeen, RowsSeen } from './seen.ts';

/** Takes in what is new. */
export function takeRows(model: Model, { bills, fills, orders, fundings }: RowsSeen): void {
  noteCopies(model, orders);
  takeNumbers(model, fills);
  for (const [at, bill] of bills.entries())
    if (bill.id <= (bills[at - 1]?.id ?? 0)) object(model, `bill ${bill.id} is listed behind ${bills[at - 1]?.id}`);
  const fillsBySequence = Map.groupBy(fills, ({ match_sequence }) => match_sequence);
  for (const [sequence, group] of Map.groupBy(bills, ({ match_sequence }) => match_sequence)) {
    if (sequence <= model.lastSequence) object(model, `booking ${sequence} comes after ${model.lastSequence}`);
    model.lastSequence = sequence;
    const funding = fundings.find(({ match_sequence }) => match_sequence === sequence);
    takeBooking(model, group, fillsBySequence.get(sequence) ?? [], funding);
    fillsBySequence.delete(sequence);
  }
  for (const [sequence, group] of fillsBySequence) object(model, `fill ${group[0]?.id} has no bills under ${sequence}`);
  for (const order of orders) takeOrder(model, order);
  finishSettling(model);
}

function takeBooking(
  model: Model,
  bills: readonly BillSeen[],
  fills: readonly FillSeen[],
  funding: FundingSeen | undefined,
): void {
  const booking = new Booking(model, bills);
  if (funding !== undefined) takeFunding(model, booking, funding);
  else if (fills.length > 0) takeFills(model, booking, fills);
  else takeOther(model, booking);
  booking.close();
}

function takeFills(model: Model, booking: Booking, fills: readonly FillSeen[]): void {
  model.gains.length = 0;
  const taker = fills.find(({ role }) => role === 'taker');
  const maker = fills.find(({ role }) => role === 'maker');
  if (taker === undefined || maker === undefined || fills.length !== 2 || taker.id !== maker.id)
    return object(model, `booking ${booking.sequence} has ${fills.length} sides of fill ${fills[0]?.id}`);
  takeFill(model, booking, taker, maker);
}

/** The other side of each of these is the same amount back, in the next bill. */
const PAIRS: Readonly<Record<string, string>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer_out: 'transfer_in',
  margin_move_out: 'margin_move_in',
};

function takeOther(model: Model, booking: Booking): void {
  while (booking.next !== undefined) {
    const { business_type: type, uid, position_id: part, symbol, order_id: orderId } = booking.next;
    if (type === 'start_liquidate' || type === 'finish_liquidate') return takeMarker(model, booking, booking.next);
    if (type === 'tracking_follow_pay') return takePreDeduction(model, booking, uid);
    if (type === 'tracking_trader_income' || type === 'tracking_follow_back') return takeSettlement(model, booking);
    if (type === 'order_fix_margin_amount') return takeMakingGood(model, booking, booking.next);
    const answer = PAIRS[type];
    if (answer === undefined)
      return object(model, `booking ${booking.sequence} begins with a ${type} of ${uid}/${part}`);
    if (orderId !== 0) object(model, `booking ${booking.sequence} has no fill and names order ${orderId}`);
    const given = booking.any();
    const { next } = booking;
    if (given.gt(0)) object(model, `booking ${booking.sequence} gives ${given} by ${type}`);
    if (next === undefined) return object(model, `booking ${booking.sequence} has one side only`);
    const own = type !== 'margin_move_out' || next.uid === uid;
    if (!own) object(model, `booking ${booking.sequence} moves margin from ${uid} to ${next.uid}`);
    const amount = given.times(-1);
    booking.take({ type: answer, uid: next.uid, part: next.position_id, amount, symbol });
    if (answer === 'margin_move_in' && next.position_id !== 0)
      model.appended = {
        uid: next.uid,
        positionId: next.position_id,
        amount,
        sequence: booking.sequence,
        timeMs: booking.timeMs,
      };
  }
}

function takeOrder(model: Model, row: OrderSeen): void {
  const name = `order ${row.id}`;
  const { step } = contractIn(model, row.symbol);
  const sums = sumsOf(model, row.id);
  same(model, `filled size of ${name}`, step.times(row.filled), sums.filled);
  same(model, `value of ${name}`, storedMoney(row.value), sums.value);
  same(model, `fee of ${name}`, storedMoney(row.fee), sums.fee);
  same(model, `profit of ${name}`, storedMoney(row.profit), row.effect === 'open' ? ZERO : sums.profit);
  if (row.filled > row.size) object(model, `${name} filled ${row.filled} of ${row.size} steps`);
  if ((row.status === 'filled') !== (row.filled === row.size))
    object(model, `${name} is ${row.status} with ${row.filled} of ${row.size}`);
  if (row.execution === 'fok' && row.filled !== 0 && row.filled !== row.size)
    object(model, `${name} is FOK and filled ${row.filled}`);
  if (row.execution === 'postOnly' && sums.asTaker) object(model, `${name} is post-only and took`);
  if (row.cause === 'wanted' && (row.execution === 'ioc' || row.execution === 'fok') && sums.asMaker)
    object(model, `${name} is ${row.execution} and rested`);
  if ((row.status === 'canceled') !== (row.cancel_reason !== null))
    object(model, `${name} is ${row.status} for ${row.cancel_reason}`);
  model.orders.delete(row.id);
}

/**
 * One side of a fill, recomputed from its size and value: what the position becomes, the profit, and the bills of this
 * side in their order (FLOW-004, MARG-007, POSN-003 to -005).
 */
import { type Big, ceilMoney, floorMoney, larger, share, storedMoney, truncMoney, ZERO } from './decimal.ts';
import type { Booking } from './booking.ts';
import { netOf, noteClosing, noteOpening } from './copy.ts';
import {
  addPosition,
  contractIn,
  leverageOf,
  markOf,
  type Model,
  object,
  type Position,
  partOfPosition,
  removePosition,
  same,
  sumsOf,
} from './model.ts';
import type { FillSeen } from './seen.ts';

export interface FillFacts {
  readonly name: string;
  readonly row: FillSeen;
  readonly price: Big;
  readonly size: Big;
  readonly value: Big;
  readonly fee: Big;
  readonly liquidateFee: Big;
  /** What the insurance fund adds. */
  readonly deficit: Big;
  readonly sign: number;
  /** False for what is being liquidated: its margin stays until the end. */
  readonly releases: boolean;
}

export function isBuy({ side, effect }: Pick<FillSeen, 'side' | 'effect'>): boolean {
  return (side === 'long') === (effect === 'open');
}

export function takeSide(model: Model, booking: Booking, fill: FillFacts): void {
  const profit = fill.row.effect === 'open' ? takeOpening(model, booking, fill) : takeClosing(model, booking, fill);
  same(model, `profit of ${fill.name}`, storedMoney(fill.row.realised), profit);
  countFill(model, fill, profit);
}

/** The order's own sums. */
export function countFill(model: Model, { row, size, value, fee }: FillFacts, profit: Big): void {
  const sums = sumsOf(model, row.order_id);
  sums.filled = sums.filled.plus(size);
  sums.value = sums.value.plus(value);
  sums.fee = sums.fee.plus(fee);
  sums.profit = sums.profit.plus(profit);
  if (row.role === 'maker' && row.price > 0) sums.asMaker = true;
  else sums.asTaker = true;
}

function takeOpening(model: Model, booking: Booking, fill: FillFacts): Big {
  const { row, value, fee, size, sign } = fill;
  const position = model.positions.get(row.position_id) ?? begin(model, booking, fill);
  checkPosition(model, fill, position);
  if (position.isolated) takeMargin(model, booking, fill, position);
  position.size = position.size.plus(size);
  position.openValue = position.openValue.plus(value);
  position.openFee = position.openFee.plus(fee);
  position.cumOpenSize = position.cumOpenSize.plus(size);
  position.cumOpenValue = position.cumOpenValue.plus(value);
  position.cumOpenFee = position.cumOpenFee.plus(fee);
  position.updatedSequence = booking.sequence;
  booking.take({
    type: `position_open_${row.side}`,
    uid: row.uid,
    part: position.isolated ? position.id : 0,
    amount: value.times(-sign).minus(fee),
    fee,
    orderId: row.order_id,
    symbol: row.symbol,
  });
  return ZERO;
}

function begin(model: Model, booking: Booking, { row, name }: FillFacts): Position {
  if (row.position_id <= row.id) object(model, `${name} began position ${row.position_id}, which is older`);
  const { cross, long, short } = leverageOf(model, row.uid, row.symbol);
  const position: Position = {
    id: row.position_id,
    uid: row.uid,
    contract: contractIn(model, row.symbol),
    side: row.side,
    sign: row.side === 'long' ? 1 : -1,
    isolated: row.margin_mode === 'isolated',
    separated: row.position_mode === 'separated',
    openOrderId: row.position_mode === 'separated' ? row.order_id : 0,
    createdSequence: booking.sequence,
    createdMs: row.time_ms,
    leverage: row.margin_mode === 'cross' ? cross : row.side === 'long' ? long : short,
    size: ZERO,
    openValue: ZERO,
    openFee: ZERO,
    fundingFee: ZERO,
    cumOpenSize: ZERO,
    cumOpenValue: ZERO,
    cumOpenFee: ZERO,
    cumCloseSize: ZERO,
    cumCloseValue: ZERO,
    cumCloseFee: ZERO,
    cumFundingFee: ZERO,
    cumLiquidateFee: ZERO,
    realised: ZERO,
    updatedSequence: booking.sequence,
  };
  addPosition(model, position);
  noteOpening(model, position);
  return position;
}

/** A fill goes to a position of its account, contract, side and modes; to a separated one only from its own order. */
export function checkPosition(model: Model, { row, name }: FillFacts, position: Position): void {
  const fits =
    position.uid === row.uid &&
    position.contract.symbol === row.symbol &&
    position.side === row.side &&
    position.isolated === (row.margin_mode === 'isolated') &&
    position.separated === (row.position_mode === 'separated');
  if (row.effect === 'open' && !fits) object(model, `${name} is booked on position ${position.id}, which is another's`);
  if (row.effect === 'close' && (position.uid !== row.uid || position.side !== row.side))
    object(model, `${name} closes position ${position.id} of ${position.uid}`);
  if (row.effect === 'open' && position.separated && position.openOrderId !== row.order_id)
    object(model, `${name} adds to the separated position ${position.id} of another order`);
}

/**
 * MARG-007: what an isolated opening brings along. A maker brings no more than its reserve, which was at least margin
 * and fee.
 */
function takeMargin(
  model: Model,
  booking: Booking,
  { row, value, fee, price, size, sign, name }: FillFacts,
  position: Position,
): void {
  const least = share(ceilMoney, value, 1, position.leverage).plus(fee);
  const loss = larger(ZERO, price.minus(markOf(model, row.symbol)).times(sign)).times(size);
  const wanted = least.plus(loss);
  const shared = { uid: row.uid, orderId: row.order_id, symbol: row.symbol };
  const out = booking.take({
    ...shared,
    type: 'margin_move_out',
    part: 0,
    amount: row.role === 'taker' ? wanted.times(-1) : null,
  });
  const moved = (out ?? ZERO).times(-1);
  if (moved.gt(wanted) || moved.lt(least))
    object(model, `${name} brought ${moved} of margin, not between ${least} and ${wanted}`);
  booking.take({ ...shared, type: 'margin_move_in', part: position.id, amount: moved });
}

function takeClosing(model: Model, booking: Booking, fill: FillFacts): Big {
  const { row, value, fee, liquidateFee, deficit, size, sign, name } = fill;
  const position = model.positions.get(row.position_id);
  if (position === undefined || position.size.lt(size)) {
    object(model, `${name} closes ${size} of position ${row.position_id}, which has ${position?.size ?? 'ended'}`);
    return ZERO;
  }
  checkPosition(model, fill, position);
  const part = partOfPosition(model, position);
  const marginBefore = part.amount.plus(position.openValue.times(sign));
  const sizeBefore = position.size;
  const before = netOf(position);
  const profit = shrink(position, size, value, fee, liquidateFee);
  noteClosing(model, position, netOf(position).minus(before), row.cause);
  position.updatedSequence = booking.sequence;
  const common = { uid: row.uid, orderId: row.order_id, symbol: row.symbol };
  booking.take({
    ...common,
    type: `position_close_${row.side}`,
    part: part.positionId,
    amount: value.times(sign).minus(fee).minus(liquidateFee),
    fee,
  });
  booking.take({ ...common, type: 'order_fix_margin_amount', part: part.positionId, amount: deficit });
  if (position.isolated && fill.releases) {
    const kept = share(floorMoney, marginBefore, size, sizeBefore).plus(profit).minus(fee).minus(liquidateFee);
    const released = position.size.eq(0) ? part.amount : larger(ZERO, kept);
    booking.take({ ...common, type: 'margin_move_out', part: position.id, amount: released.times(-1) });
    booking.take({ ...common, type: 'margin_move_in', part: 0, amount: released });
  }
  if (position.size.eq(0)) end(model, position, fill.releases);
  return profit;
}

/** POSN-004: the position gives up its share. Returns the gross profit. */
export function shrink(position: Position, size: Big, value: Big, fee: Big, liquidateFee: Big): Big {
  const whole = size.eq(position.size);
  const part = (figure: Big): Big => (whole ? figure : share(truncMoney, figure, size, position.size));
  const openValue = part(position.openValue);
  position.openFee = position.openFee.minus(part(position.openFee));
  position.fundingFee = position.fundingFee.minus(part(position.fundingFee));
  position.openValue = position.openValue.minus(openValue);
  position.size = position.size.minus(size);
  position.cumCloseSize = position.cumCloseSize.plus(size);
  position.cumCloseValue = position.cumCloseValue.plus(value);
  position.cumCloseFee = position.cumCloseFee.plus(fee);
  position.cumLiquidateFee = position.cumLiquidateFee.plus(liquidateFee);
  const profit = value.minus(openValue).times(position.sign);
  position.realised = position.realised.plus(profit);
  return profit;
}

/**
 * POSN-001, INV-003, INV-004: what it earned is what closing brought less what opening cost, and nothing is left in its
 * part (`partToo`).
 */
export function end(model: Model, position: Position, partToo: boolean): void {
  const earned = position.cumCloseValue.minus(position.cumOpenValue).times(position.sign);
  same(model, `realised profit of position ${position.id}`, position.realised, earned);
  if (position.isolated && partToo) {
    const { amount } = partOfPosition(model, position);
    if (!amount.eq(0)) object(model, `position ${position.id} ended and left ${amount} in its part`);
    model.parts.delete(`${position.uid}/${position.id}`);
  }
  removePosition(model, position);
}

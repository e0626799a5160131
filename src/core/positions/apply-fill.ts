/**
 * One fill: one booking with a position on each side (FLOW-004, BOOK-002, MARG-004, MARG-007, POSN-003 to -005).
 *
 * Books the money and changes positions, order figures, reserves and frozen sizes of both sides. Where the fill came
 * from, the book, and what plan orders make of it are not decided here.
 */
import { valueOf } from '../language/contract.ts';
import type { FillMade, FillSide } from '../turn/events.ts';
import { Fault } from '../num/invariant.ts';
import { closeBooking, post, sharedPart } from '../ledger/ledger.ts';
import { FEE } from '../language/accounts.ts';
import { add, max, min, mulDivCeil, mulDivFloor, mulDivTrunc, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Instrument, Position } from '../state/records.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, giveId, giveMatchSequence, noteOrder, touchPosition } from '../turn/turn.ts';
import { makerFeeRateOf, takerFeeRateOf } from './fees.ts';
import { freedBy, startingLoss } from './figures.ts';
import { moveMargin } from './move-margin.ts';
import { assertPartSpent, beginPosition, endPosition, positionOf } from './open-position.ts';

/** One side of a fill. */
export interface Side {
  readonly order: Order;
  readonly position: Position | null;
  readonly price: Ticks;
  readonly size: Steps;
  readonly value: Money;
  readonly fee: Money;
  readonly liquidateFee: Money;
  /**
   * Whether the amount an isolated close frees returns to SHARED now; a liquidated part keeps it to the end (POSN-005,
   * LIQD-008).
   */
  readonly releases: boolean;
  readonly matchSequence: number;
}

/** A side of a fill that is booked. */
interface BookedSide {
  readonly fill: FillSide;
  readonly position: Position;
}

/** The positions a fill touched. */
export interface Filled {
  readonly taker: Position;
  readonly maker: Position;
}

/**
 * Makes one fill at the maker's price; a close names the position it is booked on, an opening finds or starts its
 * position.
 */
export function applyFill(
  turn: Turn,
  taker: Order,
  maker: Order,
  size: Steps,
  takerPosition: Position | null,
  makerPosition: Position | null,
): Filled {
  const { instrument, price } = maker;
  const { contract } = instrument;
  const id = giveId(turn);
  const matchSequence = giveMatchSequence(turn);
  const value = valueOf(contract, price, size);
  const takerFee = mulDivCeil(value, takerFeeRateOf(taker.account, contract), E8);
  const makerFee = mulDivCeil(value, makerFeeRateOf(maker.account, contract), E8);
  const side = (order: Order, position: Position | null, fee: Money): Side => {
    return { order, position, price, size, value, fee, liquidateFee: 0, releases: true, matchSequence };
  };
  const taken = bookSide(turn, side(taker, takerPosition, takerFee));
  const made = bookSide(turn, side(maker, makerPosition, makerFee));
  bookFees(turn, matchSequence, contract.symbol, takerFee, makerFee);
  return concludeFill(turn, { id, matchSequence, instrument, price, size, value }, taken, made);
}

/** Ends the booking of a fill, both of whose sides are booked, and announces it. */
export function concludeFill(
  turn: Turn,
  { id, matchSequence, instrument, price, size, value }: Omit<FillMade, 'name' | 'taker' | 'maker'>,
  taken: BookedSide,
  made: BookedSide,
): Filled {
  closeBooking(turn);
  assertOpenInterest(instrument);
  const { fill: taker } = taken;
  const { fill: maker } = made;
  announce(turn, { name: 'fillMade', id, matchSequence, instrument, price, size, value, taker, maker });
  return { taker: taken.position, maker: made.position };
}

/** INV-002: as much is long as is short. */
export function assertOpenInterest({ longSize, shortSize, contract }: Instrument): void {
  if (longSize !== shortSize)
    throw new Fault(`INV-002: ${contract.symbol} has ${longSize} steps long and ${shortSize} short`);
}

/** The trading fees of both sides are income of FEE. */
export function bookFees(turn: Turn, matchSequence: number, symbol: string, takerFee: Money, makerFee: Money): void {
  const part = sharedPart(turn.state, FEE);
  post(turn, matchSequence, part, { amount: takerFee, businessType: 'order_fill_fee_income', symbol });
  post(turn, matchSequence, part, { amount: makerFee, businessType: 'order_fill_fee_income', symbol });
}

/** Books one side: its position, its part, its order's figures. */
export function bookSide(turn: Turn, side: Side): BookedSide {
  const { order } = side;
  const position = order.effect === 'open' ? openSide(turn, side) : side.position;
  if (position === null) throw new Fault(`BOOK-007: close order ${order.id} has no position for its fill`);
  const realised = order.effect === 'open' ? 0 : closeSide(turn, side, position);
  order.filled += side.size;
  order.remaining -= side.size;
  assertWithin(order, position);
  order.value = add(order.value, side.value);
  order.fee = add(order.fee, side.fee);
  order.profit = add(order.profit, realised);
  order.fills += 1;
  order.status = order.remaining === 0 ? 'filled' : 'partlyFilled';
  noteOrder(turn, order);
  touchPosition(turn, position, side.matchSequence);
  return {
    fill: {
      order,
      nth: order.fills,
      positionId: position.id,
      fee: side.fee,
      liquidateFee: side.liquidateFee,
      realised,
    },
    position,
  };
}

/** INV-008, INV-003: an order fills no further than its size; an open position has a cost. */
function assertWithin({ id, size, filled, remaining }: Order, position: Position): void {
  if (remaining < 0 || filled + remaining !== size) throw new Fault(`INV-008: order ${id} of ${size} filled ${filled}`);
  if (position.size > 0 === position.openValue > 0) return;
  throw new Fault(
    `INV-003: position ${position.id} of size ${position.size} has an open value of ${position.openValue} e8`,
  );
}

/** Frees the part of a resting order's reserve that the fill uses (MARG-004); nothing for a taker. */
function freeReserve(order: Order, size: Steps): Money {
  if (order.slot < 0) return 0;
  const freed = freedBy(order, size);
  order.held = sub(order.held, freed);
  order.account.held = sub(order.account.held, freed);
  return freed;
}

/** POSN-003: the position grows; its part pays the whole value and the fee. */
function openSide(turn: Turn, side: Side): Position {
  const { order, size, value, fee, matchSequence } = side;
  const { instrument } = order;
  const holding = holdingOf(turn.state, order.account, instrument);
  if (order.slot >= 0) {
    if (order.side === 'long') holding.openingLong -= size;
    else holding.openingShort -= size;
  }
  const freed = freeReserve(order, size);
  const position = positionOf(holding, order) ?? beginPosition(turn, holding, order, matchSequence);
  if (position.marginMode === 'isolated') fundIsolated(turn, side, position, freed);
  changeSize(position, size);
  position.openValue = add(position.openValue, value);
  position.openFee = add(position.openFee, fee);
  position.cumOpenSize = add(position.cumOpenSize, size);
  position.cumOpenValue = add(position.cumOpenValue, value);
  position.cumOpenFee = add(position.cumOpenFee, fee);
  const long = position.sign === 1;
  position.part.openValue = add(position.part.openValue, long ? value : neg(value));
  post(turn, matchSequence, position.part, {
    amount: sub(long ? neg(value) : value, fee),
    businessType: long ? 'position_open_long' : 'position_open_short',
    symbol: instrument.contract.symbol,
    fillFee: fee,
    orderId: order.id,
  });
  return position;
}

/** MARG-007: margin, starting loss and fee move from SHARED to the isolated part; a maker's at most what it freed. */
function fundIsolated(turn: Turn, side: Side, position: Position, freed: Money): void {
  const { order, price, size, value, fee } = side;
  const wanted = add(
    add(mulDivCeil(value, 1, order.leverage), startingLoss(order.instrument, order.side, price, size)),
    fee,
  );
  moveMargin(turn, side.matchSequence, position, order.slot >= 0 ? min(wanted, freed) : wanted, order.id);
}

/**
 * POSN-004: the position shrinks in proportion; its part gets the value back, less the fee. Returns the gross realised
 * profit.
 */
function closeSide(turn: Turn, side: Side, position: Position): Money {
  const { order, size, value, fee, liquidateFee, matchSequence } = side;
  const { part, sign } = position;
  unfreeze(order, position, size);
  const sizeBefore = position.size;
  const whole = size === sizeBefore;
  const marginBefore = add(part.amount, part.openValue);
  const share = (x: Money): Money => (whole ? x : mulDivTrunc(x, size, sizeBefore));
  const openValue = share(position.openValue);
  position.openFee = sub(position.openFee, share(position.openFee));
  position.fundingFee = sub(position.fundingFee, share(position.fundingFee));
  position.openValue = sub(position.openValue, openValue);
  part.openValue = sub(part.openValue, sign === 1 ? openValue : neg(openValue));
  changeSize(position, -size);
  position.cumCloseSize = add(position.cumCloseSize, size);
  position.cumCloseValue = add(position.cumCloseValue, value);
  position.cumCloseFee = add(position.cumCloseFee, fee);
  if (liquidateFee !== 0) position.cumLiquidateFee = add(position.cumLiquidateFee, liquidateFee);
  const realised = sign === 1 ? sub(value, openValue) : sub(openValue, value);
  position.realised = add(position.realised, realised);
  post(turn, matchSequence, part, {
    amount: sub(sub(sign === 1 ? value : neg(value), fee), liquidateFee),
    businessType: sign === 1 ? 'position_close_long' : 'position_close_short',
    symbol: position.instrument.contract.symbol,
    fillFee: fee,
    orderId: order.id,
  });
  if (side.releases && position.marginMode === 'isolated') {
    const released = sub(add(mulDivFloor(marginBefore, size, sizeBefore), realised), fee);
    moveMargin(turn, matchSequence, position, neg(whole ? part.amount : max(0, released)), order.id);
  }
  if (whole) {
    assertRealised(position);
    endPosition(turn.state, position);
    if (side.releases) assertPartSpent(position);
  }
  return realised;
}

/** INV-003: over a life the realised profits sum to what closing brought less what opening cost. */
function assertRealised(position: Position): void {
  const gain = sub(position.cumCloseValue, position.cumOpenValue);
  if (position.realised !== (position.sign === 1 ? gain : neg(gain)))
    throw new Fault(
      `INV-003: position ${position.id} of account ${position.account.id} realised ${position.realised} e8`,
    );
}

/** Takes a fill off the order's first frozen piece (CLOS-005). */
function unfreeze(order: Order, position: Position, size: Steps): void {
  const piece = order.pieces[0];
  if (piece?.position !== position || piece.size < size)
    throw new Fault(`INV-007: order ${order.id} fills beyond its pieces`);
  piece.size -= size;
  position.frozen -= size;
  if (piece.size > 0) return;
  order.pieces.shift();
  const at = position.closing.indexOf(order);
  if (at >= 0) position.closing.splice(at, 1);
}

/** Sizes are kept per position, holding and contract (INV-002). */
function changeSize(position: Position, change: Steps): void {
  const { holding, instrument } = position;
  position.size += change;
  if (position.sign === 1) {
    holding.longSize += change;
    instrument.longSize += change;
  } else {
    holding.shortSize += change;
    instrument.shortSize += change;
  }
}

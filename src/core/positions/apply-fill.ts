/**
 * One fill: one booking with a position on each side (FLOW-004, BOOK-002, MARG-004, MARG-007, POSN-003 to -005).
 *
 * Books the money and changes positions, order figures, reserves and frozen sizes of both sides. Where the fill came
 * from, the book, and what plan orders make of it are not decided here.
 */
import { valueOf } from '../language/contract.ts';
import type { FillMade, FillSide } from '../turn/events.ts';
import { invariant } from '../num/invariant.ts';
import { closeBooking, post, postAlone, type Posting, sharedPart } from '../ledger/ledger.ts';
import { FEE } from '../language/accounts.ts';
import { add, max, min, mulDivCeil, mulDivFloor, mulDivTrunc, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Instrument, Position } from '../state/records.ts';
import { costAtGuards } from '../state/guard-book.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, giveId, giveMatchSequence, noteAmount, noteOrder, touchPosition } from '../turn/turn.ts';
import { makerFeeRateOf, takerFeeRateOf } from './fees.ts';
import { freedBy, startingLoss } from './figures.ts';
import { moveMargin } from './move-margin.ts';
import { assertPartSpent, beginPosition, endPosition, positionOf } from './open-position.ts';

/** A side as it is being booked: by then it has its place among its order's fills, its position and its profit. */
type Side = { -readonly [Field in keyof FillSide]: FillSide[Field] };

/** A fill as it is being booked, which is the event that tells of it. */
export interface Fill extends FillMade {
  readonly taker: Side;
  readonly maker: Side;
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
  const { price } = maker;
  const { contract } = maker.instrument;
  const value = valueOf(contract, price, size);
  invariant(size >= 1 && maker.slot >= 0, 'BOOK-002: a fill has a size, and its maker rests', maker, size);
  // Either the sides differ or the effects do.
  const isTrade = (taker.side === maker.side) !== (taker.effect === maker.effect);
  invariant(isTrade, 'BOOK-002: one side of a fill buys, one sells', taker, maker);
  const takerFee = mulDivCeil(value, takerFeeRateOf(taker.account, contract), E8);
  const makerFee = mulDivCeil(value, makerFeeRateOf(maker.account, contract), E8);
  const fill = beginFill(turn, price, size, value, sideOf(taker, takerFee), sideOf(maker, makerFee));
  const taken = bookSide(turn, fill, fill.taker, takerPosition, true);
  const made = bookSide(turn, fill, fill.maker, makerPosition, true);
  bookFees(turn, fill);
  concludeFill(turn, fill);
  return { taker: taken, maker: made };
}

/** One side of a fill that is to be booked, with what it costs. */
export function sideOf(order: Order, fee: Money, liquidateFee: Money = 0): Side {
  return { order, nth: 0, positionId: 0, fee, liquidateFee, realised: 0 };
}

/** Opens the booking of a fill. */
export function beginFill(turn: Turn, price: Ticks, size: Steps, value: Money, taker: Side, maker: Side): Fill {
  const id = giveId(turn);
  const matchSequence = giveMatchSequence(turn);
  return { name: 'fillMade', id, matchSequence, instrument: maker.order.instrument, price, size, value, taker, maker };
}

/** Ends the booking of a fill, both of whose sides are booked, and announces it. */
export function concludeFill(turn: Turn, fill: Fill): void {
  closeBooking(turn);
  assertOpenInterest(fill.instrument);
  announce(turn, fill);
}

/** Asserted after every fill, when both of its sides are booked. */
export function assertOpenInterest({ longSize, shortSize, contract }: Instrument): void {
  invariant(longSize === shortSize, 'INV-002: as much is long as is short', contract.symbol, longSize - shortSize);
}

/** The trading fees of both sides are income of FEE. */
export function bookFees(turn: Turn, { matchSequence, instrument, taker, maker }: Fill): void {
  const part = sharedPart(turn.state, FEE);
  const { symbol } = instrument.contract;
  postAlone(turn, matchSequence, part, { amount: taker.fee, businessType: 'order_fill_fee_income', symbol });
  postAlone(turn, matchSequence, part, { amount: maker.fee, businessType: 'order_fill_fee_income', symbol });
}

/**
 * Books one side: its position, its part, its order's figures.
 * @param named the position of a close
 * @param releases whether the amount an isolated close frees returns to SHARED now; a liquidated part keeps it to the
 * end (POSN-005, LIQD-008)
 */
export function bookSide(turn: Turn, fill: Fill, side: Side, named: Position | null, releases: boolean): Position {
  const { order } = side;
  const position = order.effect === 'open' ? openSide(turn, fill, side) : named;
  invariant(position !== null, 'BOOK-007: a close is booked on a position', order);
  if (order.effect === 'close') side.realised = closeSide(turn, fill, side, position, releases);
  order.filled += fill.size;
  order.remaining -= fill.size;
  assertWithin(order, position);
  order.value = add(order.value, fill.value);
  order.fee = add(order.fee, side.fee);
  order.profit = add(order.profit, side.realised);
  order.fills += 1;
  order.status = order.remaining === 0 ? 'filled' : 'partlyFilled';
  side.nth = order.fills;
  side.positionId = position.id;
  noteOrder(turn, order);
  touchPosition(turn, position, fill.matchSequence);
  return position;
}

/** The order and the position after a fill of one side. */
function assertWithin(order: Order, position: Position): void {
  const { remaining, filled } = order;
  const { size, openValue } = position;
  invariant(
    remaining >= 0 && filled + remaining === order.size,
    'INV-008: filled and rest are the size',
    order,
    filled,
  );
  invariant(position.account === order.account, 'FLOW-004: a fill is booked on its own account', order, position);
  invariant(size > 0 === openValue > 0, 'INV-003: what is open has a cost', position, openValue);
}

/** Frees the part of a resting order's reserve that the fill uses (MARG-004); nothing for a taker. */
function freeReserve(order: Order, size: Steps): Money {
  if (order.slot < 0) return 0;
  const freed = freedBy(order, size);
  order.held = sub(order.held, freed);
  order.account.held = sub(order.account.held, freed);
  invariant(freed >= 0 && order.held >= 0, 'MARG-004: a fill frees at most what is reserved', order, order.held);
  invariant(order.account.held >= order.held, 'INV-006: an account holds what each of its orders does', order);
  return freed;
}

/** POSN-003: the position grows; its part pays the whole value and the fee. */
function openSide(turn: Turn, fill: Fill, { order, fee }: Side): Position {
  const { size, value, matchSequence } = fill;
  const { instrument } = order;
  const holding = holdingOf(turn.state, order.account, instrument);
  if (order.slot >= 0) {
    if (order.side === 'long') holding.openingLong -= size;
    else holding.openingShort -= size;
    invariant(holding.openingLong >= 0 && holding.openingShort >= 0, 'MARG-005: no more opens than was to be', order);
  }
  const freed = freeReserve(order, size);
  const known = positionOf(holding, order);
  const position = known ?? beginPosition(turn, holding, order, matchSequence);
  if (position.marginMode === 'isolated') fundIsolated(turn, fill, order, fee, position, freed);
  changeSize(position, size);
  position.openValue = add(position.openValue, value);
  position.openFee = add(position.openFee, fee);
  position.cumOpenSize = add(position.cumOpenSize, size);
  position.cumOpenValue = add(position.cumOpenValue, value);
  position.cumOpenFee = add(position.cumOpenFee, fee);
  const long = position.sign === 1;
  position.part.openValue = add(position.part.openValue, long ? value : neg(value));
  postFill(turn, fill, position, known !== null, {
    amount: sub(long ? neg(value) : value, fee),
    businessType: long ? 'position_open_long' : 'position_open_short',
    symbol: instrument.contract.symbol,
    fillFee: fee,
    orderId: order.id,
  });
  return position;
}

/** MARG-007: margin, starting loss and fee move from SHARED to the isolated part; a maker's at most what it freed. */
function fundIsolated(
  turn: Turn,
  { price, size, value, matchSequence }: Fill,
  order: Order,
  fee: Money,
  position: Position,
  freed: Money,
): void {
  const wanted = add(
    add(mulDivCeil(value, 1, order.leverage), startingLoss(order.instrument, order.side, price, size)),
    fee,
  );
  invariant(wanted > 0, 'MARG-007: an isolated opening brings margin', position, wanted);
  moveMargin(turn, matchSequence, position, order.slot >= 0 ? min(wanted, freed) : wanted, order.id);
}

/**
 * POSN-004: the position shrinks in proportion; its part gets the value back, less the fee. Returns the gross realised
 * profit.
 */
function closeSide(turn: Turn, fill: Fill, side: Side, position: Position, releases: boolean): Money {
  const { size, value, matchSequence } = fill;
  const { order, fee, liquidateFee } = side;
  const { part, sign } = position;
  unfreeze(order, position, size);
  const sizeBefore = position.size;
  invariant(size >= 1 && size <= sizeBefore, 'POSN-004: a close is of what is open', position, size);
  const whole = size === sizeBefore;
  const marginBefore = add(part.amount, part.openValue);
  const share = (x: Money): Money => (whole ? x : mulDivTrunc(x, size, sizeBefore));
  const openValue = share(position.openValue);
  position.openFee = sub(position.openFee, share(position.openFee));
  position.fundingFee = sub(position.fundingFee, share(position.fundingFee));
  position.openValue = sub(position.openValue, openValue);
  part.openValue = sub(part.openValue, sign === 1 ? openValue : neg(openValue));
  changeSize(position, -size);
  invariant(position.frozen <= position.size, 'INV-007: no more is frozen than is open', position, position.frozen);
  position.cumCloseSize = add(position.cumCloseSize, size);
  const opened = add(position.cumCloseSize, position.size);
  invariant(opened === position.cumOpenSize, 'INV-003: a size is openings less closings', position, opened);
  position.cumCloseValue = add(position.cumCloseValue, value);
  position.cumCloseFee = add(position.cumCloseFee, fee);
  if (liquidateFee !== 0) position.cumLiquidateFee = add(position.cumLiquidateFee, liquidateFee);
  const realised = sign === 1 ? sub(value, openValue) : sub(openValue, value);
  position.realised = add(position.realised, realised);
  postFill(turn, fill, position, !whole, {
    amount: sub(sub(sign === 1 ? value : neg(value), fee), liquidateFee),
    businessType: sign === 1 ? 'position_close_long' : 'position_close_short',
    symbol: position.instrument.contract.symbol,
    fillFee: fee,
    orderId: order.id,
  });
  if (releases && position.marginMode === 'isolated') {
    const released = sub(add(mulDivFloor(marginBefore, size, sizeBefore), realised), fee);
    moveMargin(turn, matchSequence, position, neg(whole ? part.amount : max(0, released)), order.id);
  }
  if (whole) {
    assertFinished(position);
    endPosition(turn.state, position);
    if (releases) assertPartSpent(position);
  }
  return realised;
}

/**
 * Posts what a fill moves on one side. A SHARED part that holds the position before and after it is only told what
 * that may cost it at its guards.
 */
function postFill(
  turn: Turn,
  { matchSequence, instrument, size }: Fill,
  { marginMode, part }: Position,
  isKept: boolean,
  posting: Posting,
): void {
  if (!isKept || marginMode === 'isolated') return post(turn, matchSequence, part, posting);
  postAlone(turn, matchSequence, part, posting);
  noteAmount(turn, part, neg(costAtGuards(instrument, size)));
}

/** A position that is closed whole: over its life the realised profits are what closing brought less the cost. */
function assertFinished(position: Position): void {
  const { realised, openFee, fundingFee } = position;
  const gain = sub(position.cumCloseValue, position.cumOpenValue);
  const isSum = realised === (position.sign === 1 ? gain : neg(gain));
  invariant(isSum, 'INV-003: a life realises what closing brought less what opening cost', position, realised);
  invariant(openFee === 0 && fundingFee === 0, 'POSN-004: the last close takes all fees along', position, fundingFee);
}

/** Takes a fill off the order's first frozen piece (CLOS-005). */
function unfreeze(order: Order, position: Position, size: Steps): void {
  const piece = order.pieces[0];
  invariant(piece !== undefined && piece.position === position, 'CLOS-005: a close fills its pieces in order', order);
  invariant(piece.size >= size, 'INV-007: a close fills no further than its piece', order, piece.size);
  piece.size -= size;
  position.frozen -= size;
  invariant(position.frozen >= 0, 'INV-007: no more thaws than was frozen', position, position.frozen);
  if (piece.size > 0) return;
  order.pieces.shift();
  const at = position.closing.indexOf(order);
  invariant(at >= 0, 'INV-007: a position knows who closes it', position, order);
  position.closing.splice(at, 1);
}

/** Sizes are kept per position, holding and contract (INV-002). */
function changeSize(position: Position, change: Steps): void {
  const { holding, instrument } = position;
  position.size += change;
  if (position.sign === 1) {
    holding.longSize += change;
    instrument.longSize += change;
    assertSum(position, holding.longSize, instrument.longSize);
  } else {
    holding.shortSize += change;
    instrument.shortSize += change;
    assertSum(position, holding.shortSize, instrument.shortSize);
  }
}

function assertSum(position: Position, held: Steps, open: Steps): void {
  const { size } = position;
  const isSum = size >= 0 && held >= size && open >= held;
  invariant(isSum, 'INV-002: a holding sums its positions, a contract its holders', position, held);
}

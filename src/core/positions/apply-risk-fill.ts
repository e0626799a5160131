/**
 * The fills of the risk engine (LIQD-006, -008, -012, ADL-001, ADL-003): the same booking as any fill, with other money
 * in it.
 *
 * Against the book, a liquidated part pays fees only out of its close's proceeds above its share, and the insurance
 * fund adds the shortfall. Two positions closed against each other have a value and no price, no fee and no insurance.
 */
import { valueOf } from '../language/contract.ts';
import { post, sharedPart } from '../ledger/ledger.ts';
import { FEE, INSURANCE } from '../language/accounts.ts';
import { invariant } from '../num/invariant.ts';
import { mulDivCeil, neg } from '../num/mul-div.ts';
import type { Money, Steps } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import type { Filled } from './apply-fill.ts';
import { beginFill, bookFees, bookSide, concludeFill, sideOf } from './apply-fill.ts';
import { makerFeeRateOf } from './fees.ts';

/** The cost of a liquidation fill to the liquidated part, and the insurance fund's addition (LIQD-008). */
export interface LiquidationMoney {
  readonly fee: Money;
  readonly liquidateFee: Money;
  readonly deficit: Money;
}

/**
 * Makes one fill of a risk-engine order against the book; nothing is released to SHARED before the liquidation ends.
 */
export function applyLiquidationFill(
  turn: Turn,
  taker: Order,
  maker: Order,
  size: Steps,
  takerPosition: Position | null,
  makerPosition: Position | null,
  money: LiquidationMoney,
): Filled {
  const { price } = maker;
  const { contract } = maker.instrument;
  const value = valueOf(contract, price, size);
  const makerFee = mulDivCeil(value, makerFeeRateOf(maker.account, contract), E8);
  const { fee, liquidateFee, deficit } = money;
  invariant(fee >= 0 && liquidateFee >= 0, 'LIQD-008: a liquidation pays fees, and gets none', taker, fee);
  const isShort = deficit !== 0;
  invariant(!isShort || deficit > 0, 'LIQD-008: the fund adds to a close, and takes nothing of it', taker, deficit);
  invariant(!isShort || (fee === 0 && liquidateFee === 0), 'LIQD-008: who lacks money pays no fee', taker, fee);
  invariant(taker.effect === 'close', 'LIQD-002: a liquidation only closes', taker, taker.effect);
  invariant(maker.slot >= 0, 'BOOK-002: a maker rests', maker, maker.slot);
  const fill = beginFill(turn, price, size, value, sideOf(taker, fee, liquidateFee), sideOf(maker, makerFee));
  const { matchSequence } = fill;
  const taken = bookSide(turn, fill, fill.taker, takerPosition, false);
  const fix = { businessType: 'order_fix_margin_amount', symbol: contract.symbol } as const;
  post(turn, matchSequence, taken.part, { ...fix, amount: deficit, orderId: taker.id });
  const made = bookSide(turn, fill, fill.maker, makerPosition, true);
  bookFees(turn, fill);
  bookLiquidateFee(turn, matchSequence, contract.symbol, liquidateFee);
  post(turn, matchSequence, sharedPart(turn.state, INSURANCE), { ...fix, amount: neg(deficit) });
  concludeFill(turn, fill);
  return { taker: taken, maker: made };
}

/** The liquidation fee is income of FEE and is passed on to the insurance fund in the same booking. */
function bookLiquidateFee(turn: Turn, matchSequence: number, symbol: string, amount: Money): void {
  const part = sharedPart(turn.state, FEE);
  post(turn, matchSequence, part, { amount, businessType: 'order_liquidate_fee_income', symbol });
  post(turn, matchSequence, part, { amount: neg(amount), businessType: 'transfer_out', symbol });
  post(turn, matchSequence, sharedPart(turn.state, INSURANCE), { amount, businessType: 'transfer_in', symbol });
}

/**
 * Closes `size` of two positions against each other for `value`, without book, price and fees (BOOK-008): an offset
 * inside an account, a deleveraging, a close at the mark. The first side is the liquidated one, which releases nothing,
 * unless there is none.
 */
export function applyInternalFill(
  turn: Turn,
  order: Order,
  against: Order,
  size: Steps,
  value: Money,
  position: Position,
  opposite: Position,
  releases = false,
): void {
  invariant(size >= 1, 'BOOK-008: a pair that closes has a size', order, size);
  invariant(order.side !== against.side, 'BOOK-008: a long closes against a short', order, against);
  invariant(order.effect === against.effect, 'BOOK-008: both of a pair close', order, against);
  invariant(position !== opposite, 'BOOK-008: nothing closes against itself', position, opposite);
  const fill = beginFill(turn, 0, size, value, sideOf(order, 0), sideOf(against, 0));
  bookSide(turn, fill, fill.taker, position, releases);
  bookSide(turn, fill, fill.maker, opposite, true);
  concludeFill(turn, fill);
}

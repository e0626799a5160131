/**
 * One fill with its booking: what its two sides have in common, what each pays, and the postings of both sides, of the
 * fee account and of the insurance fund in their order (FLOW-004, BOOK-002, BOOK-008). Three kinds: of two orders on
 * the book, of the risk engine against the book, and of two positions against each other.
 */
import { type Big, ceilMoney, larger, smaller, storedMoney, ZERO } from './decimal.ts';
import type { Booking } from './booking.ts';
import { carriedFor, carryOff, checkInternalValue } from './liquidation.ts';
import { contractIn, type Model, object, same } from './model.ts';
import type { FillSeen } from './seen.ts';
import { type FillFacts, isBuy, takeSide } from './sides.ts';

const FEE = 2;
const INSURANCE = 3;
const WORDS = new Set(['long', 'short', 'open', 'close', 'cross', 'isolated', 'combined', 'separated']);

/** What a side pays beside the value of its trade. */
interface Money {
  readonly fee: Big;
  readonly liquidateFee: Big;
  readonly deficit: Big;
  readonly releases: boolean;
}

export function takeFill(model: Model, booking: Booking, taker: FillSeen, maker: FillSeen): void {
  checkPair(model, taker, maker);
  if (taker.price === 0) takeInternalFill(model, booking, taker, maker);
  else takeBookFill(model, booking, taker, maker);
}

/** One price and size, one buys what the other sells; two accounts, but for what is offset inside one. */
function checkPair(model: Model, taker: FillSeen, maker: FillSeen): void {
  const name = `fill ${taker.id}`;
  const internal = taker.price === 0;
  const delisted = model.delisted.has(taker.symbol);
  const within = internal && (taker.cause === 'reduce' || delisted || model.closedAtMark > 0);
  if (taker.uid === maker.uid && !within) object(model, `${name} has account ${taker.uid} on both sides`);
  if (isBuy(taker) === isBuy(maker)) object(model, `${name} has two ${isBuy(taker) ? 'buyers' : 'sellers'}`);
  for (const field of ['symbol', 'price', 'size', 'value', 'match_sequence', 'time_ms'] as const)
    same(model, `${field} of ${name} for the taker`, String(taker[field]), String(maker[field]));
  if (taker.size <= 0 || taker.price < 0) object(model, `${name} is of size ${taker.size} at ${taker.price}`);
  if (internal && (taker.cause === 'wanted' || maker.cause === 'wanted')) object(model, `${name} has no price`);
  for (const { cause } of [taker, maker])
    if ((cause === 'settlement') !== delisted) object(model, `${name} is for ${cause}, delisted: ${delisted}`);
  if (!internal && maker.cause !== 'wanted') object(model, `${name} is made by the risk engine`);
}

/** What a side comes to; the row must say the same. */
function factsOf(model: Model, row: FillSeen, value: Big, money: Money): FillFacts {
  const { step } = contractIn(model, row.symbol);
  const size = step.times(row.size);
  const name = `fill ${row.id} of ${row.uid} (${row.role}, ${row.cause})`;
  for (const word of [row.side, row.effect, row.margin_mode, row.position_mode])
    if (!WORDS.has(word)) object(model, `${name} is said to be ${word}`);
  same(model, `value of ${name}`, storedMoney(row.value), value);
  same(model, `fee of ${name}`, storedMoney(row.fee), money.fee);
  same(model, `liquidation fee of ${name}`, storedMoney(row.liquidate_fee), money.liquidateFee);
  return { ...money, name, row, price: value.div(size), size, value, sign: row.side === 'long' ? 1 : -1 };
}

const ORDINARY = { liquidateFee: ZERO, deficit: ZERO, releases: true };

function takeBookFill(model: Model, booking: Booking, taker: FillSeen, maker: FillSeen): void {
  const { tick, step } = contractIn(model, taker.symbol);
  const value = tick.times(taker.price).times(step).times(taker.size);
  const most = ceilMoney(value.times(takerFeeOf(model, taker)));
  const money = taker.cause === 'wanted' ? { ...ORDINARY, fee: most } : liquidationMoney(model, taker, value, most);
  const taken = factsOf(model, taker, value, money);
  const made = factsOf(model, maker, value, { ...ORDINARY, fee: ceilMoney(value.times(makerFeeOf(model, maker))) });
  takeSide(model, booking, taken);
  takeSide(model, booking, made);
  const common = { uid: FEE, part: 0, symbol: taker.symbol };
  for (const { fee } of [taken, made]) booking.take({ ...common, type: 'order_fill_fee_income', amount: fee });
  const { liquidateFee, deficit } = money;
  booking.take({ ...common, type: 'order_liquidate_fee_income', amount: liquidateFee });
  booking.take({ ...common, type: 'transfer_out', amount: liquidateFee.times(-1) });
  booking.take({ ...common, uid: INSURANCE, type: 'transfer_in', amount: liquidateFee });
  booking.take({ ...common, uid: INSURANCE, type: 'order_fix_margin_amount', amount: deficit.times(-1) });
}

/** An account's own rate where that is lower than the contract's; what is liquidated pays the contract's. */
function takerFeeOf(model: Model, { uid, symbol, cause }: FillSeen): Big {
  const { takerFee } = contractIn(model, symbol);
  if (cause !== 'wanted') return takerFee;
  return smaller(takerFee, model.fees.get(uid)?.taker ?? takerFee);
}

function makerFeeOf(model: Model, { uid, symbol }: FillSeen): Big {
  const { makerFee } = contractIn(model, symbol);
  return smaller(makerFee, model.fees.get(uid)?.maker ?? makerFee);
}

/** LIQD-008: fees out of what the close yields above its share, and what it lacks. */
function liquidationMoney(model: Model, row: FillSeen, value: Big, most: Big): Money {
  const { step, liquidateFee: rate } = contractIn(model, row.symbol);
  const size = step.times(row.size);
  const { stage, carried } = carriedFor(model, row, `order ${row.order_id}`, size);
  const surplus = value.minus(carried).times(row.side === 'long' ? 1 : -1);
  carryOff(stage, size, carried);
  const fee = smaller(most, larger(ZERO, surplus));
  const liquidateFee = smaller(ceilMoney(value.times(rate)), larger(ZERO, surplus.minus(fee)));
  return { fee, liquidateFee, deficit: larger(ZERO, surplus.times(-1)), releases: false };
}

/** Two positions against each other: no price, no fee, no insurance. */
function takeInternalFill(model: Model, booking: Booking, first: FillSeen, second: FillSeen): void {
  const value = storedMoney(first.value);
  checkInternalValue(model, first, second, value);
  takeSide(
    model,
    booking,
    factsOf(model, first, value, { ...ORDINARY, fee: ZERO, releases: first.cause === 'settlement' }),
  );
  takeSide(model, booking, factsOf(model, second, value, { ...ORDINARY, fee: ZERO }));
}

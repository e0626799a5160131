/**
 * Orders of the risk engine (ORDR-013, LIQD-008, LIQD-010): made, carried out against the book, or closed in pairs
 * against each other.
 *
 * They are ordinary records of types 5 to 10. They have no maximum size, band or margin check; they cancel own orders
 * in their way (BOOK-004) and stop where the insurance fund could not pay for the next fill.
 */
import { appendOrderLeaf } from '../ailog/append-leaf.ts';
import { valueOf } from '../language/contract.ts';
import { INSURANCE } from '../language/accounts.ts';
import { sharedPart } from '../ledger/ledger.ts';
import type { MatchStep } from '../orders/match.ts';
import { planMatch } from '../orders/match.ts';
import { invariant } from '../num/invariant.ts';
import { max, min, mulDivCeil, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Instrument, Position } from '../state/records.ts';
import type { OrderCause } from '../language/vocabulary.ts';
import type { Draft } from '../orders/draft.ts';
import { closingDraft } from '../orders/draft.ts';
import { afterSide, afterTrade, cancelMaker, recordOf, remember, worstBehind } from '../orders/enter-order.ts';
import { cancelRest, finishFilled, freeze } from '../orders/working.ts';
import type { LiquidationMoney } from '../positions/apply-risk-fill.ts';
import { applyInternalFill, applyLiquidationFill } from '../positions/apply-risk-fill.ts';
import { makerRefusal } from '../risk/maker-test.ts';
import type { Turn } from '../turn/turn.ts';
import { noteOrder } from '../turn/turn.ts';
import type { Carried, Exposure } from './exposure.ts';
import { carriedBy, carryOff, positionsOf } from './exposure.ts';

/** A new risk-engine order that closes `size` of the positions; `price` 0 for one without a limit. */
export function makeEngineOrder(
  turn: Turn,
  positions: readonly Position[],
  cause: OrderCause,
  size: Steps,
  price: Ticks,
): Order {
  const draft: Draft = { ...closingDraft(positions[0]!, size), cause, execution: 'ioc', price };
  const order = recordOf(turn, positions.length === 1 ? draft : { ...draft, positionId: 0, bound: null });
  remember(turn.state, order);
  freeze(order, positions);
  noteOrder(turn, order);
  appendOrderLeaf(turn, order, null, 'system');
  return order;
}

/**
 * Closes up to `size` of the exposure on the book, no worse than `limit`. Returns the size that was closed. An order
 * whose plan holds no fill is not made.
 */
export function closeOnBook(
  turn: Turn,
  exposure: Exposure,
  carried: Carried,
  cause: OrderCause,
  size: Steps,
  limit: Ticks,
): Steps {
  const { instrument, part, sign } = exposure;
  const positions = positionsOf(exposure);
  const pieces = piecesOf(positions, size);
  const taker = { account: part.account, instrument, buy: sign === -1, limit, size, pieces };
  const plan = planMatch(taker, 'expireMaker', makerRefusal);
  if (plan.filled === 0) return 0;
  const order = makeEngineOrder(turn, positions, cause, size, limit);
  for (const step of plan.steps) {
    if (step.refusal !== null) cancelMaker(turn, step);
    else if (!fillStep(turn, order, step, sign, carried, worstBehind(step, plan.steps))) break;
  }
  if (order.remaining === 0) finishFilled(turn, order);
  else cancelRest(turn, order, 'COULD_NOT_FILL', 'IOC_REMAINDER');
  exposure.size -= order.filled;
  invariant(exposure.size >= 0, 'LIQD-009: no more is closed than was open', order, exposure.size);
  return order.filled;
}

function piecesOf(positions: readonly Position[], size: Steps): { position: Position; size: Steps }[] {
  const pieces: { position: Position; size: Steps }[] = [];
  let left = size;
  for (const position of positions) {
    if (left === 0) break;
    const piece = Math.min(left, position.size);
    pieces.push({ position, size: piece });
    left -= piece;
  }
  invariant(left === 0, 'LIQD-009: the positions are all that is closed', size, left);
  return pieces;
}

/** One fill; false, and nothing done, when the fund could not pay what it would lack. */
function fillStep(
  turn: Turn,
  order: Order,
  step: MatchStep,
  sign: number,
  carried: Carried,
  lastPrice: Ticks,
): boolean {
  const { maker, size, price, takerPosition, makerPosition } = step;
  const carriedValue = carriedBy(carried, size);
  const money = moneyOf(order.instrument, valueOf(order.instrument.contract, price, size), sign, carriedValue);
  if (money.deficit > sharedPart(turn.state, INSURANCE).amount) return false;
  carryOff(carried, size, carriedValue);
  const positions = applyLiquidationFill(turn, order, maker, size, takerPosition, makerPosition, money);
  afterTrade(turn, order, step, positions, lastPrice);
  return true;
}

/**
 * The proceeds of a close above its share pay first the fee, then the liquidation fee; a shortfall is the deficit
 * (LIQD-008).
 */
function moneyOf({ contract }: Instrument, value: Money, sign: number, carriedValue: Money): LiquidationMoney {
  const surplus = sign === 1 ? sub(value, carriedValue) : sub(carriedValue, value);
  const fee = min(mulDivCeil(value, contract.takerFeeE8, E8), max(0, surplus));
  const liquidateFee = min(mulDivCeil(value, contract.liquidateFeeRateE8, E8), max(0, sub(surplus, fee)));
  return { fee, liquidateFee, deficit: max(0, neg(surplus)) };
}

/**
 * One piece of a position closed against a piece of another for `value`, each by its own order.
 * @param worstAhead the price of the next close against the same opposite position, 0 when there is none
 */
export function closePair(
  turn: Turn,
  liquidated: { readonly position: Position; readonly cause: OrderCause },
  opposite: { readonly position: Position; readonly cause: OrderCause },
  size: Steps,
  value: Money,
  worstAhead: Ticks,
): void {
  const order = makeEngineOrder(turn, [liquidated.position], liquidated.cause, size, 0);
  const against = makeEngineOrder(turn, [opposite.position], opposite.cause, size, 0);
  fillPair(turn, order, against, size, value, liquidated.position, opposite.position, worstAhead);
  finishFilled(turn, order);
  finishFilled(turn, against);
}

/** One booking between two risk-engine orders; orders bound to their positions follow. */
export function fillPair(
  turn: Turn,
  order: Order,
  against: Order,
  size: Steps,
  value: Money,
  position: Position,
  opposite: Position,
  worstAhead: Ticks,
): void {
  applyInternalFill(turn, order, against, size, value, position, opposite);
  afterSide(turn, order, position, size, worstAhead);
  afterSide(turn, against, opposite, size, worstAhead);
}

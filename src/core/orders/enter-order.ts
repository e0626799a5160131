/**
 * Enters an order: checks, acceptance, its fills one by one, and what becomes of its rest (FLOW-002, ORDR-003, -006,
 * BOOK-003, -006). Callers, firing plan orders and close-all all come this way.
 */
import { appendOrderLeaf } from '../ailog/append-leaf.ts';
import { noteCopyFill } from '../copy/note-fill.ts';
import { checkLimits, checkLoss, limitsOf } from './key-limits.ts';
import { reduceOrder } from '../matching/book.ts';
import { invariant } from '../num/invariant.ts';
import { isBuy } from '../state/order.ts';
import type { MatchStep } from './match.ts';
import { crosses } from './match.ts';
import { takeDueAt } from '../matching/trigger-book.ts';
import type { CancelReason } from '../language/vocabulary.ts';
import type { FrozenPiece, Order, Position } from '../state/records.ts';
import { rulesOf } from '../language/execution.ts';
import type { Steps, Ticks } from '../num/units.ts';
import type { Filled } from '../positions/apply-fill.ts';
import { applyFill } from '../positions/apply-fill.ts';
import type { Decision, OrderPlaced } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { giveId, noteHolding, noteOrder } from '../turn/turn.ts';
import { afterFill } from './bound-plans.ts';
import type { Permit } from './check-order.ts';
import { checkOrder } from './check-order.ts';
import type { Draft } from './draft.ts';
import { noteTrade } from '../risk/trade-price.ts';
import { isFlat, takingLimit } from './draft.ts';
import { becomeOrder } from './plan-orders.ts';
import { cancelRest, finishFilled, freeze, restOrder } from './working.ts';

/** Why a maker met in the walk is cancelled, by its detail. */
const MAKER_REASONS: Readonly<Record<string, CancelReason>> = {
  SELF_TRADE: 'COULD_NOT_FILL',
  RESERVE_TOO_SMALL: 'MARGIN_NOT_ENOUGH',
  CLOSE_PRICE_BEYOND_BANKRUPTCY: 'COULD_NOT_FILL',
};

/** An opening order freezes nothing; all share this list, which stays empty. */
const NO_PIECES: FrozenPiece[] = [];

/** Checks the order and, if it may be, carries it out. */
export function enterOrder(turn: Turn, draft: Draft): Decision<OrderPlaced> {
  const limits = limitsOf(draft);
  const limited = limits === null ? null : checkLimits(limits, draft, turn.timeMs);
  if (limited !== null) return refuse(limited);
  const checked = checkOrder(turn.state, draft);
  if (!checked.ok) return checked;
  const loss = limits === null ? null : checkLoss(limits, draft, checked);
  if (loss !== null) return refuse(loss);

  // From here on it must succeed.
  const order = acceptOrder(turn, draft, checked);
  const leafIndex = draft.plan === null ? appendOrderLeaf(turn, order, draft.keyId, draft.channel) : null;
  if (checked.dead !== null) cancelRest(turn, order, 'COULD_NOT_FILL', checked.dead);
  else execute(turn, order, checked, takingLimit(draft));
  return accept({ orderId: order.id, clientOrderId: order.clientOrderId, replayed: false, leafIndex });
}

/** ORDR-003: the record, its id, the mode pair in force, frozen sizes. */
function acceptOrder(turn: Turn, draft: Draft, permit: Permit): Order {
  const { holding } = draft;
  const order = recordOf(turn, draft);
  if (draft.plan !== null) becomeOrder(turn, draft.plan, order);
  else remember(turn.state, order);
  if (draft.effect === 'open' && isFlat(holding)) {
    holding.marginMode = draft.marginMode;
    holding.positionMode = draft.positionMode;
    noteHolding(turn, holding);
  }
  if (draft.effect === 'close') freeze(order, permit.positions);
  noteOrder(turn, order);
  return order;
}

/** Makes the order known by its id and, as the youngest with it, by its client order id. */
export function remember(state: State, order: Order): void {
  state.orders.add(order);
}

/** The record of an order, with its id. */
export function recordOf(turn: Turn, draft: Draft): Order {
  const id = draft.plan?.id ?? giveId(turn);
  const { size, leverage } = draft;
  invariant(size >= 1 && leverage >= 1, 'ORDR-003: an order has a size and a leverage', id, size);
  // Fields that every fill and cancel touches come first, then those kept of its end: a record is longer than a line of
  // memory.
  return {
    record: 'order',
    id,
    account: draft.account,
    instrument: draft.instrument,
    plan: draft.plan,
    slot: -1,
    status: 'open',
    side: draft.side,
    effect: draft.effect,
    price: draft.price,
    remaining: draft.size,
    filled: 0,
    held: 0,
    touched: 0,
    updatedMs: turn.timeMs,
    pieces: draft.effect === 'close' ? [] : NO_PIECES,
    cancelReason: null,
    cancelDetail: null,
    endPlace: 0,
    row: -1,
    takeProfit: draft.takeProfit,
    stopLoss: draft.stopLoss,
    size: draft.size,
    execution: draft.execution,
    clientOrderId: draft.clientOrderId ?? `~${id}`,
    askedMarginMode: draft.fields?.marginMode ?? null,
    askedPositionMode: draft.fields?.positionMode ?? null,
    createdMs: turn.timeMs,
    leafIndex: -1,
    positionId: draft.bound?.id ?? draft.positionId,
    marginMode: draft.marginMode,
    positionMode: draft.positionMode,
    leverage: draft.leverage,
    cause: draft.cause,
    value: 0,
    fee: 0,
    profit: 0,
    fills: 0,
    pair: null,
    pairCount: 0,
  };
}

/** Applies the plan step by step, then rests or cancels the remainder (ORDR-006). */
function execute(turn: Turn, order: Order, permit: Permit, limit: number): void {
  const { steps, filled } = permit.plan;
  const buy = steps.length > 0 && isBuy(order.side, order.effect);
  for (const step of steps) {
    const { price } = step;
    invariant(buy ? price <= limit : price >= limit, 'INV-009: a fill is within the limit of the taker', order, price);
    if (step.refusal !== null) cancelMaker(turn, step);
    else fill(turn, order, step, worstBehind(step, steps));
  }
  invariant(order.filled === filled, 'BOOK-003: what was planned is filled, and no more', order, filled);
  if (order.remaining === 0) finishFilled(turn, order);
  else if (permit.plan.endedAtOwn) cancelRest(turn, order, 'COULD_NOT_FILL', 'SELF_TRADE');
  else if (order.price > 0 && rulesOf(order.execution).rests) restOrder(turn, order, permit.restNeed);
  else cancelRest(turn, order, 'COULD_NOT_FILL', restDetail(order, limit));
}

/** The price of the plan's last step, the worst of those to come; 0 after the last step. */
export function worstBehind(step: MatchStep, steps: readonly MatchStep[]): Ticks {
  const last = steps[steps.length - 1]!;
  return step === last ? 0 : last.price;
}

/** A market order that leaves opposite orders on the book stopped at its protection (ORDR-006). */
function restDetail(order: Order, limit: number): string {
  const buy = isBuy(order.side, order.effect);
  const anyPrice = buy ? Number.MAX_SAFE_INTEGER : Math.min(1, limit);
  return order.price === 0 && crosses(order.instrument, buy, anyPrice) ? 'PRICE_PROTECTION' : 'IOC_REMAINDER';
}

function fill(turn: Turn, taker: Order, step: MatchStep, lastPrice: Ticks): void {
  const { maker, size, takerPosition, makerPosition } = step;
  afterTrade(turn, taker, step, applyFill(turn, taker, maker, size, takerPosition, makerPosition), lastPrice);
}

/** A maker that may not be filled is cancelled at its place in the walk (BOOK-006). */
export function cancelMaker(turn: Turn, { maker, refusal }: MatchStep): void {
  const reason = MAKER_REASONS[refusal ?? ''];
  invariant(reason !== undefined, 'BOOK-006: a maker is passed over for a reason', maker, refusal);
  cancelRest(turn, maker, reason, refusal);
}

/**
 * After a fill against the book, in the order of FLOW-004: last price, plan orders that become due, then for either
 * side bound plan orders and copy trading.
 * @param lastPrice of the plan's last step, 0 when this was it; a maker's later fills are never worse than this one
 */
export function afterTrade(turn: Turn, taker: Order, step: MatchStep, positions: Filled, lastPrice: Ticks): void {
  const { maker, size, price } = step;
  const { instrument } = taker;
  invariant(taker.account !== maker.account, 'INV-009: nobody trades with themselves', taker, maker);
  const left = reduceOrder(instrument.book, maker.slot, size);
  invariant(left === maker.remaining, 'INV-009: what rests is what is left of the order', maker, left);
  if (maker.remaining === 0) finishFilled(turn, maker);
  instrument.lastPrice = price;
  noteTrade(instrument, price, size);
  takeDueAt(instrument.triggers, 'last', price, turn.due);
  afterSide(turn, taker, positions.taker, size, lastPrice);
  afterSide(turn, maker, positions.maker, size, lastPrice === 0 ? 0 : price);
}

/**
 * The effects of a fill on one side: on orders bound to its position, and on copies.
 * @param worstAhead the worst price at which the rest of the same plan may close positions of this account, 0 when
 * there is none
 */
export function afterSide(turn: Turn, order: Order, position: Position, size: Steps, worstAhead: Ticks): void {
  if (position.bound.length > 0 || order.takeProfit !== 0 || order.stopLoss !== 0 || order.plan !== null)
    afterFill(turn, order, position, size);
  if (order.account.copyRole !== null) noteCopyFill(turn, order, position, size, worstAhead);
}

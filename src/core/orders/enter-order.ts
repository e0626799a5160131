/**
 * Enters an order: checks, acceptance, its fills one by one, and what becomes of its rest (FLOW-002, ORDR-003, -006, BOOK-003, -006).
 * The way in for callers, firing plan orders and close-all alike.
 */
import { appendOrderLeaf } from '../ailog/append-leaf.ts';
import { reduceOrder } from '../matching/book.ts';
import type { MatchStep } from '../matching/match.ts';
import { crosses } from '../matching/match.ts';
import { takeDueAt } from '../matching/trigger-book.ts';
import type { CancelReason, FrozenPiece, Order } from '../order.ts';
import { EXECUTIONS } from '../order.ts';
import { applyFill } from '../positions/apply-fill.ts';
import type { Decision, OrderPlaced } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import type { Position, State } from '../state.ts';
import type { Turn } from '../turn.ts';
import { giveId, noteHolding, noteOrder } from '../turn.ts';
import { afterFill } from './bound-plans.ts';
import type { Permit } from './check-order.ts';
import { checkOrder } from './check-order.ts';
import type { Draft } from './draft.ts';
import { isFlat, takingLimit } from './draft.ts';
import { becomeOrder } from './plan-orders.ts';
import { cancelRest, finishFilled, freeze, restOrder } from './working.ts';

/** Why a maker met in the walk is cancelled, by its detail (`wire.md` 3.4). */
const MAKER_REASONS: Readonly<Record<string, CancelReason>> = {
  SELF_TRADE: 'COULD_NOT_FILL',
  RESERVE_TOO_SMALL: 'MARGIN_NOT_ENOUGH',
  CLOSE_PRICE_BEYOND_BANKRUPTCY: 'COULD_NOT_FILL',
};

/** An opening order freezes nothing; all share this list, which stays empty. */
const NO_PIECES: FrozenPiece[] = [];

/** Checks the order and, if it may be, carries it out. */
export function enterOrder(turn: Turn, draft: Draft): Decision<OrderPlaced> {
  const checked = checkOrder(turn.state, draft);
  if (checked.reject !== null) return refuse(checked.reject);

  // From here on it must succeed.
  const order = acceptOrder(turn, draft, checked.permit);
  const leafIndex = draft.plan === null ? appendOrderLeaf(turn, order, draft.keyId, draft.channel) : null;
  if (checked.permit.dead !== null) cancelRest(turn, order, 'COULD_NOT_FILL', checked.permit.dead);
  else execute(turn, order, checked.permit, takingLimit(draft));
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
function remember(state: State, order: Order): void {
  state.orders.set(order.id, order);
  state.clientOrderIds.set(order);
}

function recordOf(turn: Turn, draft: Draft): Order {
  const id = draft.plan?.id ?? giveId(turn);
  // What every fill and cancel touches stands first: a record is longer than a line of memory.
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
    takeProfit: draft.takeProfit,
    stopLoss: draft.stopLoss,
    size: draft.size,
    execution: draft.execution,
    leverage: draft.leverage,
    value: 0,
    fee: 0,
    profit: 0,
    clientOrderId: draft.clientOrderId ?? `~${id}`,
    request: draft.request,
    createdMs: turn.timeMs,
    leafIndex: -1,
    marginMode: draft.marginMode,
    positionMode: draft.positionMode,
    positionId: draft.bound?.id ?? draft.positionId,
    pair: null,
    pairCount: 0,
  };
}

/** Applies the plan step by step, then rests or cancels what is left (ORDR-006). */
function execute(turn: Turn, order: Order, permit: Permit, limit: number): void {
  for (const step of permit.plan.steps) {
    if (step.refusal !== null) cancelRest(turn, step.maker, MAKER_REASONS[step.refusal]!, step.refusal);
    else fill(turn, order, step);
  }
  if (order.remaining === 0) finishFilled(turn, order);
  else if (permit.plan.endedAtOwn) cancelRest(turn, order, 'COULD_NOT_FILL', 'SELF_TRADE');
  else if (order.price > 0 && EXECUTIONS[order.execution].rests) restOrder(turn, order, permit.restNeed);
  else cancelRest(turn, order, 'COULD_NOT_FILL', restDetail(order, limit));
}

/** A market order that leaves opposite orders on the book stopped at its protection (ORDR-006). */
function restDetail(order: Order, limit: number): string {
  const buy = (order.side === 'long') === (order.effect === 'open');
  const anyPrice = buy ? Number.MAX_SAFE_INTEGER : Math.min(1, limit);
  return order.price === 0 && crosses(order.instrument, buy, anyPrice) ? 'PRICE_PROTECTION' : 'IOC_REMAINDER';
}

/** One fill, then in the order of FLOW-004: last price, plan orders that become due, bound plan orders of both sides. */
function fill(turn: Turn, taker: Order, step: MatchStep): void {
  const { maker, size, price } = step;
  const { instrument } = taker;
  const positions = applyFill(turn, taker, maker, size, step.takerPosition, step.makerPosition);
  reduceOrder(instrument.book, maker.slot, size);
  if (maker.remaining === 0) finishFilled(turn, maker);
  instrument.lastPrice = price;
  takeDueAt(instrument.triggers, 'last', price, turn.due);
  afterSide(turn, taker, positions.taker, size);
  afterSide(turn, maker, positions.maker, size);
}

function afterSide(turn: Turn, order: Order, position: Position, size: number): void {
  if (position.bound.length > 0 || order.takeProfit !== 0 || order.stopLoss !== 0 || order.plan !== null)
    afterFill(turn, order, position, size);
}

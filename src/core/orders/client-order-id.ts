/**
 * Client order ids: unique per account while remembered, and a repeat answers as the first time (ORDR-004, ORDR-005,
 * E01).
 */
import type { PlaceOrder } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import { contractAt } from '../state/instrument.ts';
import { type AnyOrder, isFinal, type OrderContent, planContent } from '../state/order.ts';
import type { PlanRequest } from '../language/vocabulary.ts';
import type { Decision, OrderPlaced } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Account, Instrument } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { instrumentOf } from './caller.ts';
import { limitOf, presetOf, stepsOf } from './grid.ts';

/** The content of a request, counted in `contract`. */
function contentOf(instrument: Instrument, contract: Contract, request: PlaceOrder): OrderContent {
  return {
    instrument,
    side: request.side,
    effect: request.effect,
    execution: request.execution,
    size: stepsOf(contract, request.size),
    price: limitOf(contract, request.price),
    takeProfit: presetOf(contract, request.takeProfit),
    stopLoss: presetOf(contract, request.stopLoss),
    askedMarginMode: request.marginMode,
    askedPositionMode: request.positionMode,
    positionId: request.positionId ?? 0,
  };
}

/** Whether both ask for the same order; what it ignores does not count. */
function isSame(a: OrderContent, b: OrderContent): boolean {
  return (
    a.instrument === b.instrument &&
    a.side === b.side &&
    a.effect === b.effect &&
    a.execution === b.execution &&
    a.size === b.size &&
    a.price === b.price &&
    a.takeProfit === b.takeProfit &&
    a.stopLoss === b.stopLoss &&
    (a.effect === 'close'
      ? a.positionId === b.positionId
      : a.askedMarginMode === b.askedMarginMode && a.askedPositionMode === b.askedPositionMode)
  );
}

function isRepeat({ state }: Turn, known: AnyOrder, request: PlaceOrder | PlanRequest): boolean {
  if (request.name !== 'placeOrder')
    return known.record === 'ended'
      ? state.orders.isRepeatedPlan(known, request)
      : known.record === 'plan' && known.request !== null && planContent(known.request) === planContent(request);
  if (known.record === 'plan') return false;
  const instrument = instrumentOf(state, request.symbol);
  const content = contentOf(instrument, contractAt(instrument, known.id), request);
  return known.record === 'ended' ? state.orders.isRepeated(known, content) : isSame(known, content);
}

function ageOf(turn: Turn, record: AnyOrder): number {
  return turn.timeMs - record.createdMs;
}

/** The first order's answer for an equal request, E01 for another one, null when the id is free. */
export function checkClientOrderId(
  turn: Turn,
  account: Account,
  clientOrderId: string | null,
  request: PlaceOrder | PlanRequest,
): Decision<OrderPlaced> | null {
  const known = clientOrderId === null ? undefined : turn.state.orders.named(account, clientOrderId);
  if (known === undefined || clientOrderId === null) return null;
  const leafIndex = known.leafIndex < 0 ? null : known.leafIndex;
  if (isRepeat(turn, known, request)) return accept({ orderId: known.id, clientOrderId, replayed: true, leafIndex });
  return refuse({ reason: 'DUPLICATE_CLIENT_OID', clientOrderId, ageMs: ageOf(turn, known), orderId: known.id });
}

/** A record's status, for messages. */
export function statusOf(record: AnyOrder): 'untriggered' | 'open' | 'filled' | 'canceled' {
  if (record.record === 'ended') return record.status;
  if (record.record === 'order') return 'open';
  if (record.order === null) return record.status === 'canceled' ? 'canceled' : 'untriggered';
  return isFinal(record.order) ? (record.order.status as 'filled' | 'canceled') : 'open';
}

/**
 * Client order ids: unique per account while remembered, and a repeat answers as the first time (ORDR-004, ORDR-005,
 * E01).
 */
import type { PlaceOrder } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import { contractAt } from '../state/instrument.ts';
import type { AnyOrder, OrderContent } from '../state/order.ts';
import type { PlanRequest } from '../language/vocabulary.ts';
import { isFinal } from '../state/order.ts';
import type { Decision, OrderPlaced } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Account } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { limitOf, presetOf, stepsOf } from './grid.ts';

/** Fields of a request that do not count as content: who sent it and how. */
const NOT_CONTENT = ['account', 'keyId', 'channel', 'digest'];

/** Fields a plan order ignores do not count: modes of a close, the position id of an opening (ORDR-005). */
function ignored(request: PlanRequest, field: string): boolean {
  if (request.name === 'placeTpSlOrder') return false;
  if (field === 'positionId') return request.effect === 'open';
  return (field === 'marginMode' || field === 'positionMode') && request.effect === 'close';
}

/** Whether two requests mean the same plan order: the operation, the symbol and every field as parsed. */
function samePlan(a: PlanRequest, b: PlanRequest): boolean {
  const other = b as unknown as Readonly<Record<string, unknown>>;
  return (
    a.name === b.name &&
    Object.entries(a).every(
      ([field, value]) => NOT_CONTENT.includes(field) || ignored(a, field) || value === other[field],
    )
  );
}

/**
 * Whether a request asks for the order that the content is of, counted in `contract`; what the order ignores does not
 * count.
 */
function sameOrder(content: OrderContent, contract: Contract, request: PlaceOrder): boolean {
  return (
    request.symbol === contract.symbol &&
    request.side === content.side &&
    request.effect === content.effect &&
    request.execution === content.execution &&
    stepsOf(contract, request.size) === content.size &&
    limitOf(contract, request.price) === content.price &&
    presetOf(contract, request.takeProfit) === content.takeProfit &&
    presetOf(contract, request.stopLoss) === content.stopLoss &&
    (content.effect === 'close'
      ? (request.positionId ?? 0) === content.positionId
      : request.marginMode === content.askedMarginMode && request.positionMode === content.askedPositionMode)
  );
}

function isRepeat(turn: Turn, known: AnyOrder, request: PlaceOrder | PlanRequest): boolean {
  if (known.record === 'plan')
    return request.name !== 'placeOrder' && known.request !== null && samePlan(known.request, request);
  if (request.name !== 'placeOrder') return false;
  const content = turn.state.orders.contentOf(known);
  return sameOrder(content, contractAt(content.instrument, known.id), request);
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
  const known = clientOrderId === null ? undefined : turn.state.clientOrderIds.get(account, clientOrderId);
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

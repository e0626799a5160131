/**
 * Client order ids: unique per account while remembered, and a repeat answers as the first time (ORDR-004, ORDR-005, E01).
 */
import type { AnyOrder, OrderRequest } from '../order.ts';
import { isFinal } from '../order.ts';
import type { Decision, OrderPlaced } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import type { Account } from '../state.ts';
import type { Turn } from '../turn.ts';

/** Fields of a request that do not count as content: who sent it and how. */
const NOT_CONTENT = ['account', 'keyId', 'channel'];

/** What the order ignores does not count: modes and presets' place of a close, the position id of an opening (ORDR-005). */
function ignored(request: OrderRequest, field: string): boolean {
  if (request.name === 'placeTpSlOrder') return false;
  if (field === 'positionId') return request.effect === 'open';
  return (field === 'marginMode' || field === 'positionMode') && request.effect === 'close';
}

/** Whether two requests mean the same order: the operation, the symbol and every field as parsed. */
export function sameContent(a: OrderRequest, b: OrderRequest): boolean {
  const other = b as unknown as Readonly<Record<string, unknown>>;
  return (
    a.name === b.name &&
    Object.entries(a).every(([field, value]) => NOT_CONTENT.includes(field) || ignored(a, field) || value === other[field])
  );
}

function ageOf(turn: Turn, record: AnyOrder): number {
  return turn.timeMs - record.createdMs;
}

/** The first order's answer for an equal request, E01 for another one, null when the id is free. */
export function checkClientOrderId(
  turn: Turn,
  account: Account,
  clientOrderId: string | null,
  request: OrderRequest,
): Decision<OrderPlaced> | null {
  const known = clientOrderId === null ? undefined : turn.state.clientOrderIds.get(account, clientOrderId);
  if (known === undefined || clientOrderId === null) return null;
  const leafIndex = known.leafIndex < 0 ? null : known.leafIndex;
  if (known.request !== null && sameContent(known.request, request))
    return accept({ orderId: known.id, clientOrderId, replayed: true, leafIndex });
  return refuse({ reason: 'DUPLICATE_CLIENT_OID', clientOrderId, ageMs: ageOf(turn, known), orderId: known.id });
}

/** Where a record stands, for messages. */
export function statusOf(record: AnyOrder): 'untriggered' | 'open' | 'filled' | 'canceled' {
  if (record.record === 'ended') return record.status;
  if (record.record === 'order') return 'open';
  if (record.order === null) return record.status === 'canceled' ? 'canceled' : 'untriggered';
  return isFinal(record.order) ? (record.order.status as 'filled' | 'canceled') : 'open';
}

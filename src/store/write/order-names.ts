/**
 * The names by which logs and orders find each other: the order's id, the client order id, and the part of a body's
 * hash that a client order id may carry. For the latter two an order's row has a print of 48 bits, by which the few are
 * found whose header is then looked at.
 */
import type { LinkKind } from '../../core/verification/grade.ts';
import { parseAiClientOid } from '../../core/text/client-oid.ts';
import { SHA256_BYTES, sha256Into } from '../sha256.ts';

/** A name by which logs may mean an order. */
export interface OrderName {
  readonly uid: number;
  readonly how: LinkKind;
  readonly key: string;
}

export interface NamedOrder {
  readonly leafIndex: number;
  readonly orderId: number;
  readonly placedAt: number;
  readonly names: readonly OrderName[];
}

/** The names of an order. */
export function namesOf(uid: number, orderId: string, clientOid: string): OrderName[] {
  const bound = parseAiClientOid(clientOid);
  return [
    { uid, how: 'orderId', key: orderId },
    { uid, how: 'named', key: clientOid },
    ...(bound === null ? [] : [{ uid, how: 'hash', key: bound.digest } as const]),
  ];
}

const PRINT_BYTES = 6;
const latest = Buffer.alloc(SHA256_BYTES);

/**
 * The print of orders that may have this name: those that carry a hash are found by that, the others by the whole name.
 */
export function namePrint(uid: number, name: string): number {
  const text = `${uid} ${parseAiClientOid(name)?.digest ?? name}`;
  return sha256Into(latest, text).readUIntBE(0, PRINT_BYTES);
}

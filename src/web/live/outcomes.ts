/**
 * Outcomes of orders that this page placed: filled, or cancelled and why. The channel says that an order has ended;
 * why one was cancelled is asked once.
 */
import { signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { PushedOrder } from '../../client/index.ts';
import type { AccountStream } from '../../client/live/account-stream.ts';
import { PAGE_OIDS } from './page-oid.ts';

export interface Outcome {
  readonly orderId: string;
  readonly symbol: string;
  readonly isBuy: boolean;
  readonly isFilled: boolean;
  /** The size that was ordered. */
  readonly size: string;
  readonly filled: string;
  /** The exchange's words for why it was cancelled (docs/api.md, Accepted, then canceled). */
  readonly reason: string | null;
  readonly detail: string | null;
}

/** The newest one; null before the first. */
export const outcome = signal<Outcome | null>(null);

/** Follows the orders of a stream for as long as it lives. */
export function followOutcomes(stream: AccountStream, client: Client): void {
  outcome.value = null;
  stream.changes.add(({ msgEvent, data }) => {
    if (msgEvent === 'Snapshot') return;
    for (const order of data.order ?? []) if (isOver(order)) void tell(order, client);
  });
}

function isOver({ status, clientOrderId }: PushedOrder): boolean {
  return clientOrderId.startsWith(PAGE_OIDS) && (status === 'FILLED' || status === 'CANCELED');
}

async function tell(order: PushedOrder, client: Client): Promise<void> {
  const { id, contractId, orderSide, status, size, cumFillSize, cancelReason } = order;
  const isFilled = status === 'FILLED';
  const asked = isFilled ? null : await client.detail({ orderId: id }).catch(() => null);
  outcome.value = {
    orderId: id,
    symbol: contractId,
    isBuy: orderSide === 'BUY',
    isFilled,
    size,
    filled: cumFillSize,
    reason: isFilled ? null : (asked?.cancelReason ?? cancelReason),
    detail: asked?.cancelDetail ?? null,
  };
}

/**
 * The order that is being changed, by the button of its row or by its line in the chart, and where its line stands
 * meanwhile.
 */
import { computed, signal } from '@preact/signals';
import type { PushedOrder } from '../../../client/index.ts';
import { orders } from '../../live/account.ts';
import type { MovedOrder } from '../../live/chart-marks.ts';

export interface Amending {
  readonly order: PushedOrder;
  /** The price that is written, or the trigger of a plan order; empty: as it is. */
  readonly at: string;
}

export const amending = signal<Amending | null>(null);

/** The place of the order's line; null: none is moved. */
export const movedOrder = computed<MovedOrder | null>(() => {
  const now = amending.value;
  return now === null || !(Number(now.at) > 0) ? null : { id: now.order.id, price: now.at };
});

/** Opens the question about an order. @param at where its line was dropped; not given: it stands where it is */
export function beginAmend(id: string, at = ''): void {
  const order = orders.peek().find((one) => one.id === id);
  if (order !== undefined) amending.value = { order, at };
}

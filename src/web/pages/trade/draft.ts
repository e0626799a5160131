/**
 * What is written in the order form, so that the ladder and the positions can fill it.
 */
import { signal } from '@preact/signals';
import { type Draft, EMPTY_DRAFT } from '../../live/order-draft.ts';

export const draft = signal<Draft>(EMPTY_DRAFT);

export function write(change: Partial<Draft>): void {
  draft.value = { ...draft.value, ...change };
}

/** Fills the price of the form. */
export function choosePrice(price: string): void {
  write(draft.value.kind === 'market' ? { kind: 'limit', price } : { price });
}

/**
 * The working orders of one account, in no order: a list of book slots in each contract.
 *
 * The list begins in the holding; which slot comes before and behind which is kept beside the book (`Instrument.links`). Numbers
 * that lie close together instead of links between records: to put an order in or to take it out touches no other order's memory.
 */
import type { Order } from './order.ts';
import type { Holding } from './state.ts';

/** No slot: the end of a list. */
export const NO_SLOT = -1;

/** By slot of a contract's book: its neighbours in the list of its holding. */
export interface WorkingLinks {
  readonly before: number[];
  readonly behind: number[];
}

export class WorkingOrders {
  readonly #holdings: readonly (Holding | undefined)[];

  /** @param holdings the account's list, which may grow */
  constructor(holdings: readonly (Holding | undefined)[]) {
    this.#holdings = holdings;
  }

  get size(): number {
    return this.values().length;
  }

  /** The order of this holding that has just come to rest in `slot`. */
  add(holding: Holding, slot: number): void {
    const { before, behind } = holding.instrument.links;
    const first = holding.firstSlot;
    before[slot] = NO_SLOT;
    behind[slot] = first;
    if (first !== NO_SLOT) before[first] = slot;
    holding.firstSlot = slot;
  }

  /** The order of this holding that rests, or rested until now, in `slot`. */
  delete(holding: Holding, slot: number): void {
    const { before, behind } = holding.instrument.links;
    const previous = before[slot]!;
    const next = behind[slot]!;
    if (previous === NO_SLOT) holding.firstSlot = next;
    else behind[previous] = next;
    if (next !== NO_SLOT) before[next] = previous;
  }

  /** The orders, as they are now. */
  values(): Order[] {
    const orders: Order[] = [];
    for (const holding of this.#holdings) {
      if (holding === undefined) continue;
      const { links, resting } = holding.instrument;
      for (let slot = holding.firstSlot; slot !== NO_SLOT; slot = links.behind[slot]!) orders.push(resting[slot]!);
    }
    return orders;
  }
}

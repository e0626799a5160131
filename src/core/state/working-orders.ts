/**
 * The working orders of one account, in no particular order: a list of book slots in each contract.
 *
 * The list begins in the holding; the slots before and after each are kept beside the book (`Instrument.links`). They
 * are numbers close together, not links between records: putting an order in or taking it out touches no other order's
 * memory.
 */
import { invariant } from '../num/invariant.ts';

/** No slot: the end of a list. */
export const NO_SLOT = -1;

/** By slot of a contract's book: its neighbours in the list of its holding. */
export interface WorkingLinks {
  readonly before: number[];
  readonly behind: number[];
}

/** An account's holding in one contract, as far as its list of orders needs it. */
interface Listing<O> {
  readonly instrument: { readonly links: WorkingLinks; readonly resting: readonly (O | null)[] };
  firstSlot: number;
}

export class WorkingOrders<O> {
  readonly #holdings: readonly (Listing<O> | undefined)[];

  /** @param holdings the account's list, which may grow */
  constructor(holdings: readonly (Listing<O> | undefined)[]) {
    this.#holdings = holdings;
  }

  get size(): number {
    return this.values().length;
  }

  /** The order of this holding that has just come to rest in `slot`. */
  add(holding: Listing<O>, slot: number): void {
    const { before, behind } = holding.instrument.links;
    const first = holding.firstSlot;
    before[slot] = NO_SLOT;
    behind[slot] = first;
    if (first !== NO_SLOT) {
      invariant(before[first] === NO_SLOT, 'INV-006: nothing stands before the first order of a list', first, slot);
      before[first] = slot;
    }
    holding.firstSlot = slot;
  }

  /** The order of this holding that rests, or rested until now, in `slot`. */
  delete(holding: Listing<O>, slot: number): void {
    const { before, behind } = holding.instrument.links;
    const previous = before[slot]!;
    const next = behind[slot]!;
    const named = previous === NO_SLOT ? holding.firstSlot : behind[previous];
    invariant(named === slot, 'INV-006: the order before one, or the list, names it', slot, named);
    if (previous === NO_SLOT) holding.firstSlot = next;
    else behind[previous] = next;
    if (next === NO_SLOT) return;
    invariant(before[next] === slot, 'INV-006: the order behind one names it', slot, next);
    before[next] = previous;
  }

  /** The orders, as they are now. */
  values(): O[] {
    const orders: O[] = [];
    for (const holding of this.#holdings) {
      if (holding === undefined) continue;
      const { links, resting } = holding.instrument;
      for (let slot = holding.firstSlot; slot !== NO_SLOT; slot = links.behind[slot]!) orders.push(resting[slot]!);
    }
    return orders;
  }
}

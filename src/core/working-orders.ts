/**
 * The working orders of one account, in no order: a list of book slots.
 *
 * Numbers instead of records, so that taking one out, when the last fills its gap, touches no other order's memory. Where a
 * slot stands in its list is kept beside the book (`Instrument.places`).
 */
import type { Order } from './order.ts';
import type { Instrument } from './state.ts';

/** A code is slot · this + index of the instrument. */
const INSTRUMENTS = 1024;

export class WorkingOrders {
  readonly #codes: number[] = [];
  readonly #instruments: readonly Instrument[];

  /** @param instruments the state's list, which may grow to 1024 */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments;
  }

  get size(): number {
    return this.#codes.length;
  }

  /** An order that has just come to rest in `order.slot`. */
  add(order: Order): void {
    const { instrument, slot } = order;
    instrument.places[slot] = this.#codes.push(slot * INSTRUMENTS + instrument.index) - 1;
  }

  /** An order of this account that rests, or rested until now, in `slot`. */
  delete(instrument: Instrument, slot: number): void {
    const place = instrument.places[slot]!;
    const last = this.#codes.pop()!;
    if (place === this.#codes.length) return;
    this.#codes[place] = last;
    this.#instruments[last % INSTRUMENTS]!.places[Math.floor(last / INSTRUMENTS)] = place;
  }

  /** The orders, as they are now. */
  values(): Order[] {
    return this.#codes.map((code) => this.#instruments[code % INSTRUMENTS]!.resting[Math.floor(code / INSTRUMENTS)]!);
  }
}
